/** Proofs attacked by random people. */
import { expect, test } from 'vitest';
import type { JsonObject } from '../../../compile/index.ts';
import { attack } from '../../../verifier/prove/attack.ts';
import { claimOf } from '../../../verifier/prove/verdict.ts';
import { answer, asking, page, said, warning, type Made } from './content.ts';
import { surveyed } from './claimed.ts';

const whole: JsonObject = { type: 'integer', minimum: 0, maximum: 100, control: 'number' };
const box: JsonObject = { type: 'boolean', control: 'checkbox' };
const answers = { n: { type: 'integer' }, a: { type: 'boolean' } };
const notice = { shown: 'notice' };
/** A notice that some are not shown, and one that all are. */
const made = (when: JsonObject): Made => ({
  steps: { ask: asking({ n: whole, a: { ...box, required: false } }), some: warning(when), on: page() },
  answers,
  duties: { some: notice, over: { holds: { '>=': [answer('n'), 0] } } },
});

test('P34 random people find what some miss, each seed the same ones, and nothing where there is nothing', async () => {
  for (const when of [{ '==': [answer('a'), true] }, { '>': [answer('n'), 90] }, { '!=': [answer('n'), 17] }]) {
    const one = await surveyed(made(when));
    const [first, again] = [1, 1].map((seed) => attack(one, claimOf(one), { seed, most: 2_000 }));
    expect([...(first?.found.keys() ?? [])]).toEqual(['some']);
    expect(again).toEqual(first);
    expect(first?.people).toBeGreaterThan(100);
    expect(first?.moments.get('over')).toBeGreaterThan(50);
  }
});

test('P34 a proof says how many attacked it', async () => {
  const [proof] = await said({ steps: { ask: asking({ n: whole }), warn: warning() }, answers, duties: { notice } });
  expect(proof?.verdict).toBe('proved');
  expect(proof?.attacked?.people).toBeGreaterThan(0);
});

test('P34 whom an answer leads away from its page presses nothing there', async () => {
  const few: JsonObject = { ...whole, maximum: 4 };
  const one = await surveyed({
    steps: {
      ask: asking({ n: few, m: few }),
      again: { ...asking({ n: few }), when: { '==': [answer('n'), answer('m')] } },
    },
    answers: { ...answers, m: { type: 'integer' } },
    duties: { most: { holds: { '<=': [answer('n'), 4] } } },
  });
  const { found, moments } = attack(one, claimOf(one), { seed: 1, most: 2_000 });
  expect([[...found.keys()], (moments.get('most') ?? 0) > 50]).toEqual([[], true]);
});
