/**
 * One slip of the pen is one problem, told where it was made: each in the journey that docs/tasks/flow.md writes, which
 * a stranger wrote from the docs alone.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectDir } from '../../compile/disk.ts';
import type { Files } from '../../compile/index.ts';
import { loadContent, productNamed } from '../../cli/products.ts';
import { readFixture } from '../../verifier/fixture/fixture.ts';
import { runFixture } from '../../verifier/fixture/run.ts';
import { checked, lending, lineOf, loadedOf, options, planted, type Plant } from './lending.ts';

const step = (name: string): string => `flows/pause/steps/${name}.json`;
const FLOW = 'flows/pause/flow.json';
const FIXTURE = 'flows/pause/fixtures/later.json';
const OFFERS = 'schemas/api/operations/pausesFor.json';
const OVERLAY = 'brands/elm/flows/pause.json';

/** The page's journey of people who are logged in, offered by the small lending brand to everybody. */
const written = readFileSync(join(projectDir, 'docs/tasks/flow.md'), 'utf8');
const pause = Object.fromEntries(
  [...written.matchAll(/```(?:json|markdown) my\/(\S+)\n([\s\S]*?)```/g)].flatMap(([, file = '', text = '']) =>
    /^brands|flows\/pause-check|fixtures\/granted/.test(file)
      ? []
      : [
          [
            file,
            text
              .replaceAll('brand.phoneNumber', 'brand.name')
              .replaceAll('"access": "customer"', '"access": "public"')
              .replace('"brand": "payday"', '"brand": "elm"'),
          ],
        ],
  ),
);
const journey: Files = planted({ ...lending, ...pause }, [['brands/elm/brand.json', '["loan"]', '["loan", "pause"]']]);

interface Slip {
  readonly what: string;
  readonly plants: readonly Plant[];
  readonly at: readonly [file: string, text: string];
  readonly says: RegExp;
}
const overlay = (change: object): Plant => [
  OVERLAY,
  JSON.stringify({ says: 'This brand does it otherwise', ...change }, undefined, 1),
];
/** A page that tells of a document by a widget, with what its event does. */
const opened = (reaction: string): Plant => [
  step('terms'),
  '"layout": [',
  `"layout": [{ "widget": "agreements", "id": "papers", "options": { "documents": ["pause-costs"] }, "events": { "opened": ${reaction} } },\n`,
];
const slip = (
  what: string,
  [file, from, to]: readonly [file: string, from: string, to: string],
  told: RegExp | Pick<Slip, 'says' | 'at'>,
): Slip => ({ what, plants: [[file, from, to]], ...(told instanceof RegExp ? { says: told, at: [file, to] } : told) });

const slips: readonly Slip[] = [
  // Names
  slip('a field misspelt in the layout', [step('about'), '"layout": ["since"]', '"layout": ["sinec"]'], {
    says: /no field "sinec".*The same is wrong at flows\/pause\/steps\/about\.json:3/,
    at: [step('about'), '"layout": ["sinec"]'],
  }),
  slip('a field with another id', [step('about'), '"since": { "bind"', '"sinec": { "bind"'], {
    says: /no field "since"/,
    at: [step('about'), '"layout": ["since"]'],
  }),
  slip(
    'a misspelt answer',
    [step('about'), '"bind": "pause.since"', '"bind": "pause.sinec"'],
    /"pause\.sinec" is not declared/,
  ),
  slip('a step misspelt in `to`', [step('offers'), '"to": "terms"', '"to": "temrs"'], /no step "temrs"/),
  slip('a step misspelt on the line', [FLOW, '"offers", "terms"', '"offers", "temrs"'], /no step "temrs"/),
  slip(
    'a step with another id than its file',
    [step('terms'), '"id": "terms"', '"id": "temrs"'],
    /not the name of its file/,
  ),
  slip('an end misspelt', [step('offers'), '"to": "no-offer"', '"to": "no-ofer"'], /no step "no-ofer"/),
  slip('an operation misspelt', [step('offers'), '"pausesFor"', '"pauseFor"'], /no operation "pauseFor"/),
  slip(
    'an outcome misspelt where it is answered',
    [step('offers'), '"on": { "none"', '"on": { "noen"'],
    /never ends with "noen"/,
  ),
  slip('an outcome misspelt where it is declared', [OFFERS, '"outcomes": { "none"', '"outcomes": { "noen"'], {
    says: /never ends with "none"/,
    at: [step('offers'), '"on": {'],
  }),
  slip('an input misspelt in a call', [step('offers'), '"with": { "owed"', '"with": { "owd"'], /no input "owd"/),
  slip('an input misspelt where it is declared', [OFFERS, '"properties": { "owed"', '"properties": { "owd"'], {
    says: /no input "owed"/,
    at: [step('offers'), '"with": {'],
  }),
  slip(
    'a document misspelt',
    [step('terms'), '"disclosure": "pause-costs"', '"disclosure": "pause-cost"'],
    /no document "pause-cost"/,
  ),
  slip(
    'a control misspelt',
    [step('about'), '"control": "textarea"', '"control": "textarae"'],
    /Nothing draws "textarae"/,
  ),
  slip('a rule misspelt', [step('about'), '"when": "is-ill"', '"when": "is-il"'], /no rule "is-il"/),
  slip('a status misspelt where it is declared', [FLOW, '"SENT": {', '"SNET": {'], {
    says: /can be "SENT"/,
    at: ['schemas/api/operations/decidePause.json', '"from": ["SENT"]'],
  }),
  slip('an end misspelt where it is declared', [FLOW, '"outcomes": ["granted"', '"outcomes": ["grantd"'], {
    says: /no outcome "granted"/,
    at: [step('granted'), '"outcome"'],
  }),
  slip(
    'a button of an item misspelt',
    [step('offers'), '"action": "take"', '"action": "tak"'],
    /does nothing when "tak"/,
  ),
  // Lists
  slip(
    'a part of an item misspelt in its question',
    [step('bills'), '"bind": "amount"', '"bind": "amuont"'],
    /no part "amuont"/,
  ),
  slip(
    'a part of an item misspelt where it is declared',
    [FLOW, '"amount": { "type": "integer" }', '"amuont": { "type": "integer" }'],
    {
      says: /has no "amount".*The same is wrong at flows\/pause\/steps\/bills\.json:5/,
      at: ['flows/pause/values/owed.json', '"says"'],
    },
  ),
  slip(
    'a part of a result misspelt where it is declared',
    [OFFERS, '"id": { "type": "string" }, "weeks"', '"id": { "type": "string" }, "weks"'],
    { says: /"item\.weeks"/, at: [step('offers'), 'item.weeks'] },
  ),
  slip(
    'a part of a list of another type',
    [step('bills'), '"bind": "to", "type": "string"', '"bind": "to", "type": "integer"'],
    /is integer, but .* declared string/,
  ),
  slip(
    'a part of a list with a control for another type',
    [step('bills'), '"label": "How much"', '"control": "text", "label": "How much"'],
    /"text" writes string, but the field "amount" is integer/,
  ),
  slip(
    'a part of a list of a value that is not there',
    [step('bills'), '/values/money', '/values/mony'],
    /no value "mony"/,
  ),
  slip('a part of a list without a label', [step('bills'), ', "label": "To whom"', ''], {
    says: /no label/,
    at: [step('bills'), '"to": {'],
  }),
  slip(
    'a part of a list with a limit of another type',
    [step('bills'), '"maxLength": 40', '"minimum": 3'],
    /limits numbers/,
  ),
  slip(
    'a choice of several that the answer cannot be',
    [step('reasons'), '"value": "illness"', '"value": "ilness"'],
    /"ilness" is not a value/,
  ),
  // Forms
  slip(
    'a number out of range in one of the ways to save',
    [FLOW, '"keptDays": 30', '"keptDays": 0'],
    /^"keptDays" must be >= 1/,
  ),
  slip(
    'a status that lacks a part, in one of the ways to save',
    [FLOW, '"OPEN": { "keptDays": 14 }', '"OPEN": {}'],
    /^"OPEN" lacks "keptDays"/,
  ),
  slip(
    'a regular expression that is none',
    [step('bills'), '"maxLength": 40', '"pattern": "^[0-9{3}$", "messages": { "invalid": "Three digits" }'],
    /^"pattern" is no regular expression: "\^\[0-9\{3\}\$": unterminated character class\.$/,
  ),
  slip(
    'an item of a list that is none of those',
    [
      step('bills'),
      '"maxItems": 4',
      '"maxItems": 4, "file": { "accept": ["application/pdf", "image/gif"], "maxBytes": 300000 }',
    ],
    /^An item of "accept" must be one of/,
  ),
  slip(
    'a clock that is no instant',
    [FIXTURE, /"clock": "[^"]*"/.exec(journey[FIXTURE] ?? '')?.[0] ?? '', '"clock": "20.11.2026"'],
    /^"clock": "20\.11\.2026" is not written as "2026-11-20T15:00:00Z" is\.$/,
  ),
  {
    what: 'a number in the place of words',
    plants: [overlay({ set: { 'steps/offers/title': 42 } })],
    at: [OVERLAY, '42'],
    says: /must be string, but is number/,
  },
  // Told once, where it was made
  slip(
    'a cookie misspelt where it is written',
    [step('reasons'), '"label": "Continue"', '"label": "Continue", "set": { "cookies.welcomModal": "seen" }'],
    /^There is no cookie "welcomModal"/,
  ),
  slip(
    'a question that is answered by one choice where the answer is several',
    [step('reasons'), '"type": "array"', '"type": "string"'],
    /is string, but the answer "pause.reasons" is declared array/,
  ),
  slip(
    'a fixture asks a stand-in for an outcome that it does not declare',
    [
      FIXTURE,
      '"person": "core-customer" }',
      '"person": "core-customer", "outcomes": { "pausesFor": ["unavailable"] } }',
    ],
    /"pausesFor" is a stand-in, .* declares no "unavailable": a stand-in always answers/,
  ),
  slip(
    'a stand-in answers what ends a call without an answer',
    [OFFERS, '"outcome": "none"', '"outcome": "unavailable"'],
    /does not declare the outcome "unavailable", and no stand-in ends so by itself/,
  ),
  {
    what: 'a fixture answers what the overlay of its brand removes, and nothing else reads',
    plants: [
      [FLOW, '"words": { "type": "string" }', '"words": { "type": "string" }, "more": { "type": "string" }'],
      [step('about'), '"layout": ["words"]', '"layout": ["words", "more"]'],
      [
        step('about'),
        '"words": { "bind"',
        '"more": { "bind": "pause.more", "type": "string", "maxLength": 30, "required": false, "label": "More" },\n"words": { "bind"',
      ],
      [
        FIXTURE,
        '{ "at": "pause/about.words", "press"',
        '{ "at": "pause/about.words", "answer": { "more": "x" } }, { "press"',
      ],
      overlay({ remove: ['about/more'] }),
    ],
    at: [FIXTURE, '"more"'],
    says: /^The brand "elm" removes the question "more" of the step "pause\/about/,
  },
  // What stand-ins answer
  slip(
    'an answer of another type',
    [OFFERS, '"weeks": 2', '"weeks": "2"'],
    /"weeks" is string, but is declared integer/,
  ),
  slip('an answer without a part', [OFFERS, ', "says": "two weeks"', ''], {
    says: /lacks its part "says"/,
    at: [OFFERS, '"value": {"offers"'.replace('{"', '{ "')],
  }),
  slip(
    'an answer with a part that nobody declared',
    [OFFERS, '{ "value": { "offers": [', '{ "value": { "offrs": ['],
    /"offrs", which the operation does not declare/,
  ),
  slip('an answer of a computed text', [OFFERS, '"weeks": 2', '"weeks": { "cat": ["a", "b"] }'], /"weeks" is string/),
  slip(
    'an answer from an input of another type',
    [OFFERS, '"says": "two weeks"', '"says": { "var": "input.owed" }'],
    /"says" is number/,
  ),
  // Several choices, and messages that not everybody can be told
  slip(
    'a choice misspelt that a rule looks for',
    ['flows/pause/rules/is-ill.json', '["illness"', '["ilness"'],
    /"answers\.pause\.reasons" can never be "ilness"/,
  ),
  slip(
    'a choice misspelt that a rule looks for item by item',
    [
      'flows/pause/rules/is-ill.json',
      '{ "in": ["illness", { "var": "answers.pause.reasons" }] }',
      '{ "some": [{ "var": "answers.pause.reasons" }, { "==": [{ "var": "" }, "ilness"] }] }',
    ],
    /can never be "ilness"/,
  ),
  slip(
    'several choices compared with one of them',
    [
      'flows/pause/rules/is-ill.json',
      '{ "in": ["illness", { "var": "answers.pause.reasons" }] }',
      '{ "==": ["illness", { "var": "answers.pause.reasons" }] }',
    ],
    /compares string with array/,
  ),
  slip(
    'what stays on a page says what not everybody has told',
    [
      step('review'),
      '[{ "call": "sendPause",',
      '[{ "call": "sendPause", "on": { "unavailable": { "stay": true, "message": "Wait {{answers.pause.words}}" } },',
    ],
    /Not everybody who sees this error has "answers\.pause\.words"/,
  ),
  slip(
    'a question of an item says what not everybody has told',
    [
      step('bills'),
      '"label": "To whom"',
      '"label": "To whom", "messages": { "required": "To whom, {{answers.pause.words}}" }',
    ],
    /Not everybody who sees this error/,
  ),
  slip(
    'a check of an item says what not everybody has told',
    [
      step('bills'),
      '"name": "bill",',
      '"name": "bill", "checks": [{ "assert": { "<=": [{ "var": "item.amount" }, 10000000] }, "at": "amount", "message": "Not {{answers.pause.words}}" }],',
    ],
    /Not everybody who sees this error/,
  ),
  // Pages
  slip('a page without a title', [step('offers'), ', "title": "How long?"', ''], {
    says: /no title/,
    at: [step('offers'), '"id": "offers", "kind"'],
  }),
  slip('a page without a button', [step('bills'), ', "actions": [{ "id": "continue", "label": "Continue" }]', ''], {
    says: /no button, and nothing else/,
    at: [step('bills'), '"id": "bills"'],
  }),
  slip(
    'a button that only stays',
    [step('bills'), '"label": "Continue" }', '"label": "Continue", "next": [{ "stay": true }] }'],
    /leads on: this button stays here/,
  ),
  slip('a repeat that only stays', [step('offers'), '"next": [{ "to": "terms" }]', '"next": [{ "stay": true }]'], {
    says: /no button, and nothing else/,
    at: [step('offers'), '"id": "offers", "kind"'],
  }),
  slip(
    'a button beside another that only stays',
    [
      step('bills'),
      '"label": "Continue" }',
      '"label": "Continue" }, { "id": "again", "label": "Again", "next": [{ "stay": true }] }',
    ],
    /Nothing happens when "again"/,
  ),
  {
    what: 'a part of an event misspelt',
    plants: [opened('{ "set": { "answers.pause.words": { "var": "payload.idTg" } } }')],
    at: [step('terms'), 'payload.idTg'],
    says: /no fact "payload\.idTg"/,
  },
  {
    what: 'a part of an event of another type',
    plants: [opened('{ "set": { "answers.pause.weeks": { "var": "payload.idTag" } } }')],
    at: [step('terms'), 'payload.idTag'],
    says: /is set to string/,
  },
  slip(
    'a button of an item brings nothing',
    [step('offers'), 'item.weeks', 'payload.weeks'],
    /no fact "payload\.weeks"/,
  ),
  slip(
    'a part of a message misspelt',
    [
      step('asked'),
      '"timers"',
      '"listen": [{ "channel": "draft", "on": { "GRANTED": { "stay": true, "message": "{{payload.sttus}}" } } }], "timers"',
    ],
    /no fact "payload\.sttus"/,
  ),
  // Words
  ...(
    [
      ['label', step('about'), '"label": "Since when"'],
      ['copy', step('about'), '"copy": "Two more questions."'],
      ['message', step('about'), '"message": "Enter a day that has been"'],
      ['required', step('reasons'), '"required": "Choose one at least"'],
      ['label', step('bills'), '"label": "To whom"'],
      ['title', step('bills'), '"title": "{{item.to}}"'],
      ['title', step('offers'), '"title": "How long?"'],
      ['label', step('reasons'), '"label": "I lost work"'],
      ['title', 'flows/pause/dialogs/sure.json', '"title": "Send it?"'],
      ['title', FLOW, '"title": "Your pause"'],
      ['why', FLOW, '"why": "You have sent your request."'],
      ['link', step('terms'), '"link": "What happens afterwards"'],
      ['name', 'brands/elm/brand.json', '"name": "Elm Loans"'],
      ['says', 'flows/pause/rules/is-ill.json', '"says": "An illness is among the reasons"'],
    ] as const
  ).flatMap(([key, file, from]) =>
    ['', '  ', '\u00a0'].map((blank) =>
      slip(
        `${JSON.stringify(blank)} in the place of ${from}`,
        [file, from, `"${key}": "${blank}"`],
        new RegExp(`^"${key}" is blank`),
      ),
    ),
  ),
  slip(
    'a document without words',
    ['compliance/disclosures/pause-costs/1.md', 'A pause costs nothing. Interest runs on.', ' '],
    { says: /no words/, at: ['compliance/disclosures/pause-costs/1.md', '---\n \n'] },
  ),
  slip(
    'a document with a blank title',
    ['compliance/disclosures/pause-costs/1.md', 'title: What a pause costs', 'title: " "'],
    /lacks "title"/,
  ),
  // Colors
  slip(
    'no color of a brand',
    ['brands/elm/brand.json', '"name"', '"headerColor": "bleu", "name"'],
    /^"bleu" is no color\.$/,
  ),
  {
    what: 'no color of a theme',
    plants: [['brands/elm/theme.json', '{ "color": {},\n"panel": "grn", "font": {}, "radius": {} }']],
    at: ['brands/elm/theme.json', '"grn"'],
    says: /^"grn" is no color\.$/,
  },
  // Fixtures
  slip(
    'a fixture presses what is not there',
    [FIXTURE, '{ "at": "pause/asked"', '{ "press": "conti" }, { "at": "pause/asked"'],
    /button "conti"/,
  ),
  slip(
    'a fixture uses a widget that is not there',
    [FIXTURE, '"widget": "offers"', '"widget": "ofers"'],
    /no widget "ofers"/,
  ),
  slip(
    'a fixture has a widget tell what nothing reacts to',
    [FIXTURE, '"event": "take"', '"event": "tak"'],
    /"tak": nobody can play it/,
  ),
  slip('a fixture does not say which item', [FIXTURE, '"item": 2, ', ''], {
    says: /once for each item/,
    at: [FIXTURE, '"widget": "offers"'],
  }),
  slip('a fixture presses what no dialog has', [FIXTURE, '"dialog": "yes"', '"dialog": "yse"'], /button "yse"/),
  slip(
    'a fixture follows a link that is not there',
    [FIXTURE, '{ "at": "pause/asked"', '{ "at": "pause/terms", "link": "What happens" }, { "at": "pause/asked"'],
    /no link "What happens"/,
  ),
  slip(
    'a fixture gives an item a part it is not asked',
    [FIXTURE, '"to": "Rent"', '"ot": "Rent"'],
    /not asked for "ot"/,
  ),
  slip(
    'a fixture waits for news that does not come',
    [FIXTURE, '"elapse": 60', '"event": "GRANTD"'],
    /waits for no "GRANTD"/,
  ),
  slip(
    'a fixture expects a message at a question that is not there',
    [FIXTURE, '"expect": { ', '"expect": { "errors": { "nothing": "x" }, '],
    /asks no "nothing"/,
  ),
  slip(
    'a fixture leaves for an address that is not there',
    [FIXTURE, '"expect": { ', '"expect": { "leaves": "nowhere", '],
    /no address "nowhere"/,
  ),
  slip(
    'a fixture asks a stand-in for an outcome where a server answers',
    [FIXTURE, '"person": "core-customer" }', '"person": "core-customer", "outcomes": { "pausesFor": ["none"] } }'],
    /"pausesFor" is a stand-in/,
  ),
  {
    what: 'a fixture brings what the event does not',
    plants: [
      opened('{ "next": [{ "stay": true }] }'),
      [
        FIXTURE,
        '{ "at": "pause/asked"',
        '{ "at": "pause/terms", "widget": "papers", "event": "opened", "payload": { "idTg": "x", "hash": "y" } },\n{ "at": "pause/asked"',
      ],
    ],
    at: [FIXTURE, '"payload"'],
    says: /does not bring this/,
  },
  // What an overlay takes away and something still reads, told at the change with who reads it
  ...(
    [
      [
        'the set of an event',
        { unset: ['steps/offers/layout/offers/events/take/set'] },
        /"answers\.pause\.weeks".* So it does at .*steps\/review\.json/,
      ],
      [
        'a part of an item that a value reads',
        { unset: ['steps/bills/fields/bills/item/fields/amount'] },
        /values\/owed\.json:1: No item .* ever has "amount".* So it does at flows\/pause\/fixtures/,
      ],
      [
        'a part of an item that its title reads',
        { unset: ['steps/bills/fields/bills/item/fields/to'] },
        /steps\/bills\.json:3: No item .* ever has "to"/,
      ],
      [
        'a page of a step',
        { unset: ['steps/about/pages/since'] },
        /steps\/about\.json:3: The field "since" is on no place.* So it does at flows\/pause\/fixtures/,
      ],
      [
        'a field of a page',
        { unset: ['steps/about/fields/since'] },
        /steps\/about\.json:7: This step has no field "since".* So it does at flows\/pause\/steps\/about\.json:9/,
      ],
      ['a status of the draft', { unset: ['flow/saves/statuses/SENT'] }, /can be "SENT".* So it does at/],
      [
        'a call',
        { unset: ['steps/offers/load'] },
        /"pauses" is not declared.* So it does at flows\/pause\/steps\/no-offer\.json:1/,
      ],
      ['the first step', { remove: ['reasons'] }, /starts with "about".* So it does at flows\/pause\/fixtures/],
      ['a field that a rule reads', { remove: ['reasons/reasons'] }, /fixtures\/later\.json:4/],
      [
        'a document that an obligation wants',
        { unset: ['steps/terms/layout/pause-costs'] },
        /obligation "costs-before-sending"/,
      ],
      ['a button', { unset: ['steps/reasons/actions/continue'] }, /no button, and nothing else/],
    ] as const
  ).map(
    ([what, change, says]): Slip => ({
      what: `an overlay takes away ${what}`,
      plants: [overlay(change)],
      at: [OVERLAY, JSON.stringify(Object.values(change)[0]?.[0])],
      says,
    }),
  ),
];

test('the journey without a slip has no problem', async () => expect(await checked(journey)).toEqual([]));

test.each(slips)('one problem: $what', async ({ plants, at, says }) => {
  const files = planted(journey, plants);
  const problems = await checked(files);
  expect(problems.map(({ file, line }) => `${file}:${line}`)).toEqual([lineOf(files, ...at)]);
  expect(problems[0]?.message).toMatch(says);
});

test('an overlay takes away a field that a rule reads: who reads it is told, of a journey that no fixture plays', async () => {
  const { [FIXTURE]: _, ...unplayed } = journey;
  const problems = await checked(planted(unplayed, [overlay({ remove: ['reasons/reasons'] })]));
  expect(problems.map(({ file, line }) => `${file}:${line}`)).toEqual([`${OVERLAY}:4`]);
  expect(problems[0]?.message).toMatch(/rules\/is-ill\.json:1: Nobody ever has the answer "answers\.pause\.reasons"/);
});

/** The same journey offered by a second brand, which has no overlay: there everything is asked. */
const beside: Files = {
  ...journey,
  'brands/oak/brand.json': (journey['brands/elm/brand.json'] ?? '').replaceAll('elm', 'oak').replaceAll('Elm', 'Oak'),
};

test.each([
  [
    'a field that a rule reads',
    { remove: ['reasons/reasons'] },
    /rules\/is-ill\.json:1: Nobody of the brand "elm" ever/,
  ],
  [
    'a field that a rule reads and a fixture answers',
    { remove: ['reasons/reasons'] },
    /rules\/is-ill\.json:1: Nobody of the brand "elm" ever.* So it does at flows\/pause\/fixtures\/later\.json:4/,
  ],
  [
    'a part of an item that a value reads',
    { unset: ['steps/bills/fields/bills/item/fields/amount'] },
    /values\/owed\.json:1: No item .* ever has "amount"/,
  ],
])('an overlay of one brand takes away %s, which another brand asks', async (what, change, says) => {
  const { [FIXTURE]: _, ...unplayed } = beside;
  const files = planted(/fixture/.test(what) ? beside : unplayed, [overlay(change)]);
  const problems = await checked(files);
  expect(problems.map(({ file, line }) => `${file}:${line}`)).toEqual([`${OVERLAY}:4`]);
  expect(problems[0]?.message).toMatch(says);
});

test('the note of a page may look for what one brand does not ask there', async () => {
  const note =
    '"layout": ["reasons", { "note": "We are sorry.", "when": { "in": ["work", { "var": "answers.pause.reasons" }] } }';
  const { [FIXTURE]: _, ...unplayed } = beside;
  const files = planted(unplayed, [
    [step('reasons'), '"layout": ["reasons"', note],
    overlay({ remove: ['reasons/reasons'] }),
  ]);
  const told = await checked(files);
  expect(told.map(({ message }) => message).join()).not.toMatch(/steps\/reasons\.json:\d+: Nobody/);
});

test('the engine alone answers a stand-in as a fixture asks, and with what the operation brings then', async () => {
  const asking = (outcomes: object) =>
    planted(journey, [
      [FIXTURE, '"title"', '"executors": ["core"], "title"'],
      [FIXTURE, '"person": "core-customer" }', `"person": "core-customer", "outcomes": ${JSON.stringify(outcomes)} }`],
    ]);
  const play = async (outcomes: object): Promise<readonly string[]> => {
    const files = asking(outcomes);
    expect(await checked(files)).toEqual([]);
    const { products } = loadedOf(await loadContent(files, options));
    return runFixture(productNamed(products, 'elm'), readFixture(FIXTURE, files[FIXTURE] ?? '')).path;
  };
  expect((await play({})).at(-1)).toBe('pause/later');
  expect((await play({ pausesFor: ['none'] })).at(-1)).toBe('pause/no-offer');
  expect((await play({ decidePause: ['declined'] })).at(-1)).toBe('pause/declined');
  // By its inputs it would answer later.
  expect((await play({ decidePause: ['ok'] })).at(-1)).toBe('pause/granted');
});
