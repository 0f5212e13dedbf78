import { describe, expect, test } from 'vitest';
import { loadContent, productNamed } from '../../cli/products.ts';
import { readFixture } from '../../verifier/fixture/fixture.ts';
import { runFixture } from '../../verifier/fixture/run.ts';
import { checkedRules, lending, lineOf, loadedOf, options, planted, type Plant } from './lending.ts';

const APP = 'flows/app.json';
const HOME = '"home": [{ "to": "loan/about" }]';
const TYPE = '{ "var": "customer.customerType" }';
const SIGNED_IN = '{ "==": [{ "var": "session.isAuthenticated" }, true] }';
const ERRORS = '"errors": [{ "on": ["unauthenticated", "unavailable", "failed"], "leave": "not-found" }]';
const LAST = '{ "on": ["unauthenticated", "unavailable", "failed"], "leave": "not-found" }';
const STATE = '{ "var": "answers.contactInformation.address.stateCode" }';
const TEXAS = 'flows/loan/steps/texas.json';
const SIGN = 'flows/loan/steps/sign.json';
const NOTICE = 'compliance/disclosures/texas-notice/1.md';

const not = (value: string): string => `{ "!=": [${TYPE}, "${value}"] }`;
const type = (...values: readonly string[]): string => `{ "in": [${TYPE}, ${JSON.stringify(values)}] }`;
const among = (key: string, first: string, second: string): Plant => [
  APP,
  HOME,
  `${key === 'home' ? '' : `${HOME},\n  `}"${key}": [{ "when": ${first}, "to": "loan/about" },\n{ "when": ${second}, "leave": "not-found" },\n{ "to": "loan/about" }]`,
];
const errors = (...routes: readonly string[]): Plant => [APP, ERRORS, `"errors": [${[...routes, LAST].join(',\n')}]`];
const route = (on: readonly string[], when: string | undefined, to: string): string =>
  `{ "on": ${JSON.stringify(on)}, ${when === undefined ? '' : `"when": ${when}, `}${to} }`;
const guards = (...all: readonly string[]): Plant => [APP, HOME, `"guards": [${all.join(',\n')}],\n  ${HOME}`];
const ABOUT = '"to": "loan/about"';
const AWAY = '"leave": "not-found"';

const found = (...plants: readonly Plant[]): readonly string[] =>
  checkedRules(planted(lending, plants)).map(({ code, file, line }) => `${code} ${file}:${line}`);
const place = (code: string, text: string, ...plants: readonly Plant[]): readonly string[] => [
  `${code} ${lineOf(planted(lending, plants), APP, text)}`,
];

describe('ways of app.json are compared like those of a step', () => {
  test.each(['guards', 'home', 'afterSignIn'])('two ways of "%s" about the same fact that overlap', (key) => {
    const plant =
      key === 'guards'
        ? guards(`{ "when": ${not('NEW')}, ${AWAY} }`, `{ "when": ${not('ONLINE_RETURNING')}, "leave": "elsewhere" }`)
        : among(key, not('NEW'), not('ONLINE_RETURNING'));
    const more: readonly Plant[] =
      key === 'guards' ? [[APP, '"addresses": {', '"addresses": { "elsewhere": "/elsewhere",']] : [];
    expect(found(plant, ...more)).toEqual(place('order', not('ONLINE_RETURNING'), plant, ...more));
  });
  test.each(['home', 'afterSignIn'])('a way of "%s" behind a wider one', (key) => {
    const plant = among(key, type('NEW', 'OMNI_RETURNING'), type('NEW'));
    expect(found(plant)).toEqual(place('shadowed', type('NEW'), plant));
  });
  test('ways out of an idle session that overlap', () => {
    const plant: Plant = [
      APP,
      HOME,
      `${HOME},\n  "idle": { "afterSeconds": 600, "countdownSeconds": 60, "exits": [{ "when": ${not('NEW')}, ${ABOUT} },\n{ "when": ${not('ONLINE_RETURNING')}, ${AWAY} },\n{ ${ABOUT} }] }`,
    ];
    expect(found(plant)).toEqual(place('order', not('ONLINE_RETURNING'), plant));
  });
  test('ways that exclude each other are right', () => {
    expect(found(among('home', type('NEW'), type('ONLINE_RETURNING')))).toEqual([]);
  });

  test('an error route behind a wider one for all its outcomes', () => {
    const plant = errors(
      route(['unavailable', 'failed'], type('NEW', 'OMNI_RETURNING'), ABOUT),
      route(['failed'], type('NEW'), AWAY),
    );
    expect(found(plant)).toEqual(place('shadowed', type('NEW'), plant));
  });
  test('an error route is compared with those of its own outcomes alone', () => {
    expect(
      found(errors(route(['unavailable'], type('NEW', 'OMNI_RETURNING'), ABOUT), route(['failed'], type('NEW'), AWAY))),
    ).toEqual([]);
  });
  test('error routes for one outcome that overlap are told once', () => {
    const plant = errors(
      route(['failed', 'unavailable'], not('NEW'), ABOUT),
      route(['unavailable', 'failed'], not('ONLINE_RETURNING'), AWAY),
    );
    expect(found(plant)).toEqual(place('order', not('ONLINE_RETURNING'), plant));
  });
  test('a last error route that some outcome leaves to nobody, but another does not, is right', () => {
    const signedOut = `{ "!": [${SIGNED_IN}] }`;
    expect(
      found(errors(route(['failed'], SIGNED_IN, ABOUT), route(['failed'], signedOut, '"to": "loan/sign"'))),
    ).toEqual([]);
  });
});

describe('guards that lead to a page on which they hold', () => {
  const signedOut = `{ "!": [${SIGNED_IN}] }`;
  const elsewhere = `{ "and": [${signedOut}, { "!=": [{ "var": "route.flow" }, "loan"] }] }`;

  const help: readonly Plant[] = [
    ['brands/elm/brand.json', '"flows": ["loan"]', '"flows": ["loan", "help"]'],
    [
      'flows/help/flow.json',
      '{ "id": "help", "title": "Help", "base": "/help", "access": "public", "saves": "none", "line": ["page"] }',
    ],
    [
      'flows/help/steps/page.json',
      '{ "id": "page", "kind": "form", "title": "Help", "layout": [{ "copy": "Call us." }], "actions": [{ "id": "apply", "label": "Apply", "next": [{ "to": "loan/about" }] }] }',
    ],
  ];

  test.each([
    ['for who is signed out', signedOut],
    ['for everybody but in maintenance', '{ "!=": [{ "var": "flags.maintenance" }, false] }'],
  ])('two guards that hold everywhere, %s', (_what, when) => {
    const plants = [guards(`{ "when": ${when},\n ${ABOUT} }`, `{ "when": ${when}, "to": "help/page" }`), ...help];
    const problems = checkedRules(planted(lending, plants)).filter(({ code }) => code === 'loop');
    expect(problems.map(({ file, line }) => `${file}:${line}`)).toEqual([
      lineOf(planted(lending, plants), APP, ` ${ABOUT} },\n{`),
    ]);
    expect(problems[0]?.message).toMatch(/^Nobody whom this guard leads to "loan\/about" ever sees that page/);
    expect(problems[0]?.fix).toContain('{ "!=": [{ "var": "route.flow" }, "help"] }');
    expect(problems[0]?.example).toBeDefined();
  });
  test('two guards, each leading to where the other holds, are told once', () => {
    const inLoan = `{ "and": [${signedOut}, { "==": [{ "var": "route.flow" }, "loan"] }] }`;
    const there = `{ "when": ${elsewhere},\n ${ABOUT} }`;
    const plants = [guards(there, `{ "when": ${inLoan}, "to": "help/page" }`), ...help];
    expect(found(...plants).filter((one) => one.startsWith('loop'))).toEqual(
      place('loop', ` ${ABOUT} },\n{`, ...plants),
    );
    expect(found(guards(there), ...help).filter((one) => one.startsWith('loop'))).toEqual([]);
  });
  test.each([
    ['leaves out the pages it leads to', guards(`{ "when": ${elsewhere}, ${ABOUT} }`)],
    ['holds where it leads to, and turns nobody away from there', guards(`{ "when": ${signedOut}, ${ABOUT} }`)],
    ['leads out of the product', guards(`{ "when": ${signedOut}, ${AWAY} }`)],
    [
      'stands behind one that leads those away',
      guards(
        `{ "when": ${signedOut}, ${AWAY} }`,
        `{ "when": { "and": [${signedOut}, { "==": [{ "var": "flags.maintenance" }, true] }] }, ${ABOUT} }`,
      ),
    ],
    [
      'reads what the page it leads to may change',
      guards(`{ "when": { "!=": [{ "var": "route.query.timeout" }, true] }, ${ABOUT}, "carry": { "timeout": true } }`),
    ],
  ])('a guard that %s is right', (_what, plant) => {
    expect(found(plant).filter((one) => one.startsWith('loop'))).toEqual([]);
  });

  test('a fixture comes to an end though guards lead to one another', async () => {
    const both = guards(`{ "when": ${signedOut}, ${ABOUT} }`, `{ "when": ${signedOut}, "to": "help/page" }`);
    const { products } = loadedOf(await loadContent(planted(lending, [both, ...help]), options));
    const fixture = {
      title: 'Round and round',
      brand: 'elm',
      flow: 'loan',
      clock: '2026-11-20T15:00:00Z',
      do: [{ at: 'loan/about', press: 'continue' }],
      expect: {},
    };
    expect(
      runFixture(productNamed(products, 'elm'), readFixture('x.json', JSON.stringify(fixture))).failures.length,
    ).toBeGreaterThan(0);
  });
});

describe('a document is shown to those alone of whom its front matter speaks', () => {
  const texans: Plant = [TEXAS, '"when": "state-is-texas",\n', ''];
  const terms = (line: string): Plant => [
    'compliance/disclosures/loan-terms/1.md',
    'from: 2020-01-01',
    `from: 2020-01-01\n${line}`,
  ];

  test('a page that shows it to everybody', () => {
    const [problem, ...more] = checkedRules(planted(lending, [texans])).filter(({ code }) => code === 'document');
    expect(more).toEqual([]);
    expect(`${problem?.file}:${problem?.line}`).toBe(lineOf(planted(lending, [texans]), TEXAS, '"texas-notice"'));
    expect(problem?.message).toMatch(/is for Texas alone.*"For applicants in Texas" shows it to others, too/);
    expect(problem?.example).toMatchObject({
      answers: { contactInformation: { address: { stateCode: expect.not.stringMatching('TX') } } },
    });
  });
  test('a page that shows it for another product', () => {
    expect(found(terms('products: [PDL]'))).toEqual([`document ${lineOf(lending, SIGN, '"loan-terms"')}`]);
  });
  test('a condition where it stands, or around it, keeps to it', () => {
    expect(
      found(texans, [
        TEXAS,
        '[{ "disclosure": "texas-notice" }]',
        '[{ "disclosure": "texas-notice", "when": "state-is-texas" }]',
      ]).filter((one) => one.startsWith('document')),
    ).toEqual([]);
    expect(
      found(texans, [
        TEXAS,
        '[{ "disclosure": "texas-notice" }]',
        `[{ "group": [{ "disclosure": "texas-notice" }], "when": { "==": [${STATE}, "TX"] } }]`,
      ]).filter((one) => one.startsWith('document')),
    ).toEqual([]);
    expect(
      found(
        [
          SIGN,
          '"kind": "form",',
          '"kind": "form",\n  "when": { "==": [{ "var": "answers.loan.productCode" }, "PDL"] },',
        ],
        terms('products: [PDL]'),
      ).filter((one) => one.startsWith('document')),
    ).toEqual([]);
  });
  test('all that are served, or all that are offered, are no limit', () => {
    expect(
      found(texans, [NOTICE, 'states: [TX]', 'states: [TX, CA, OH]\nproducts: [PDL, ILP]']).filter((one) =>
        one.startsWith('document'),
      ),
    ).toEqual([]);
  });
});
