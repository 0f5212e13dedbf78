import { describe, expect, test } from 'vitest';
import type { Json } from '../../compile/index.ts';
import { checkedRules, lending, lineOf, planted, type Plant } from './lending.ts';

const fact = (path: string): Json => ({ var: path });
const [STATE, AMOUNT, AGE] = [
  fact('answers.contactInformation.address.stateCode'),
  fact('answers.loan.amount'),
  fact('values.age'),
];
const state = (code: string): Json => ({ '==': [STATE, code] });
const BOTH: Json = { and: [state('TX'), state('CA')] };
const EITHER: Json = { or: [state('TX'), { '!=': [STATE, 'TX'] }] };
const SIGN = 'flows/loan/steps/sign.json';
const VALUE = 'flows/loan/values/made.json';
const RULE = 'flows/loan/rules/made.json';
const note = (when: Json): Plant => [
  SIGN,
  '{ "copy": "You ask',
  `{ "note": "Noted",\n "when": ${JSON.stringify(when)} }, { "copy": "You ask`,
];
const noteIn = (code: string, when: Json): Plant => [
  SIGN,
  '{ "copy": "You ask',
  `{ "group": [{ "note": "Noted",\n "when": ${JSON.stringify(when)} }], "when": ${JSON.stringify(state(code))} }, { "copy": "You ask`,
];
const value = (made: Json): readonly Plant[] => [
  [VALUE, JSON.stringify({ says: 'What is made', type: 'integer', value: made })],
  note({ '>': [fact('values.made'), 20_000] }),
];
const rule = (made: Json): readonly Plant[] => [
  [RULE, JSON.stringify({ says: 'It is made', rule: made })],
  note({ rule: 'made' }),
];
const said = (plants: readonly Plant[]) => {
  const files = planted(lending, plants);
  return {
    files,
    told: checkedRules(files).map(({ code, file, line, message }) => `${code} ${file}:${line} ${message}`),
  };
};
const at = (files: ReturnType<typeof said>['files'], file: string): string =>
  file === SIGN ? `${SIGN}:${Number(lineOf(files, SIGN, '"Noted"').split(':')[1]) + 1}` : file;

describe('a part of a condition that decides nothing is told', () => {
  test.for<[string, readonly Plant[], string, string]>([
    [
      'a way of an "or" that nobody goes',
      [note({ or: [BOTH, state('OH')] })],
      SIGN,
      'This part of the condition never holds: nobody fits “the state is Texas and the state is California”.',
    ],
    [
      'a part of an "and" that always holds',
      [note({ and: [EITHER, state('OH')] })],
      SIGN,
      'This part of the condition always holds: all fit “the state is Texas or the state is not Texas”.',
    ],
    [
      'a denied part',
      [note({ and: [{ '!': BOTH }, state('OH')] })],
      SIGN,
      'This part of the condition always holds: all fit “the state is not Texas or the state is not California”.',
    ],
    [
      'two levels down',
      [note({ or: [{ and: [{ '>': [AMOUNT, 20_000] }, { or: [BOTH, { '>': [AMOUNT, 30_000] }] }] }, state('OH')] })],
      SIGN,
      'This part of the condition never holds: nobody fits “the state is Texas and the state is California”.',
    ],
    [
      'against what is around it',
      [noteIn('TX', { or: [state('CA'), { '>': [AMOUNT, 20_000] }] })],
      SIGN,
      'This part of the condition never holds here: it asks for “the state is California”, but what is around it is there only when “the state is Texas”.',
    ],
  ])('%s', ([, plants, file, message]) => {
    const { files, told } = said(plants);
    expect(told).toEqual([expect.stringMatching(/^(never|always) /)]);
    expect(told[0]).toContain(` ${at(files, file)} ${message}`);
  });

  test('inside a value', () => {
    const { told } = said(value({ if: [BOTH, 1, AMOUNT] }));
    expect(told).toEqual([
      `never ${VALUE}:1 This part of the condition never holds: nobody fits “the state is Texas and the state is California”.`,
    ]);
  });
  test('inside a named rule, once, at the rule', () => {
    const { told } = said(rule({ or: [BOTH, { '>': [AMOUNT, 20_000] }] }));
    expect(told).toEqual([
      `never ${RULE}:1 This part of the condition never holds: nobody fits “the state is Texas and the state is California”.`,
    ]);
  });
  test('once, though its own parts decide nothing either', () => {
    expect(said([note({ or: [{ and: [BOTH, { '<': [AMOUNT, 20_000] }] }, state('OH')] })]).told).toHaveLength(1);
  });
});

describe('nothing is said of', () => {
  test.each<[string, readonly Plant[]]>([
    [
      'parts that some fit and others do not',
      [note({ or: [{ and: [state('TX'), { '>': [AMOUNT, 20_000] }] }, { '<': [AGE, 21] }] })],
    ],
    ['a part that says again what is around it', [noteIn('TX', { and: [state('TX'), { '>': [AMOUNT, 20_000] }] })]],
    [
      'a part that an earlier one leaves nothing to',
      [note({ or: [{ '>': [AMOUNT, 20_000] }, { '>': [AMOUNT, 30_000] }] })],
    ],
  ])('%s', (_, plants) => expect(said(plants).told).toEqual([]));
  test('parts of a condition that is told as a whole', () => {
    expect(said([note({ and: [BOTH, { '>': [AMOUNT, 20_000] }] })]).told).toHaveLength(1);
  });
});
