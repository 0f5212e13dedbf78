/** What invented applications come to when a version is published. */
import { describe, expect, test } from 'vitest';
import type { CompiledFlow, Migration } from '../../../runtime/core/definition.ts';
import type { JsonObject } from '../../../runtime/core/facts.ts';
import type { Journey } from '../../../runtime/core/state.ts';
import { createTally, type Change, type Impact } from '../../../verifier/impact/impact.ts';
import { withheld, type OfBrand, type Standing } from '../../../verifier/impact/standing.ts';
import { field, flow, is, step, world } from '../../core/build.ts';

const left = { by: 'action', action: 'continue' } as const;
const colors = { items: ['red', 'blue'].map((value) => ({ value, label: value })) };
const { brand, flags, compliance: _, ...beside } = world;
const content = (documents: Readonly<Record<string, string>> = {}): OfBrand => ({
  brand,
  flags,
  compliance: { states: {}, documents },
});

/** Name and color, then a page that those called Ben meet, then a last one. */
const version = (hash: string, name: string, migrations?: readonly Migration[]): CompiledFlow =>
  flow(
    [
      step('who', {
        fields: [field('name', { bind: name }), field('color', { bind: 'color', choices: colors, required: false })],
        layout: [
          { kind: 'field', field: 'name' },
          { kind: 'field', field: 'color' },
          { kind: 'disclosure', idTag: 'terms' },
        ],
      }),
      step('ben', { fields: [field('why')], when: is(`answers.${name}`, 'Ben') }),
      step('plan', { fields: [field('plan', { bind: 'plan', choices: colors })] }),
      step('last', { fields: [field('word')] }),
    ],
    { hash, ...(migrations && { migrations }) },
  );
const before = version('before', 'name');
const after = version('after', 'person.name', [
  {
    moves: [
      { kind: 'rename', from: 'name', to: 'person.name' },
      { kind: 'drop', path: 'color' },
      { kind: 'askAgain', path: 'plan' },
    ],
  },
]);
let count = 0;
const standing = (answers: JsonObject, journey: Journey, more: Partial<Standing> = {}): Standing => ({
  id: `a-${(count += 1)}`,
  brand: 'elm',
  flow: 'journey',
  definition: before.hash,
  sent: false,
  answers,
  journey,
  beside,
  values: {},
  outcomes: [],
  ...more,
});
const shown = (terms: string) => ({ ...left, shown: { terms } });
const tallied = (
  all: readonly Standing[],
  later: CompiledFlow,
  documents?: Readonly<Record<string, string>>,
): Impact => {
  const tally = createTally(() => ({ ...content(documents), flow: later }));
  for (const one of all) tally.add(one, before, content({ terms: 't-1' }));
  const [impact, ...more] = tally.result();
  if (!impact || more.length > 0) throw new Error('One version is asked about.');
  return impact;
};
const told = ({ changes }: Impact): readonly string[] =>
  changes.map(({ kind, what, applications, meets }: Change) =>
    [kind, what, applications, ...(meets === undefined ? [] : [meets ? 'meets' : 'passed'])].join(' '),
  );

const ana = standing({ name: 'Ana', color: 'red', plan: 'blue' }, { who: shown('t-1'), plan: left });
const cleo = standing({ name: 'Cleo', color: 'red' }, { who: shown('t-1') });
const begun = standing({ name: 'Dan' }, {});
const sent = standing({ name: 'Eve' }, { who: shown('t-1') }, { sent: true });

describe('what is told of applications that are open', () => {
  test('P48 each is told once where it stands afterwards, with all it meets again, is asked anew and loses; what was sent is counted', () => {
    const impact = tallied([ana, cleo, begun, sent], after, { terms: 't-1' });
    expect(told(impact)).toEqual([
      'stays plan 1',
      'stays who 1',
      'sentBack last > plan 1',
      'askedAnew plan 1',
      'lost color 2',
    ]);
    expect(impact).toMatchObject({
      from: 'before',
      to: 'after',
      applications: 4,
      sent: 1,
      moves: true,
      lacks: [],
      untold: 0,
    });
  });

  test('P48 without a migration all stay, and what nobody wrote a word about is told', () => {
    const impact = tallied([ana, cleo, begun], version('after', 'person.name'), { terms: 't-1' });
    expect(told(impact)).toEqual(['stays last 1', 'stays plan 1', 'stays who 1']);
    expect(impact).toMatchObject({ moves: false, lacks: [{ path: 'name', why: 'gone' }], rewritten: false });
    expect(tallied([ana], before)).toMatchObject({ moves: false, lacks: [] });
  });

  test('P49 a document whose version in force was not shown on a page that was left is owed, and whether a page shows it', () => {
    const unread = standing({ name: 'Finn' }, { who: left });
    const other = tallied([ana, cleo, begun], before, { terms: 't-2' });
    expect(told(other).filter((one) => one.startsWith('owed'))).toEqual(['owed terms 2 passed']);
    // Who never had it before their eyes is led back to its page.
    const tally = createTally(() => ({ ...content({ terms: 't-1' }), flow: before }));
    tally.add(unread, before, content());
    expect(told(tally.result()[0] as Impact)).toEqual(['sentBack plan > who 1', 'owed terms 1 meets']);
    expect(told(tallied([ana], before, { terms: 't-1' }))).toEqual(['stays last 1']);
  });

  test('P50 of a dump the same is told, and of one that what is withheld leads elsewhere, nothing', () => {
    const now = content({ terms: 't-1' });
    const all = [ana, cleo, begun].map((one) => withheld(one, before, now));
    expect(told(tallied(all, after, { terms: 't-1' }))).toEqual(
      told(tallied([ana, cleo, begun], after, { terms: 't-1' })),
    );
    const ben = withheld(standing({ name: 'Ben', color: 'blue' }, { who: shown('t-1') }), before, now);
    const impact = tallied([...all, ben], after, { terms: 't-1' });
    expect(impact).toMatchObject({ applications: 4, untold: 1 });
  });

  test('P50 a dump holds no name, no text and no number of its owner, in no fact and no result; nor does an example', () => {
    const rich = standing(
      { name: 'Ana Ortiz', color: 'red' },
      { who: shown('t-1') },
      {
        beside: {
          ...beside,
          session: { isAuthenticated: true, email: 'ana@example.com', access: 'customer' },
          customer: { customerType: 'NEW', boCode: '4711' },
          application: { id: 'x', applicationUrl: '/Ana', status: 'UNSUBMITTED' },
          cookies: { seen: 'Ana' },
          route: { params: {}, query: { name: 'Ana' } },
          results: { score: { name: 'Ana', high: true, many: [7] } },
        },
        values: { lookUp: { account: '4711', ok: true } },
      },
    );
    const now = content({ terms: 't-1' });
    const dumped = withheld(rich, before, now);
    expect(JSON.stringify(dumped)).not.toMatch(/Ana|ana@|4711|\[7\]/);
    expect(dumped).toMatchObject({
      page: 'plan',
      values: { lookUp: { ok: true } },
      beside: { session: { access: 'customer' } },
    });
    expect(JSON.stringify(tallied([rich], after))).not.toMatch(/Ana|ana@|4711/);
  });
});
