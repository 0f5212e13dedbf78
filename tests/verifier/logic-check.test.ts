import { describe, expect, test } from 'vitest';
import { resolveContent, type Problem } from '../../compile/index.ts';
import { exampleWords } from '../../verifier/check/example.ts';
import { ruleProblems } from '../../verifier/check/index.ts';
import { changed, files as small, options, placeOf, type Change } from '../compile/content.ts';

const NAME = 'flows/visit/steps/name.json';
const AMOUNT = 'flows/visit/steps/amount.json';
const RULE = 'flows/visit/rules/is-adult.json';
const ID_WHEN = '"when": "is-adult",\n      "pattern"';
const LAYOUT = '"layout": ["reason", { "disclosure": "visit-notice", "consent": "agreed" }]';
const NEXT = '[{ "when": { "==": [{ "var": "answers.visit.reason" }, "LOAN"] }, "to": "waiting" }, { "to": "done" }]';
const CHOICES = '[{ "value": "LOAN", "label": "A loan" }, { "value": "ADVICE", "label": "Advice" }]';

const state = '{ "var": "answers.contactInformation.address.stateCode" }';
const age = '{ "var": "values.age" }';
const reason = '{ "var": "answers.visit.reason" }';
const idWhen = (rule: string): Change => [NAME, ID_WHEN, `"when": ${rule},\n      "pattern"`];
const next = (ways: string): Change => [AMOUNT, NEXT, ways];
const layout = (items: string): Change => [
  AMOUNT,
  LAYOUT,
  `"layout": [${items}, "reason", { "disclosure": "visit-notice", "consent": "agreed" }]`,
];

interface Case {
  readonly what: string;
  readonly change: Change;
  readonly code: string;
  /** Text at whose only place the problem stands. */
  readonly at: string;
  readonly says: RegExp;
  readonly example: unknown;
}
const applicant = (personalInformation: unknown, rest: object = {}): unknown => ({
  answers: expect.objectContaining({ personalInformation, ...rest }),
});
const cases: readonly Case[] = [
  {
    what: 'a field for two states at once',
    change: idWhen(`{ "and": [{ "==": [${state}, "TX"] }, { "==": [${state}, "CA"] }] }`),
    code: 'never',
    at: '{ "and"',
    says: /The field "ID number" is never asked: nobody fits “the state is TX and the state is CA”/,
    example: { answers: { contactInformation: { address: { stateCode: 'TX' } } } },
  },
  {
    what: 'a field that contradicts its group',
    change: idWhen('{ "missing": ["answers.personalInformation.firstName"] }'),
    code: 'never',
    at: '{ "missing"',
    says: /its condition is .*, but what is around it is there only when “the first name is answered”/,
    example: { answers: { personalInformation: { firstName: expect.any(String) } } },
  },
  {
    what: 'a named rule that contradicts itself',
    change: [
      RULE,
      '"rule": { ">=": [{ "var": "values.age" }, 18] }',
      `"rule": { "and": [{ ">=": [${age}, 18] }, { "<": [${age}, 18] }] }`,
    ],
    code: 'never',
    at: '{ "and"',
    says: /The rule "is-adult" never holds/,
    example: { answers: { personalInformation: { dateOfBirth: expect.any(String) } } },
  },
  {
    what: 'a named rule that holds for everybody',
    change: [
      RULE,
      '"rule": { ">=": [{ "var": "values.age" }, 18] }',
      `"rule": { "or": [{ ">=": [${age}, 18] }, { "<": [${age}, 21] }] }`,
    ],
    code: 'always',
    at: '{ "or"',
    says: /The rule "is-adult" holds for everybody/,
    example: { answers: { personalInformation: { dateOfBirth: expect.any(String) } } },
  },
  {
    what: 'a condition nobody fails',
    change: idWhen(`{ "or": [{ "!=": [${state}, "TX"] }, { "!=": [${state}, "CA"] }] }`),
    code: 'always',
    at: '{ "or"',
    says: /asked of everybody .* all fit “the state is not TX or the state is not CA”/,
    example: expect.anything(),
  },
  {
    what: 'a condition that the group around it grants',
    change: idWhen('{ "!": [{ "missing": ["answers.personalInformation.firstName"] }] }'),
    code: 'always',
    at: '{ "!"',
    says: /as if it had no condition: its condition is .*, but what is around it is there only when “the first name is answered”/,
    example: applicant({ firstName: expect.any(String) }),
  },
  {
    what: 'a way for an age that an earlier page refuses',
    change: next(`[{ "when": { "<": [${age}, 18] }, "to": "waiting" }, { "to": "done" }]`),
    code: 'never',
    at: '{ "<"',
    says: /This way is never taken: .* who comes here has passed "Who comes\?", where “the visitor is at least 18”/,
    example: applicant({ dateOfBirth: expect.any(String) }),
  },
  {
    what: 'a way behind a wider one',
    change: next(
      `[{ "when": { ">=": [${age}, 21] }, "to": "waiting" }, { "when": { ">=": [${age}, 30] }, "to": "name" }, { "to": "done" }]`,
    ),
    code: 'shadowed',
    at: '{ ">=": [{ "var": "values.age" }, 30] }',
    says: /never taken: whenever .* 30.*, a way before it is taken already \(.* 21/,
    example: applicant({ dateOfBirth: expect.any(String) }),
  },
  {
    what: 'a way for every answer before others',
    change: next(
      `[{ "when": { "in": [${reason}, ["LOAN", "ADVICE"]] }, "to": "waiting" }, { "when": { "==": [${reason}, "ADVICE"] }, "to": "name" }, { "to": "done" }]`,
    ),
    code: 'always',
    at: '{ "in"',
    says: /nothing after it is reached/,
    example: { answers: { visit: { reason: 'LOAN' } } },
  },
  {
    what: 'a last way behind ways that take everybody',
    change: next(
      '[{ "when": { "answered": "answers.visit.reason" }, "to": "waiting" }, { "when": { "!": [{ "answered": "answers.visit.reason" }] }, "to": "name" }, { "to": "done" }]',
    ),
    code: 'shadowed',
    at: '{ "to": "done" }',
    says: /the ways before it take everybody/,
    example: undefined,
  },
  {
    what: 'somebody without a way on',
    change: next(
      `[{ "when": { "==": [${reason}, "LOAN"] }, "to": "waiting" }, { "when": { "and": [{ "==": [${reason}, "ADVICE"] }, { ">=": [${age}, 21] }] }, "to": "done" }]`,
    ),
    code: 'uncovered',
    at: '[{ "when": { "==": [',
    says: /From "Book" somebody gets nowhere: no way fits when/,
    example: { answers: expect.objectContaining({ visit: { reason: 'ADVICE' } }) },
  },
  {
    what: 'ways that overlap in part',
    change: next(
      `[{ "when": { ">=": [${age}, 21] }, "to": "waiting" }, { "when": { "<=": [${age}, 30] }, "to": "done" }]`,
    ),
    code: 'order',
    at: '{ "<="',
    says: /Two ways fit the same person, and only their order decides/,
    example: applicant({ dateOfBirth: expect.any(String) }),
  },
  {
    what: 'a choice for everybody but the youngest',
    change: [
      AMOUNT,
      CHOICES,
      `[{ "value": "LOAN", "label": "A loan", "when": { ">": [${age}, 20] } }, { "value": "ADVICE", "label": "Advice", "when": { ">=": [${age}, 30] } }]`,
    ],
    code: 'choices',
    at: '[{ "value"',
    says: /Somebody cannot get past this page: the field "Reason" must be answered, but no choice is offered when the date of birth is/,
    example: applicant({ dateOfBirth: expect.any(String) }),
  },
  {
    what: 'two parts that exclude each other, both shown',
    change: layout(
      `{ "oneOf": [{ "copy": "Young", "when": { "<": [${age}, 30] } }, { "copy": "Old", "when": { ">=": [${age}, 29] } }] }`,
    ),
    code: 'oneOf',
    at: '{ ">="',
    says: /Two parts that exclude each other are shown together when/,
    example: applicant({ dateOfBirth: expect.any(String) }),
  },
  {
    what: 'parts of which one must be shown, and none is',
    change: layout(
      `{ "oneOf": [{ "copy": "Young", "when": { "<": [${age}, 30] } }, { "copy": "Old", "when": { ">": [${age}, 30] } }] }`,
    ),
    code: 'oneOf',
    at: '[{ "copy"',
    says: /One of these parts must be shown, but none is when/,
    example: applicant({ dateOfBirth: expect.any(String) }),
  },
  {
    what: 'checks that nobody meets together',
    change: [
      NAME,
      '"checks": [',
      `"checks": [{ "assert": { "<": [${age}, 17] }, "at": "birth", "message": "Too old" }, `,
    ],
    code: 'never',
    at: '"is-adult", "at"',
    says: /Nobody can get past the page "Who comes\?": .* and “the visitor is at least 18” cannot be met together/,
    example: applicant({ dateOfBirth: expect.any(String) }),
  },
  {
    what: 'limits that leave somebody no answer',
    change: [
      AMOUNT,
      '"label": "Reason"',
      `"label": "Reason", "minLength": { "if": [{ ">=": [${age}, 65] }, 3, 1] }, "maxLength": { "if": [{ ">=": [${age}, 80] }, 2, 9] }`,
    ],
    code: 'bounds',
    at: '{ "if": [{ ">=": [{ "var": "values.age" }, 65] }',
    says: /Somebody cannot answer the field "Reason": its "minLength" is above its "maxLength" when the date of birth is/,
    example: applicant({ dateOfBirth: expect.any(String) }),
  },
];

function found(...changes: readonly Change[]): readonly Problem[] {
  const resolved = resolveContent(changed(...changes), options);
  expect(resolved.problems).toEqual([]);
  return ruleProblems(resolved);
}

describe('rules that decide nothing, or too much', () => {
  test.each(cases.map((one) => [one.what, one] as const))('%s', (_what, { change, code, at, says, example }) => {
    const [only, ...more] = found(change);
    expect(more).toEqual([]);
    expect(only).toMatchObject({ code, message: expect.stringMatching(says) });
    expect(`${only?.file}:${only?.line}:${only?.column}`).toBe(placeOf(changed(change), change[0], at));
    expect(only?.fix).not.toBe('');
    expect(only?.example).toEqual(example);
  });

  test('no choice for anybody is told at the field and at each choice', () => {
    const problems = found([
      AMOUNT,
      CHOICES,
      `[{ "value": "LOAN", "label": "A loan", "when": { "<": [${age}, 18] } }, { "value": "ADVICE", "label": "Advice", "when": { "<": [${age}, 17] } }]`,
    ]);
    expect(problems.map(({ code }) => code)).toEqual(['choices', 'never', 'never']);
    expect(problems[0]?.message).toMatch(/Nobody can get past this page/);
  });

  test('parts of which exactly one is shown are right; a field may stand among them', () => {
    const item = `{ "oneOf": [{ "copy": "Young", "when": { "<": [${age}, 30] } }, { "group": ["reason"], "when": { ">=": [${age}, 30] } }] }`;
    expect(
      found([AMOUNT, LAYOUT, `"layout": [${item}, { "disclosure": "visit-notice", "consent": "agreed" }]`]),
    ).toEqual([]);
  });

  test('what nobody meets in one brand, but somebody does in another, is right', () => {
    const other: Change = ['brands/elm/brand.json', small['brands/oak/brand.json'] ?? ''];
    const narrowed: Change = [
      'brands/elm/flows/visit.json',
      `{ "set": { "rules/is-adult/rule": { ">=": [${age}, 40] } } }`,
    ];
    const young: Change = next(`[{ "when": { "<": [${age}, 30] }, "to": "waiting" }, { "to": "done" }]`);
    expect(found(other, narrowed, young)).toEqual([]);
    expect(found([RULE, '18]', '40]'], young).map(({ code }) => code)).toEqual(['never']);
  });
});

test('what a call may have changed is not taken for what the page asked', () => {
  const signedIn = '{ "==": [{ "var": "session.isAuthenticated" }, true] }';
  const page: Change = [AMOUNT, '"kind": "form"', `"kind": "form",\n  "when": { "!": [${signedIn}] }`];
  expect(found(page, next(`[{ "when": ${signedIn}, "to": "waiting" }, { "to": "done" }]`))).toEqual([]);
  expect(found(page, layout(`{ "copy": "Welcome", "when": ${signedIn} }`)).map(({ code }) => code)).toEqual(['never']);
});

test('what is never so today, but is from the day on which a row begins, is right', () => {
  const away = next(
    `[{ "when": { ">=": [{ "lookup": ["states", ${state}, "minimumAge"] }, 21] }, "to": "waiting" }, { "to": "done" }]`,
  );
  const file = 'compliance/states/MO.json';
  const nextYear: Change = [
    file,
    '"from": "2026-07-01", "until": null, "minimumAge": 19, ',
    '"from": "2026-07-01", "until": "2026-12-31", "minimumAge": 19, "idPattern": "^\\\\d+$", "idValid": ["1", "2"], "idInvalid": ["A", "B"], "citation": "Test row" },\n    { "from": "2027-01-01", "until": null, "minimumAge": 21, ',
  ];
  expect(found(away).map(({ code }) => code)).toEqual(['never']);
  // Nobody but Missouri comes to "waiting" then, where a way is for Missouri alone.
  expect(found(away, nextYear).map((one) => `${one.code} ${one.file}`)).toEqual([
    'always flows/visit/steps/waiting.json',
  ]);
});

test('an example is told in words; a way as a fixture is not', () => {
  const change = idWhen(`{ "and": [{ "==": [${state}, "TX"] }, { "==": [${state}, "CA"] }] }`);
  const [problem] = found(change);
  const words = exampleWords(resolveContent(changed(change), options));
  expect(problem && words(problem)).toBe('the state is TX');
  expect(problem && words({ ...problem, example: { title: 'A way', do: [] } })).toBeUndefined();
});

describe('rules that several flows share', () => {
  const shared = 'flows/rules/asks-for-advice.json';
  const never = `{ "says": "Somebody of two minds", "rule": { "and": [{ "==": [{ "var": "session.isAuthenticated" }, true] }, { "!": [{ "var": "session.isAuthenticated" }] }] } }`;
  const withGuard = (guards: string): Change => ['flows/app.json', '"home"', `"guards": ${guards},\n  "home"`];

  test('are told at their own file, once, wherever they are asked', () => {
    const problems = found(
      [shared, never],
      withGuard('[{ "when": "asks-for-advice", "to": "visit/name" }]'),
      idWhen('"asks-for-advice"'),
    );
    expect(problems.map(({ file, code }) => [file, code])).toEqual([[shared, 'never']]);
  });
  test('a guard behind a wider one is never taken', () => {
    const guards =
      '[{ "when": { "answered": "session.isAuthenticated" }, "leave": "away" }, { "when": { "==": [{ "var": "session.isAuthenticated" }, true] }, "to": "visit/done" }]';
    expect(found(withGuard(guards)).map(({ file, code }) => [file, code])).toEqual([['flows/app.json', 'shadowed']]);
  });
});
