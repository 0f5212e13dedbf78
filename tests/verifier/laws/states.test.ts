import { expect, test } from 'vitest';
import { answer, asking, said, warning, page } from './content.ts';

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
