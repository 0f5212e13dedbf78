import { expect, test } from 'vitest';
import { concernsOf, resolveContent } from '../../compile/index.ts';
import { changed, options, placeOf, problemsOf, type Change } from './content.ts';

const APP = 'flows/app.json';
const AMOUNT = 'flows/visit/steps/amount.json';
const WAITING = 'flows/visit/steps/waiting.json';
const DONE = 'flows/visit/steps/done.json';
const RULE = 'flows/visit/rules/is-adult.json';
const MO = 'compliance/states/MO.json';
const NOTICE = 'compliance/disclosures/visit-notice/1.md';
const HOME = '"home": [{ "to": "visit/name" }]';
const ADULT = '{ ">=": [{ "var": "values.age" }, 18] }';
const COPY = '{ "copy": "You are {{values.age}}." }';

const route = (operator: string, flow: string): Change => [
  RULE,
  ADULT,
  `{ "and": [${ADULT}, { "${operator}": ${operator === 'in' ? `[{ "var": "route.flow" }, ["visit", "${flow}"]]` : `[{ "var": "route.flow" }, "${flow}"]`} }] }`,
];
const calls: Change = [
  WAITING,
  '"call": "getCurrentDate", "as": "state"',
  '"call": "applicationState", "with": { "id": "1" }, "as": "state", "on": { "UNSUBMITTED": { "to": "name" } }',
];
const hears = (event: string, more = ''): Change => [
  WAITING,
  '"next":',
  `"listen": [{ "channel": "application", "with": {}, "on": { "${event}": { "to": "done" } }, "poll": "applicationState"${more} }],\n  "next":`,
];
const listensTo = (channel: string): Change => [
  WAITING,
  '"next":',
  `"listen": [{ "channel": "${channel}", "on": { "ORIGINATED": { "to": "done" } } }],\n  "next":`,
];
const reasons = (path: string): Change => [
  DONE,
  COPY,
  `{ "repeat": { "var": "results.state.reasons" }, "of": "store-card", "options": { "name": { "var": "${path}" } } }`,
];
const front = (line: string): Change => [NOTICE, 'from: 2020-01-01', `from: 2020-01-01\n${line}`];
const obligation = (more: string): Change => [
  'compliance/obligations/a.json',
  `{ "says": "Shown", "before": { "step": "visit/done" }, ${more} "shown": "visit-notice", "citation": "Test" }`,
];
const row = (tags: string): Change => [
  MO,
  '"until": null, ',
  `"until": null, "disclosures": { "agreements": ${tags} }, `,
];
const errors = (routes: string): Change => [APP, HOME, `${HOME},\n  "errors": ${routes}`];

interface Mistake {
  readonly what: string;
  readonly changes: readonly [Change, ...Change[]];
  readonly code: string;
  /** File and text at whose only place the problem stands. */
  readonly at: readonly [file: string, text: string];
  readonly says: RegExp;
  readonly fix: RegExp;
}
const mistakes: readonly Mistake[] = [
  {
    what: 'a flow that is none, in a comparison',
    changes: [route('==', 'vist')],
    code: 'comparison',
    at: [RULE, '"vist"'],
    says: /"route.flow" can never be/,
    fix: /Did you mean "visit"\?/,
  },
  {
    what: 'a flow that is none, in a list',
    changes: [route('in', 'vist')],
    code: 'comparison',
    at: [RULE, '"vist"'],
    says: /"route.flow" can never be/,
    fix: /visit/,
  },
  {
    what: 'an event that the channel never tells',
    changes: [calls, hears('ORIGINTED')],
    code: 'call',
    at: [WAITING, '"ORIGINTED"'],
    says: /The channel "\w+" never tells/,
    fix: /Did you mean "ORIGINATED"\?/,
  },
  {
    what: 'a channel that there is not',
    changes: [calls, listensTo('aplication')],
    code: 'call',
    at: [WAITING, '"aplication"'],
    says: /There is no channel "aplication"/,
    fix: /Did you mean "application"\?/,
  },
  {
    what: 'the channel of a draft in a flow that keeps none',
    changes: [calls, listensTo('draft')],
    code: 'call',
    at: [WAITING, '"draft"'],
    says: /keeps no draft/,
    fix: /"application"/,
  },
  {
    what: 'an unknown name of an item',
    changes: [calls, reasons('item.txt')],
    code: 'fact',
    at: [DONE, '"item.txt"'],
    says: /no fact "item\.\w+": "\w+" is not declared/,
    fix: /Did you mean "text"\?/,
  },
  {
    what: 'an unknown name of an item, in words',
    changes: [
      calls,
      [
        DONE,
        COPY,
        '{ "repeat": { "var": "results.state.reasons" }, "of": "store-card", "options": { "name": { "cat": ["a", { "var": "item.zzzzzzz" }] } } }',
      ],
    ],
    code: 'fact',
    at: [DONE, '"item.zzzzzzz"'],
    says: /"zzzzzzz" is not declared/,
    fix: /An item has code, text/,
  },
  {
    what: 'a state that is none, in front matter',
    changes: [front('states: [MO, MOO]')],
    code: 'document',
    at: [NOTICE, '[MO, MOO]'],
    says: /There is no state "MOO"/,
    fix: /Did you mean "MO"\?/,
  },
  {
    what: 'a product that is none, in front matter',
    changes: [front('products: [PDLL]')],
    code: 'document',
    at: [NOTICE, '[PDLL]'],
    says: /There is no product "PDLL"/,
    fix: /Did you mean "PDL"\?/,
  },
  {
    what: 'a brand that is none, in front matter',
    changes: [front('brands: [oak, oka]')],
    code: 'document',
    at: [NOTICE, '[oak, oka]'],
    says: /There is no brand "oka"/,
    fix: /oak/,
  },
  {
    what: 'front matter that names nobody',
    changes: [front('states: []')],
    code: 'document',
    at: [NOTICE, '[]'],
    says: /"states" names no state/,
    fix: /leave the line out/,
  },
  {
    what: 'a day that the calendar has not',
    changes: [[NOTICE, 'from: 2020-01-01', 'from: 2020-02-30']],
    code: 'document',
    at: [NOTICE, '2020-02-30'],
    says: /no day of the calendar/,
    fix: /year-month-day/,
  },
  {
    what: 'a last day that the calendar has not',
    changes: [front('until: 2027-06-31')],
    code: 'document',
    at: [NOTICE, '2027-06-31'],
    says: /"until" must be a date.*no day of the calendar/,
    fix: /year-month-day/,
  },
  {
    what: 'a document that a row of another state lists',
    changes: [
      row('["ks-notice"]'),
      [
        'compliance/disclosures/ks-notice/1.md',
        '---\nidTag: ks-notice\ntitle: Kansas\ntype: notice\nfrom: 2020-01-01\nstates: [KS]\n---\nWords',
      ],
      [
        'compliance/states/KS.json',
        '{ "abbr": "KS", "name": "Kansas", "rows": [{ "from": "2020-01-01", "until": null, "minimumAge": 18, "idPattern": "^[A-Z]$", "idValid": ["A", "B"], "idInvalid": ["1", "2"], "citation": "Test row" }] }',
      ],
    ],
    code: 'document',
    at: [MO, '"ks-notice"'],
    says: /"ks-notice" is not for MO/,
    fix: /Add MO there/,
  },
  {
    what: 'a document of one state at the foot of every page',
    changes: [front('states: [MO]'), [APP, HOME, `${HOME},\n  "footer": { "disclosures": ["visit-notice"] }`]],
    code: 'document',
    at: [APP, '"visit-notice"'],
    says: /Everybody sees the foot of the page/,
    fix: /"when"/,
  },
  {
    what: 'an obligation about a product that is none',
    changes: [obligation('"products": ["PDL", "PDLL"],')],
    code: 'obligation',
    at: ['compliance/obligations/a.json', '"PDLL"'],
    says: /There is no product "PDLL"/,
    fix: /Did you mean "PDL"\?/,
  },
  {
    what: 'an obligation that a brand owes which is none',
    changes: [obligation('"brands": ["oak", "oka"],')],
    code: 'obligation',
    at: ['compliance/obligations/a.json', '"oka"'],
    says: /There is no brand "oka"/,
    fix: /Did you mean "oak"\?/,
  },
  {
    what: 'an obligation that a brand owes which has no such journey',
    changes: [
      ['brands/elm/brand.json', '{ "key": "elm", "name": "Elm", "flows": [] }'],
      obligation('"brands": ["elm"],'),
    ],
    code: 'obligation',
    at: ['compliance/obligations/a.json', '"elm"'],
    says: /The brand "elm" has no flow "visit"/,
    fix: /brands\/elm\/brand\.json/,
  },
  {
    what: 'an obligation since a change of what nothing changes',
    changes: [obligation('"since": { "facts": ["answers.made.nothing"] },')],
    code: 'obligation',
    at: ['compliance/obligations/a.json', '"answers.made.nothing"'],
    says: /Nothing ever changes "answers\.made\.nothing"/,
    fix: /./,
  },
  {
    what: 'an obligation since an outcome that nothing has',
    changes: [obligation('"since": { "outcomes": ["ANEW"] },')],
    code: 'obligation',
    at: ['compliance/obligations/a.json', '"ANEW"'],
    says: /No operation has the outcome "ANEW"/,
    fix: /./,
  },
  {
    what: 'an obligation to agree to a document that is none',
    changes: [
      [
        'compliance/obligations/a.json',
        '{ "says": "Agreed", "before": { "step": "visit/done" }, "agreed": "visit-notise", "citation": "Test" }',
      ],
    ],
    code: 'obligation',
    at: ['compliance/obligations/a.json', '"visit-notise"'],
    says: /There is no document "visit-notise"/,
    fix: /Did you mean "visit-notice"\?/,
  },
  {
    what: 'a home behind one for everybody',
    changes: [
      [
        APP,
        HOME,
        '"home": [{ "to": "visit/name" }, { "when": { "==": [{ "var": "session.isAuthenticated" }, true] }, "leave": "away" }]',
      ],
    ],
    code: 'way',
    at: [APP, '[{ "to": "visit/name" }'],
    says: /In "home" of "app.json" a target without "when" stands before others/,
    fix: /to the end/,
  },
  {
    what: 'a way behind one for everybody, of a button',
    changes: [
      [
        AMOUNT,
        '"next": [{ "when": { "==": [{ "var": "answers.visit.reason" }, "LOAN"] }, "to": "waiting" }, { "to": "done" }]',
        '"next": [{ "to": "done" }, { "when": { "==": [{ "var": "answers.visit.reason" }, "LOAN"] }, "to": "waiting" }]',
      ],
    ],
    code: 'way',
    at: [AMOUNT, '[{ "to": "done" }'],
    says: /In "next" of "book" a target without "when" stands before others/,
    fix: /to the end/,
  },
  {
    what: 'an error route behind one for everybody',
    changes: [
      errors(
        '[{ "on": ["failed", "unavailable"], "leave": "away" }, { "on": ["unavailable"], "when": { "==": [{ "var": "session.isAuthenticated" }, true] }, "to": "visit/name" }]',
      ),
    ],
    code: 'way',
    at: [APP, '"unavailable"], "when"'],
    says: /a target for "unavailable" without "when" stands before this one/,
    fix: /behind this one/,
  },
];

test.each(mistakes)('$what is told at its place', ({ changes, code, at: [file, text], says, fix }) => {
  const found = problemsOf(...changes).filter((one) => one.code === code && says.test(one.message));
  expect(
    found.map((one) => `${one.file}:${one.line}:${one.column}`),
    JSON.stringify(problemsOf(...changes), undefined, 1),
  ).toEqual([placeOf(changed(...changes), file, text)]);
  expect(found[0]?.fix).toMatch(fix);
});

const right: readonly { readonly what: string; readonly changes: readonly [Change, ...Change[]] }[] = [
  { what: 'a flow by its name', changes: [route('!=', 'visit')] },
  { what: 'an event that the poll may come to', changes: [calls, hears('ORIGINATED')] },
  {
    what: 'an event of a channel of which nothing is declared',
    changes: [
      [
        WAITING,
        '"next":',
        '"listen": [{ "channel": "elsewhere", "with": {}, "on": { "ANYTHING": { "to": "done" } } }],\n  "next":',
      ],
    ],
  },
  { what: 'a declared name of an item', changes: [calls, reasons('item.text')] },
  {
    what: 'an item of which nothing is declared',
    changes: [
      calls,
      [
        DONE,
        COPY,
        '{ "repeat": { "map": [{ "var": "results.state.reasons" }, { "var": "text" }] }, "of": "store-card", "options": { "name": { "var": "item.anything" } } }',
      ],
    ],
  },
  { what: 'front matter that names what is there', changes: [front('states: [MO]\nbrands: [oak]\nproducts: [PDL]')] },
  { what: 'a leap day', changes: [[NOTICE, 'from: 2020-01-01', 'from: 2024-02-29']] },
  { what: 'an obligation about products', changes: [obligation('"products": ["PDL"],')] },
  { what: 'an obligation of some brands', changes: [obligation('"brands": ["oak"],')] },
  {
    what: 'a way for everybody at the end',
    changes: [
      [
        APP,
        HOME,
        '"home": [{ "when": { "==": [{ "var": "session.isAuthenticated" }, true] }, "leave": "away" }, { "to": "visit/name" }]',
      ],
    ],
  },
  {
    what: 'error routes for other outcomes',
    changes: [
      errors(
        '[{ "on": ["failed"], "leave": "away" }, { "on": ["unavailable"], "when": { "==": [{ "var": "session.isAuthenticated" }, true] }, "to": "visit/name" }]',
      ),
    ],
  },
];

test.each(right)('$what is right', ({ changes }) => {
  expect(
    problemsOf(...changes)
      .filter(({ code, message }) => mistakes.some((one) => one.code === code && one.says.test(message)))
      .map(({ message }) => message),
  ).toEqual([]);
});

const unseen: readonly Change[] = [
  ['compliance/disclosures/other/1.md', '---\nidTag: other\ntitle: Other\ntype: notice\nfrom: 2020-01-01\n---\nWords'],
  [
    'compliance/obligations/other-shown.json',
    '{ "says": "Shown", "before": { "step": "visit/done" }, "shown": "other", "citation": "Test" }',
  ],
];
const told = (...changes: readonly Change[]): readonly string[] => {
  const resolved = resolveContent(changed(...changes), options);
  expect(resolved.problems).toEqual([]);
  return concernsOf(resolved, false).map(({ file, message, fix }) => `${file}: ${message} ${fix}`);
};

test('a document that only an obligation names is shown by no page', () => {
  expect(told(...unseen)).toEqual([
    'compliance/disclosures/other/1.md: No page shows the document "other", though the obligation "other-shown" wants it shown. Put { "disclosure": "other" } into the layout of a page, or delete document and obligation.',
  ]);
});
test('a document that a page shows is not complained about', () => {
  expect(told(...unseen, [DONE, COPY, `${COPY}, { "disclosure": "other" }`])).toEqual([]);
});
