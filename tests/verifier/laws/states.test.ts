import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../compile/index.ts';
import { answer, asking, askOperation, page, said, verdicts, warning, type Made } from './content.ts';

test.each([
  ['one page asks all', 12, false],
  ['a page asks each', 12, true],
])(
  'P17 P16 twelve questions with a page each make few states, and everybody is still told apart: %s',
  async (_, count, each) => {
    const names = Array.from({ length: count }, (__, index) => `b${index}`);
    const box = { type: 'boolean', control: 'checkbox', required: false };
    const asks = each
      ? Object.fromEntries(names.map((name) => [`ask${name}`, asking({ [name]: box })]))
      : { ask: asking(Object.fromEntries(names.map((name) => [name, box]))) };
    const follow = Object.fromEntries(
      names.map((name, index) => {
        const when = { '==': [answer(name), true] };
        return [`p${name}`, { ...(index === count - 1 ? warning() : page()), when }];
      }),
    );
    const last = { '==': [answer(names.at(-1) ?? ''), true] };
    const found = await said({
      steps: { ...asks, ...follow },
      answers: Object.fromEntries(names.map((name) => [name, { type: 'boolean' }])),
      duties: {
        all: { shown: 'notice' },
        both: { when: { and: [last, { '==': [answer('b0'), true] }] }, passed: 'x/pb0' },
        ticked: { when: last, shown: 'notice' },
        other: { when: last, passed: 'x/pb0' },
      },
    });
    expect(found.map(({ obligation, verdict }) => [obligation, verdict])).toEqual([
      ['all', 'broken'],
      ['both', 'proved'],
      ['other', 'broken'],
      ['ticked', 'proved'],
    ]);
    expect(Math.max(...found.map(({ states }) => states))).toBeLessThan(600);
  },
);

test('P37 whoever came back to a page answers it again, and is told apart there only by what is asked at the page', async () => {
  const limits = Array.from({ length: 12 }, (_, index) => 7 * index);
  const isMore = (than: number) => ({ '>': [answer('n'), than] });
  const back = { id: 'back', label: 'Back', validates: false, next: [{ to: 'x/ask' }] };
  const made = (duties: Made['duties']): Made => ({
    steps: {
      ask: asking({ n: { type: 'integer', minimum: 0, maximum: 99 } }),
      wrong: page({ when: isMore(3), actions: [back] }),
      other: page({ when: isMore(1) }),
    },
    answers: { n: { type: 'integer' } },
    duties,
  });
  const ahead = Object.fromEntries(
    limits.map((than) => [`over${than}`, { when: isMore(than), holds: { '<=': [answer('n'), 3] } }]),
  );
  const here = { before: { step: 'x/ask' }, when: isMore(0), holds: { '<=': [answer('n'), 3] } };
  const asked = await said(made({ ...ahead, here }));
  const verdict = new Map(asked.map((one) => [one.obligation, one.verdict]));
  expect([verdict.get('over0'), verdict.get('here')]).toEqual(['proved', 'broken']);
  // Whoever opens the address of the page again comes to it as well.
  expect(asked.find(({ obligation }) => obligation === 'here')?.moments).toBeGreaterThanOrEqual(limits.length);
  // Each of twelve people has a page that leads back, and all of them come back to one.
  expect((await said(made(ahead)))[0]?.states).toBeLessThan(2 * limits.length);
});

describe('a number that only its limits bound', () => {
  const kinds = Array.from({ length: 12 }, (_, index) => `k${index}`);
  const most = { if: kinds.flatMap((kind, index) => [{ '==': [answer('kind'), kind] }, 10 + 10 * index]) };
  const number = { type: 'integer', minimum: 0, maximum: most };
  const between = Object.fromEntries(Array.from({ length: 6 }, (_, index) => [`p${index}`, page()]));
  const made = (duties: Made['duties'], more: Made['steps'] = {}): Made => ({
    steps: {
      ask: asking({ kind: { type: 'string', enum: kinds } }),
      most: page({ when: { '!=': [answer('kind'), 'k0'] } }),
      ...between,
      amount: asking({ n: number }),
      ...more,
    },
    answers: { kind: { type: 'string', enum: kinds }, n: { type: 'integer' }, copy: { type: 'integer' } },
    duties,
  });
  const ends = { ends: { passed: 'x/amount' } };

  test('P55 tells nobody apart whom it fits alike, whatever the limits come to', async () => {
    const [finding] = await said(made(ends));
    expect(finding?.verdict).toBe('proved');
    expect(finding?.states).toBeLessThan(kinds.length);
  });

  test('P55 tells apart who can answer nothing', async () => {
    const come = { come: { when: { '==': [answer('kind'), 'k3'] }, holds: { '==': [answer('kind'), 'k0'] } } };
    const none = { if: [{ '==': [answer('kind'), 'k3'] }, -1, most] };
    expect(await verdicts(made(come))).toEqual({ come: 'broken' });
    expect(await verdicts(made(come, { amount: asking({ n: { ...number, maximum: none } }) }))).toEqual({
      come: 'vacuous',
    });
  });

  test('P55 counts as it is where a rule compares it with something else', async () => {
    const small = { small: { holds: { '<=': [answer('n'), 100] } } };
    expect(await verdicts(made(small))).toEqual({ small: 'broken' });
    const few = { few: { when: { '==': [answer('kind'), 'k9'] }, holds: { '<=': [answer('n'), 100] } } };
    expect(await verdicts(made(few))).toEqual({ few: 'proved' });
  });

  test('P55 tells apart where it is copied to another whose limits it may break', async () => {
    const copied = (maximum: number) => ({
      again: page({ actions: [{ id: 'go', label: 'Go', set: { 'answers.m.copy': answer('n') } }] }),
      last: asking({ copy: { type: 'integer', minimum: 0, maximum, when: { '==': [answer('kind'), 'k5'] } } }),
    });
    const reached = { reached: { passed: 'x/last' } };
    for (const maximum of [60, 59]) {
      const [finding] = await said(made(reached, copied(maximum)));
      expect([maximum, finding?.verdict]).toEqual([maximum, 'proved']);
    }
  });
});

describe('a fact that may still change', () => {
  const names = ['p', 'q', 's', 't', 'u', 'v'];
  const value = { type: 'string', enum: [...names, 'w', 'y'] };
  const files = askOperation({ type: 'object', properties: { a: value, b: value, c: value } }, ['ok']);
  const told = (name: string) => ({ var: `results.told.${name}` });
  const among = (name: string, list: readonly string[] = names) => ({ in: [told(name), list] });
  const call = { call: 'ask', as: 'told', keeps: 'application', on: { ok: { to: 'x/then' } } };
  const made = (duties: Made['duties']): Made => ({
    steps: {
      look: page({ actions: [{ id: 'go', label: 'Go', calls: [call] }] }),
      then: page({
        actions: [
          { id: 'go', label: 'Go', when: { or: [among('a'), among('b'), among('c')] } },
          { id: 'on', label: 'On' },
          { id: 'back', label: 'Back', validates: false, next: [{ to: 'x/look' }] },
        ],
      }),
    },
    files,
    duties,
  });

  test('P56 counts by what conditions make of it, not by its value', async () => {
    const [finding] = await said(made({ passes: { passed: 'x/look' } }));
    expect(finding?.verdict).toBe('proved');
    expect(finding?.states).toBeLessThan(50);
  });

  test('P56 counts as it is where a condition asks of what it is a part of, too', async () => {
    const content = made({ passes: { passed: 'x/look' } });
    const when = { and: [{ answered: 'results.told' }, { '==': [told('a'), 'p'] }] };
    const actions = [
      { id: 'go', label: 'Go', when },
      { id: 'back', label: 'Back', validates: false, next: [{ to: 'x/look' }] },
    ];
    expect(await verdicts({ ...content, steps: { ...content.steps, then: page({ actions }) } })).toEqual({
      passes: 'proved',
    });
  });

  test('P56 counts by each value that a condition tells from the others, and by its being missing', async () => {
    const duty = (holds: JsonObject) => verdicts(made({ one: { holds } }));
    expect(await duty({ or: [among('a', [...names, 'w', 'y']), { missing: 'results.told.a' }] })).toEqual({
      one: 'proved',
    });
    expect(await duty({ or: [among('a'), { missing: 'results.told.a' }] })).toEqual({ one: 'broken' });
    expect(await duty(among('a', [...names, 'w', 'y']))).toEqual({ one: 'broken' });
  });
});
