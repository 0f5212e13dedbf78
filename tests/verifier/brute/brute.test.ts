import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json } from '../../../compile/index.ts';
import { isWrong, judged, type Judged } from './judged.ts';
import { callingFlow, day, fact, listFlow, madeFlow, pairedFlow, type PageSpec, type Spec } from './made-flow.ts';

const is = (operator: string, a: Json, b: Json): Json => ({ [operator]: [a, b] });
const [n, m, k, d, e, s, c, i] = (['n', 'm', 'k', 'd', 'e', 's', 'c', 'i'] as const).map(fact) as [
  Json,
  Json,
  Json,
  Json,
  Json,
  Json,
  Json,
  Json,
];
const cap: Json = { lookup: ['states', s, 'cap'] };
const asks = (...names: readonly PageSpec['fields'][number]['name'][]): PageSpec => ({
  fields: names.map((name) => ({ name })),
});
const month = Array.from({ length: 30 }, (_, index) => index + 1);

/** What is said of each duty, and whether somebody counted out breaks it. */
const verdicts = ({ duties }: Judged): readonly string[] =>
  duties.map(({ verdict, broken }) => `${verdict}${broken ? ', and somebody breaks it' : ''}`);
interface Case {
  readonly what: string;
  readonly spec: Spec;
  readonly says: readonly string[];
}
const PROVED = 'proved';
const BROKEN = 'broken, and somebody breaks it';

const cases: readonly Case[] = [
  {
    what: 'one number against limits',
    spec: {
      largest: 30,
      pages: [asks('n')],
      duties: [{ holds: is('<', n, 17) }, { holds: is('<=', n, 30) }, { when: is('>', n, 4), holds: is('!=', n, 4) }],
    },
    says: [BROKEN, PROVED, PROVED],
  },
  {
    what: 'a date of a month against limits',
    spec: {
      days: month,
      pages: [{ ...asks('d'), check: { and: [is('>', d, day(3)), is('<', d, day(28))] } }],
      duties: [{ holds: is('!=', d, day(27)) }, { holds: is('<=', d, day(27)) }],
    },
    says: [BROKEN, PROVED],
  },
  {
    what: 'two numbers against each other',
    spec: {
      largest: 30,
      pages: [asks('n'), { ...asks('m'), check: is('<=', m, n) }],
      duties: [{ holds: is('>=', n, m) }, { holds: is('>', n, m) }, { when: is('>', m, 12), holds: is('>', n, 12) }],
    },
    says: [PROVED, BROKEN, PROVED],
  },
  {
    what: 'two numbers of one page against each other',
    spec: {
      pages: [{ ...asks('n', 'm'), check: is('<', m, n) }],
      duties: [{ holds: is('>', n, 0) }, { holds: is('<', n, 4) }, { when: is('>', m, 1), holds: is('>', n, 2) }],
    },
    says: [PROVED, BROKEN, PROVED],
  },
  {
    what: 'two numbers against each other below a limit',
    spec: {
      largest: 30,
      pages: [asks('n'), asks('m')],
      duties: [
        { holds: { or: [is('<=', n, m), is('>=', n, 2)] } },
        { holds: { or: [is('<=', n, m), is('>=', n, 1)] } },
        { holds: { or: [is('!=', n, m), is('<', n, 29), is('>', n, 29)] } },
      ],
    },
    says: [BROKEN, PROVED, BROKEN],
  },
  {
    what: 'two dates of a month against each other',
    spec: {
      days: month,
      pages: [asks('d'), { ...asks('e'), check: is('<', d, e) }],
      duties: [
        { when: is('<', e, day(10)), holds: is('<', d, day(9)) },
        { when: is('<', e, day(10)), holds: is('<', d, day(8)) },
      ],
    },
    says: [PROVED, BROKEN],
  },
  {
    what: 'what a page sets an answer to that nobody else reads',
    spec: {
      largest: 30,
      pages: [asks('n'), { fields: [], set: { name: 'k', value: n } }],
      duties: [{ holds: is('<', k, 20) }, { holds: is('<=', k, 30) }],
    },
    says: [BROKEN, PROVED],
  },
  {
    what: 'what is set to one answer and compared with another',
    spec: {
      pages: [asks('n'), { fields: [], set: { name: 'k', value: n } }, asks('m')],
      duties: [{ holds: is('<', k, m) }, { holds: { or: [is('<=', k, m), is('>=', k, 1)] } }],
    },
    says: [BROKEN, PROVED],
  },
  {
    what: 'an earlier answer that a later page sets, which stays left when it is given anew',
    spec: {
      pages: [asks('n'), { fields: [], when: is('>', n, 3), set: { name: 'n', value: 2 } }],
      duties: [{ holds: is('<=', n, 3) }, { holds: is('<=', n, 2) }],
    },
    says: [BROKEN, BROKEN],
  },
  {
    what: 'an answer whose limit is a cell of the row of a state that nobody else reads',
    spec: {
      pages: [asks('s'), { fields: [{ name: 'm', maximum: cap }] }],
      duties: [{ holds: is('<=', m, 2) }, { holds: is('<=', m, 3) }],
    },
    says: [BROKEN, PROVED],
  },
  {
    what: 'an answer whose limit is another answer that nobody else reads',
    spec: {
      pages: [asks('n'), { fields: [{ name: 'm', maximum: n }] }],
      duties: [{ holds: is('<', m, 3) }, { holds: is('<=', m, n) }],
    },
    says: [BROKEN, PROVED],
  },
  {
    what: 'a cell of the row against a number',
    spec: {
      pages: [asks('s'), { ...asks('n'), next: { when: is('>', n, cap), to: 'refused' } }],
      duties: [
        { states: ['CA'], holds: is('<=', n, 1) },
        { states: ['TX', 'OH'], holds: is('<=', n, 2) },
      ],
    },
    says: [PROVED, BROKEN],
  },
  {
    what: 'a sum, which is worked out of values that stand for all of each number only',
    spec: { pages: [asks('n', 'm')], duties: [{ holds: is('<', { var: 'values.total' }, 9) }] },
    says: ['tried'],
  },
  {
    what: 'an answer compared with one that nobody is asked',
    spec: {
      pages: [asks('n'), { ...asks('m'), next: { when: is('>=', m, 1), to: 'sign' } }],
      duties: [
        { when: is('>', n, m), holds: is('>=', n, k) },
        { when: is('>', n, k), holds: is('<', n, m) },
      ],
    },
    says: [BROKEN, 'vacuous'],
  },
  {
    what: 'a sum that few have',
    spec: { pages: [asks('n', 'm')], duties: [{ when: is('==', { var: 'values.total' }, 7), shown: true }] },
    says: ['vacuous, and somebody breaks it'],
  },
  {
    what: 'a choice that no rule names, offered where another of the kind is not',
    spec: {
      pages: [asks('s'), { fields: [{ name: 'c', offered: { NO: is('==', s, 'TX') } }] }],
      duties: [
        { holds: { or: [is('==', c, 'YES'), is('==', s, 'TX')] } },
        { states: ['CA'], holds: is('==', c, 'YES') },
        { holds: { answered: 'answers.made.c' } },
      ],
    },
    says: [BROKEN, BROKEN, PROVED],
  },
  {
    what: 'a number that no rule names, of a state with a pattern of its own',
    spec: {
      pages: [asks('s', 'i')],
      duties: [
        { states: ['TX'], holds: is('==', i, 'TX11') },
        { states: ['OH'], holds: is('!=', i, 'TX11') },
      ],
    },
    says: [BROKEN, PROVED],
  },
  {
    what: 'choices that are only asked to be answered',
    spec: {
      pages: [
        asks('s'),
        { fields: [{ name: 'c', offered: { YES: is('==', s, 'TX') } }] },
        { fields: [{ name: 'n', when: { answered: 'answers.made.c' } }] },
      ],
      duties: [{ states: ['CA'], holds: { answered: 'answers.made.n' } }, { holds: is('<', n, 3) }],
    },
    says: [PROVED, BROKEN],
  },
  {
    what: 'a notice that all have seen long before it is known whom the duty is for',
    spec: {
      pages: [{ ...asks('e'), notice: {} }, asks('s'), { fields: [], set: { name: 'k', value: 2 } }],
      duties: [
        {
          when: { or: [is('<=', k, cap), is('>', { daysBetween: [d, { var: 'today' }] }, 1)] },
          states: ['CA', 'OH'],
          shown: true,
        },
      ],
    },
    says: [PROVED],
  },
  {
    what: 'a notice that all have seen, for those whose answer is below what a page sets',
    spec: {
      pages: [
        { fields: [{ name: 's' }, { name: 'n', maximum: cap }] },
        { fields: [], notice: { when: { or: [{ answered: 'answers.made.n' }, is('==', n, 3)] } } },
        { fields: [], when: is('==', s, 'TX'), set: { name: 'k', value: 1 } },
      ],
      duties: [{ when: is('<', n, k), shown: true }],
    },
    says: [PROVED],
  },
  {
    what: 'a notice on one of two pages, whichever',
    spec: {
      pages: [
        { ...asks('d', 'e'), notice: { when: is('!=', e, day(20)) } },
        asks(),
        { fields: [], notice: { when: { or: [is('<=', k, 2), is('>=', e, day(19))] } } },
      ],
      duties: [{ shown: true }, { when: is('<=', d, e), holds: is('<', d, e) }],
    },
    says: [PROVED, BROKEN],
  },
  {
    what: 'what a call brought, on a page that other answers lead to',
    spec: {
      pages: [
        asks('c'),
        { fields: [], when: is('==', c, 'YES') },
        { fields: [], call: { by: 'load', keeps: 'session' } },
      ],
      duties: [
        { at: 'p1', holds: { '!': [{ answered: 'results.r' }] } },
        { at: 'p2', holds: { '!': [{ answered: 'results.r' }] } },
        { at: 'p1', holds: { or: [{ '!': [{ answered: 'results.r' }] }, is('<=', fact('r'), 3)] } },
      ],
    },
    says: [BROKEN, BROKEN, PROVED],
  },
  // Whoever left the page by how its call came out goes back, and the call comes out otherwise.
  {
    what: 'a page that its own call led away from, and that is gone back to',
    spec: {
      pages: [
        { fields: [], call: { by: 'load', keeps: 'session', anew: 'p2' } },
        asks('n'),
        { fields: [], when: { '!': [{ answered: 'results.r' }] } },
      ],
      duties: [{ when: { answered: 'results.r' }, holds: { answered: 'answers.made.n' } }],
    },
    says: [BROKEN],
  },
  // The pages drove each other's dates on, a day each time.
  {
    what: 'two dates that are asked again and again',
    spec: {
      pages: [asks('d', 'e'), { fields: [], notice: { when: is('<=', d, e) }, back: 'p0' }],
      duties: [{ shown: true }, { when: is('<=', d, e), shown: true }],
    },
    says: [BROKEN, PROVED],
  },
];

const list: Json = { var: 'answers.made.l' };
const many: Json = { var: 'values.many' };
const first: Json = { var: 'answers.made.l.0.x' };
const box: Json = is('==', fact('b'), true);
const from = fact('f');
const told: Json = { answered: 'results.q' };

const ofLists: readonly Case[] = [
  {
    what: 'a list that no rule reads, before a notice that all see',
    spec: { pages: [{ ...asks('l'), notice: {} }, asks('n')], duties: [{ shown: true }, { holds: is('<', n, 3) }] },
    says: [PROVED, BROKEN],
  },
  {
    what: 'how many items there are, and what some, all and none of them are',
    spec: {
      pages: [asks('l')],
      duties: [
        { holds: is('<', many, 2) },
        { holds: is('<=', many, 2) },
        { holds: { some: [list, is('==', { var: 'x' }, 0)] } },
        { holds: { none: [list, is('>', { var: 'x' }, 2)] } },
        { holds: { all: [list, is('>', { var: 'x' }, 0)] } },
      ],
    },
    says: [BROKEN, 'tried', 'tried, and somebody breaks it', 'tried', BROKEN],
  },
  // It was called proved, and nobody was said to come: an item is not read as an answer of its own is.
  {
    what: 'what is read of one item',
    spec: {
      pages: [asks('l')],
      duties: [{ holds: is('==', first, 0) }, { when: is('==', first, 2), shown: true }],
    },
    says: ['tried, and somebody breaks it', 'vacuous, and somebody breaks it'],
  },
  {
    what: 'an item compared with a number that is asked',
    spec: { pages: [asks('l'), asks('n')], duties: [{ holds: is('!=', n, first) }, { holds: is('<=', first, 2) }] },
    says: [BROKEN, 'tried'],
  },
  // Whoever has no item with a 2 goes no further, and of those who do nobody was tried.
  {
    what: 'a notice that hangs on nothing behind a list that few make',
    spec: {
      pages: [
        { ...asks('l'), check: { some: [list, is('==', { var: 'x' }, 2)] } },
        { fields: [], notice: {} },
      ],
      duties: [{ shown: true }],
    },
    says: ['vacuous'],
  },
];

/** What is said of each duty of both flows, in the order of the files: those about a consent are asked of each. */
const ofPairs: readonly (Case & { readonly other: readonly string[] })[] = [
  {
    what: 'a consent that is asked in both, with its document before it in both',
    spec: {
      pages: [{ fields: [], notice: {} }, asks('b')],
      duties: [{ shown: true, consent: true }],
      other: { pages: [{ ...asks('b'), notice: { consent: 'b' } }], duties: [{ agreed: true }] },
    },
    says: [PROVED],
    other: [PROVED, BROKEN],
  },
  {
    what: 'a consent whose document stands in the first flow alone',
    spec: {
      pages: [{ ...asks('b'), notice: {} }],
      duties: [{ shown: true, consent: true }],
      other: { pages: [asks('b')], duties: [] },
    },
    says: [PROVED],
    other: [BROKEN],
  },
  {
    what: 'what one flow carries to the other, and what an address may say besides',
    spec: {
      pages: [{ ...asks('c'), next: { when: is('==', c, 'YES'), to: 'other', carry: { from: 'TX' } } }],
      duties: [{ holds: is('!=', c, 'YES') }],
      other: {
        pages: [{ ...asks('n'), next: { when: is('==', from, 'TX'), to: 'sign' } }, asks('b')],
        duties: [
          { holds: is('!=', from, 'TX') },
          { when: is('==', from, 'account'), at: 'p1', holds: is('!=', from, 'TX') },
        ],
      },
    },
    says: [PROVED],
    other: [BROKEN, PROVED],
  },
  // Whoever left it empty goes back once the page behind it set something, and ticks it then: it was called proved.
  {
    what: 'a consent that is given on a page gone back to',
    spec: {
      pages: [asks('b'), { fields: [], set: { name: 'k', value: 1 } }],
      duties: [{ holds: { '!': [{ answered: 'answers.made.k' }] }, consent: true }],
      other: { pages: [asks('b')], duties: [{ holds: is('<', k, 2), consent: true }] },
    },
    says: [BROKEN, BROKEN],
    other: [PROVED, BROKEN],
  },
  // Seed 7: who left by the press and came back was asked once more, by what the address said then.
  {
    what: 'a consent that is given by the press that leads to the other flow',
    spec: {
      pages: [
        { ...asks('n'), check: is('==', from, 'YES') },
        { ...asks('b'), set: { name: 'k', value: 2 }, next: { when: { answered: 'answers.made.k' }, to: 'other' } },
      ],
      duties: [{ holds: is('==', from, 'YES'), consent: true }],
      other: { pages: [asks('b')], duties: [] },
    },
    // The judge asks once more, and does not follow.
    says: ['tried'],
    other: [BROKEN],
  },
  {
    what: 'a box that an action ticks, which nobody does',
    spec: {
      pages: [{ ...asks('n'), set: { name: 'b', value: true } }],
      duties: [{ holds: box, consent: true }],
      other: { pages: [{ fields: [{ name: 'b', const: true }] }], duties: [{ holds: box }] },
    },
    says: [BROKEN],
    other: [PROVED, PROVED],
  },
];

/** What was said falsely once, by the explorer: the smallest content of each, and why. */
const onceFalse: readonly { readonly why: string; readonly spec: Spec }[] = [
  {
    // Seed 3 of pairs. `world` with `null` for a result leaves the result out, so that it was asked of for ever.
    why: 'a result of the session that did not come, and that is asked of behind the first page',
    spec: {
      pages: [
        { ...asks('n'), when: is('==', from, 'account') },
        { fields: [], next: { when: told, to: 'refused' } },
      ],
      duties: [{ shown: true }],
    },
  },
  {
    // Seeds 1 and 3 of pairs: it was "broken" where p0 has no `when`, and asked of nobody where it has one.
    why: 'going back to a page that comes only sometimes, with what was answered on it',
    spec: {
      pages: [{ ...asks('c'), when: { '!!': [{ var: 'flags.maintenance' }] } }, asks('n')],
      duties: [{ when: { answered: 'answers.made.c' }, at: 'p0', shown: true }],
    },
  },
  {
    // Seed 3 of pairs: after the press the page takes its own answer no more; whoever gives another goes on by address.
    why: 'a page that sets its own answer to one that its check refuses',
    spec: {
      pages: [{ ...asks('n'), check: is('<=', n, 1), set: { name: 'n', value: 2 } }],
      duties: [{ when: is('<', n, 2), shown: true }],
    },
  },
  {
    // Seed 12 of pairs: who goes back, answers otherwise and opens the address of the end has not pressed the button.
    why: 'going on by an address, which keeps what the address said where the button leaves it out',
    spec: {
      pages: [{ ...asks('c'), next: { when: is('==', c, 'YES'), to: 'sign' } }, asks()],
      duties: [{ when: is('==', from, 'YES'), passed: 'p1' }],
    },
  },
  {
    // Seeds 17 and 32: whoever came in at p1 was never at p0, and its address is open to them.
    why: 'the page that the way begins with, opened by whoever came in by an entry [P35]',
    spec: {
      pages: [
        { fields: [], notice: {} },
        { fields: [], entry: true },
        { fields: [], call: { by: 'load', keeps: 'session' } },
      ],
      duties: [{ when: { answered: 'results.r' }, at: 'p0', shown: true }],
    },
  },
  {
    // Seeds 22 and 44: they come to p1 again with what they typed there, and did not leave it.
    why: 'going back from a page that asks of its own answers before it was left [P35]',
    spec: {
      pages: [asks('n'), { fields: [{ name: 's' }], notice: {} }],
      duties: [{ when: is('==', s, 'CA'), at: 'p1', shown: true }],
    },
  },
  {
    // Seed 82: p1 stays left and has set k; whoever gives m otherwise at p0 hides n, so that p1 leads on.
    why: 'an answer that is erased behind the page that was made of it [P35]',
    spec: {
      pages: [
        asks('m'),
        {
          fields: [{ name: 'n', when: is('>=', m, 1), hidden: 'erase' }],
          next: { when: { answered: 'answers.made.n' }, to: 'refused' },
          set: { name: 'k', value: n },
        },
      ],
      duties: [{ when: is('<=', k, 1), passed: 'p1' }],
    },
  },
  {
    // Seed 127: whoever the duties are for keeps them from the start, and begins at one state with whoever they are
    // not for.
    why: 'duties kept from the start on [P63]',
    spec: {
      pages: [asks('c'), asks('n')],
      duties: [
        {
          when: is('==', { var: 'flags.maintenance' }, false),
          holds: { '!': [{ answered: 'answers.made.k' }] },
          at: 'p0',
        },
        {
          when: is('==', { var: 'flags.maintenance' }, false),
          holds: { '!': [{ answered: 'answers.made.k' }] },
          at: 'p1',
        },
      ],
    },
  },
  {
    // Seed 132: p0 was left as its call came out, so that nothing is recorded; who goes back has the notice there.
    why: 'gone back to, and on by an address [P35]',
    spec: {
      pages: [{ ...asks('n'), notice: {}, call: { by: 'load', keeps: 'session', anew: 'sign' } }, asks('c')],
      duties: [{ when: { answered: 'results.r' }, shown: true }],
    },
  },
  {
    // Seed 172: of the texts that stand for all none is part of "TX,CA", so that nobody was followed past p1.
    why: 'a check of what was asked before',
    spec: {
      pages: [asks('t'), { ...asks('s'), check: { in: [fact('t'), 'TX,CA'] } }],
      duties: [{ when: { and: [is('==', s, 'OH'), { '!=': [fact('t'), 'TX'] }] }, shown: true }],
    },
  },
  {
    // Seed 185: nobody passes p0; who opens the address of p1 with p0 half filled comes again with what they typed.
    why: 'half filled, and on by an entry [P35]',
    spec: {
      pages: [
        { ...asks('s'), check: { and: [is('==', s, 'TX'), is('==', s, 'OH')] } },
        { fields: [], entry: true },
        asks('c'),
      ],
      duties: [{ states: ['TX'], at: 'p0', holds: is('==', s, 'OH') }],
    },
  },
];

/** What is said falsely: each duty with what was found, and the pages it is of. */
const wrongIn = (found: readonly Judged[]): readonly string[] =>
  found.flatMap(({ spec, place, duties }) =>
    duties.flatMap((duty) => (isWrong(duty) ? [JSON.stringify([place, duty, spec])] : [])),
  );
/** Flows with calls and entries made at random; more of them with `BRUTE=600 npx vitest run tests/verifier/brute`. */
const CALLING = Number(process.env['BRUTE'] ?? 25);

describe('what is said of everybody is so of each applicant counted out', () => {
  test('of flows made by hand', async () => {
    const found = await judged(
      cases.map(({ spec }) => spec),
      2_000,
    );
    expect(found.map((one, index) => [cases[index]?.what, one.complete, verdicts(one)])).toEqual(
      cases.map(({ what, says }) => [what, true, says]),
    );
  }, 120_000);

  test('of lists made by hand', async () => {
    const found = await judged(
      ofLists.map(({ spec }) => spec),
      2_000,
    );
    expect(found.map((one, index) => [ofLists[index]?.what, verdicts(one)])).toEqual(
      ofLists.map(({ what, says }) => [what, says]),
    );
    // That nobody comes is said with a reason.
    expect(wrongIn(found)).toEqual([]);
  }, 120_000);

  test('of two flows of a brand made by hand', async () => {
    const found = await judged(
      ofPairs.map(({ spec }) => spec),
      2_000,
    );
    expect(wrongIn(found)).toEqual([]);
    expect(found.map((one) => [ofPairs.findIndex(({ spec }) => spec === one.spec), verdicts(one)])).toEqual(
      ofPairs.flatMap(({ says, other }, index) => [
        [index, says],
        [index, other],
      ]),
    );
  }, 120_000);

  test.each(onceFalse)('$why', async ({ spec }) => {
    expect(wrongIn(await judged([spec], 2_000))).toEqual([]);
  });

  test.each([
    ['a list that the person makes', listFlow, 6],
    ['two flows of a brand', pairedFlow, 8],
  ] as const)(
    'of flows made at random, with %s',
    async (_, flow, numRuns) => {
      const found = await judged(fc.sample(flow, { seed: 1, numRuns }), 1_500);
      expect(wrongIn(found)).toEqual([]);
      const said = new Set(found.flatMap(({ duties }) => duties.map(({ verdict }) => verdict)));
      expect([said.has('broken'), said.has('proved')]).toEqual([true, true]);
    },
    120_000,
  );

  // Each flow is counted out once, for both ways to tell answers apart.
  test('of flows made at random, with answers told apart at once, and where they first matter', async () => {
    const found = await judged(fc.sample(madeFlow, { seed: 2, numRuns: 22 }), 800, [undefined, 0]);
    expect(wrongIn(found)).toEqual([]);
    for (const way of [0, 1]) {
      const all = found.filter((_, index) => index % 2 === way).flatMap(({ duties }) => duties);
      const count = (verdict: string): number => all.filter((one) => one.verdict === verdict).length;
      expect([
        count('proved') > 3,
        count('broken') > 5,
        all.filter(({ verdict, broken }) => broken && verdict === 'proved').length,
      ]).toEqual([true, true, 0]);
    }
  }, 120_000);

  test('of flows with calls, some with entries, made at random', async () => {
    const found = await judged(fc.sample(callingFlow, { seed: 1, numRuns: CALLING }), 2_500);
    expect(wrongIn(found)).toEqual([]);
    const all = found.flatMap(({ duties }) => duties);
    const count = (verdict: string): number => all.filter((one) => one.verdict === verdict).length;
    expect([count('proved') > 3, count('broken') > 12]).toEqual([true, true]);
  }, 3_600_000);
});
