import { expect, test } from 'vitest';
import { answer, asking, said, warning, page, type Made } from './content.ts';

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
  expect(asked.find(({ obligation }) => obligation === 'here')?.moments).toBe(limits.length);
  // Each of twelve people has a page that leads back, and all of them come back to one.
  expect((await said(made(ahead)))[0]?.states).toBeLessThan(2 * limits.length);
});
