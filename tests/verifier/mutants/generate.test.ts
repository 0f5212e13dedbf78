import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectDir, readFiles } from '../../../compile/disk.ts';
import type { Files } from '../../../compile/types.ts';
import type { JsonObject } from '../../../runtime/core/facts.ts';
import { mutantsOf } from './generate.ts';
import { mistakesOf } from './mistakes.ts';
import { addTo, resultsIn } from './results.ts';
import { spread } from './spread.ts';
import { rows, stale, table, unexpected, type Survivors } from './report.ts';

const json = (value: unknown): string => JSON.stringify(value);
/** A loan shop of two pages and two states. */
const small: Files = {
  'flows/shop/flow.json': json({ id: 'shop', line: ['who', 'loan'] }),
  'flows/shop/rules/adult.json': json({
    says: 'Is an adult',
    rule: { and: [{ '>=': [{ var: 'values.age' }, 18] }, { '==': [{ var: 'answers.state' }, 'AA'] }] },
  }),
  'flows/shop/steps/who.json': json({
    id: 'who',
    kind: 'form',
    layout: ['age', { disclosure: 'notice', when: 'adult' }],
    fields: { age: { bind: 'age', minimum: 1 } },
    actions: [
      {
        id: 'go',
        calls: [{ call: 'save', on: { BAD: { to: 'who' }, GOOD: { to: 'loan' } } }],
        next: [{ when: 'adult', to: 'loan' }, { to: 'who' }],
      },
    ],
  }),
  'flows/shop/steps/loan.json': json({
    id: 'loan',
    kind: 'form',
    layout: ['kind'],
    fields: { kind: { bind: 'kind', required: false, choices: [{ value: 'A' }, { value: 'B' }] } },
    actions: [{ id: 'go' }],
  }),
  'compliance/states/AA.json': json({
    abbr: 'AA',
    rows: [{ from: '2020-01-01', served: true, minimumAge: 18, products: { ONLINE: ['X'] } }],
  }),
  'compliance/states/BB.json': json({ abbr: 'BB', rows: [{ from: '2020-01-01', served: false, minimumAge: 18 }] }),
  'compliance/obligations/first.json': json({
    says: 'Sees it',
    before: { step: 'shop/loan' },
    states: ['AA'],
    shown: 'notice',
  }),
  'compliance/obligations/limit.json': json({
    says: 'Borrows little',
    before: { step: 'shop/loan' },
    holds: { '<=': [{ var: 'answers.amount' }, 500] },
  }),
};
const made = new Map(mutantsOf(small).map((mutant) => [mutant.id, mutant]));
const after = (id: string, file: string): unknown => JSON.parse(made.get(id)?.change[file] ?? '"no such mutant"');

describe('small mistakes in content', () => {
  test.for<readonly [id: string, file: string, path: readonly (string | number)[], value: unknown]>([
    ['shop/who: disclosure notice dropped', 'flows/shop/steps/who.json', ['layout'], ['age']],
    [
      'shop/who: disclosure notice moved to loan',
      'flows/shop/steps/loan.json',
      ['layout', 1],
      { disclosure: 'notice', when: 'adult' },
    ],
    [
      'shop/who: disclosure notice shown to everybody',
      'flows/shop/steps/who.json',
      ['layout', 1],
      { disclosure: 'notice' },
    ],
    [
      'shop/who: disclosure notice only where the customer is new',
      'flows/shop/steps/who.json',
      ['layout', 1, 'when', 'and', 0],
      { rule: 'adult' },
    ],
    ['shop/rule adult: negated', 'flows/shop/rules/adult.json', ['rule', '!', 0, 'and', 0, '>=', 1], 18],
    ['shop/rule adult: rule and 1 >= 2 18 for 19', 'flows/shop/rules/adult.json', ['rule', 'and', 0, '>=', 1], 19],
    ['shop/rule adult: rule and 1 >= for >', 'flows/shop/rules/adult.json', ['rule', 'and', 0, '>', 1], 18],
    ['shop/rule adult: AA for BB', 'flows/shop/rules/adult.json', ['rule', 'and', 1, '==', 1], 'BB'],
    ['shop: step loan before who', 'flows/shop/flow.json', ['line'], ['loan', 'who']],
    ['shop: step loan not on the line', 'flows/shop/flow.json', ['line'], ['who']],
    [
      'shop/who: actions go next asks who before loan',
      'flows/shop/steps/who.json',
      ['actions', 0, 'next', 0],
      { to: 'who' },
    ],
    [
      'shop/who: actions go next without the way to who',
      'flows/shop/steps/who.json',
      ['actions', 0, 'next'],
      [{ when: 'adult', to: 'loan' }],
    ],
    [
      'shop/who: actions go calls save on BAD leads to loan, not to who',
      'flows/shop/steps/who.json',
      ['actions', 0, 'calls', 0, 'on', 'BAD', 'to'],
      'loan',
    ],
    [
      'shop/who: actions go calls save on without GOOD',
      'flows/shop/steps/who.json',
      ['actions', 0, 'calls', 0, 'on'],
      { BAD: { to: 'who' } },
    ],
    ['shop/loan: field kind required', 'flows/shop/steps/loan.json', ['fields', 'kind', 'required'], undefined],
    ['shop/who: field age optional', 'flows/shop/steps/who.json', ['fields', 'age', 'required'], false],
    [
      'shop/loan: field kind without the choice A',
      'flows/shop/steps/loan.json',
      ['fields', 'kind', 'choices'],
      [{ value: 'B' }],
    ],
    ['state BB: served', 'compliance/states/BB.json', ['rows', 0, 'served'], true],
    ['state AA: minimumAge 180, not 18', 'compliance/states/AA.json', ['rows', 0, 'minimumAge'], 180],
    ['obligation first: in BB, not in AA', 'compliance/obligations/first.json', ['states'], ['BB']],
    ['obligation limit: 500 for 501', 'compliance/obligations/limit.json', ['holds', '<=', 1], 501],
    [
      'obligation first: before shop/who, not before shop/loan',
      'compliance/obligations/first.json',
      ['before', 'step'],
      'shop/who',
    ],
  ])('%s', ([id, file, path, value]) => {
    expect(
      path.reduce<unknown>((at, key) => (at as Record<string | number, unknown> | undefined)?.[key], after(id, file)),
    ).toEqual(value);
  });

  test('every mutant changes something, and no two are the same file for the same name', () => {
    for (const { id, change } of made.values())
      for (const [file, text] of Object.entries(change))
        expect(text, id).not.toBe(JSON.stringify(JSON.parse(small[file] ?? '{}'), undefined, 2));
  });

  test('of the real content there are far more than two hundred, of each kind, and they are the same every time', () => {
    const files = readFiles([projectDir]);
    const all = mutantsOf(files);
    expect(all.length).toBeGreaterThan(300);
    expect(new Set(all.map(({ kind }) => kind)).size).toBeGreaterThan(25);
    expect(mutantsOf(files).map(({ id }) => id)).toEqual(all.map(({ id }) => id));
  });
});

describe('what an obligation is there to catch', () => {
  const of = (file: string): readonly string[] =>
    mistakesOf(small, JSON.parse(small[file] ?? '') as JsonObject).map(({ id }) => id);
  test('a document that is nowhere, too late, or for some alone', () => {
    expect(of('compliance/obligations/first.json')).toEqual([
      'notice not before shop/loan but on it',
      'notice nowhere',
      'notice on shop/who for new customers alone',
    ]);
  });
  test('a state that is served after all', () => {
    expect(of('compliance/obligations/limit.json')).toEqual(['state BB with the row of state AA']);
  });
});

test('a run that was stopped goes on where it was, and with other content it does not', () => {
  const dir = mkdtempSync(join(tmpdir(), 'waymark-results-'));
  const file = join(dir, 'results.jsonl');
  expect(resultsIn(file, small)).toEqual([]);
  addTo(file, [{ id: 'a', kind: 'one', by: 'check', how: 'seen' }]);
  expect(resultsIn(file, small)).toEqual([{ id: 'a', kind: 'one', by: 'check', how: 'seen' }]);
  expect(() => resultsIn(file, { ...small, 'flows/app.json': '{}' })).toThrow(/other content/);
  rmSync(dir, { recursive: true });
});

describe('a share of them', () => {
  const all = [...made.values()];
  test('holds each kind and stays the same when others are added', () => {
    const kinds = new Set(all.map(({ kind }) => kind)).size;
    const share = spread(all, kinds);
    expect(new Set(share.map(({ kind }) => kind)).size).toBe(kinds);
    expect(
      spread(all.toReversed(), kinds)
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(share.map(({ id }) => id).toSorted());
  });
});

describe('the table', () => {
  const judged = [
    { id: 'a', kind: 'one', by: 'check', how: '' },
    { id: 'b', kind: 'one', by: 'nothing', how: '' },
    { id: 'c', kind: 'two', by: 'equivalent', how: '' },
  ] as const;
  test('counts by kind and in all', () => {
    expect(rows(judged).map(({ kind, made: count, alive, equivalent }) => [kind, count, alive, equivalent])).toEqual([
      ['one', 2, 1, 0],
      ['two', 1, 0, 1],
      ['all', 3, 1, 1],
    ]);
    expect(table(judged).split('\n')).toHaveLength(4);
  });
  test('a mutant nobody notices is news until the list names it', () => {
    const none = { equivalent: {}, walked: {}, alive: {} };
    expect(unexpected(judged, none).map(({ id }) => id)).toEqual(['b']);
    expect(unexpected(judged, { ...none, alive: { b: 'known' } })).toEqual([]);
  });
  test('what the list says nothing notices, or nobody sees, is stale once it is noticed', () => {
    const known = { equivalent: { a: 'same', c: 'same' }, walked: {}, alive: { b: 'known', c: 'known' } };
    expect(stale(judged, known).map(({ id }) => id)).toEqual(['a', 'c']);
  });
});

test('survivors.json names mutants that there are, each once', () => {
  const known = JSON.parse(readFileSync(new URL('./survivors.json', import.meta.url), 'utf8')) as Survivors;
  const named = [known.walked, known.equivalent, known.alive].flatMap((of) => Object.keys(of));
  const ids = new Set(mutantsOf(readFiles([projectDir])).map(({ id }) => id));
  expect(named.filter((id) => !ids.has(id))).toEqual([]);
  expect(new Set(named).size).toBe(named.length);
});
