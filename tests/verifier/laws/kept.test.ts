import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../compile/index.ts';
import { claimed, surveyed } from './claimed.ts';
import { answer, asking, page, said, verdicts, warning, type Made } from './content.ts';

const STATES = ['TX', 'OH', 'CA', 'MO', 'AL', 'WI'];
const kind: JsonObject = { type: 'string', enum: [...STATES, 'NY'] };
const isFrom = (state: string): Json => ({ '==': [answer('kind'), state] });
const sum: JsonObject = { type: 'integer', minimum: 1, maximum: 900, control: 'number' };

/** A kind of people is asked for, then a sum of at most 500 of each of these kinds; pages follow, and the end. */
function limited(states: readonly string[], more: JsonObject = {}, steps: Made['steps'] = {}): Made {
  return {
    steps: {
      ask: asking({ kind: { ...kind, control: 'radio' } }),
      sum: asking(
        { sum },
        {
          checks: [
            {
              assert: { or: [{ '!': [{ in: [answer('kind'), states] }] }, { '<=': [answer('sum'), 500] }] },
              at: 'sum',
              message: 'Less.',
            },
          ],
        },
      ),
      one: page(),
      two: page(),
      three: page(),
      ...steps,
    },
    answers: { kind, sum: { type: 'integer', minimum: 1, maximum: 900 } },
    duties: Object.fromEntries(
      states.map((state) => [
        state.toLowerCase(),
        { when: isFrom(state), holds: { '<=': [answer('sum'), 500] }, ...more },
      ]),
    ),
  };
}

describe('duties that are kept for good', () => {
  test('P63 each adds the pages on which it is not settled yet, and none behind them', async () => {
    const behind = async (count: number): Promise<number> =>
      (await surveyed(limited(STATES.slice(0, count)))).exploration.nodes.filter(({ step }) =>
        ['one', 'two', 'three'].includes(step),
      ).length;
    const [few, many] = [await behind(1), await behind(STATES.length)];
    expect(few).toBeGreaterThan(2);
    expect(many).toBe(few);
  });

  test('P63 each is proved, asked of whom it is for; one that nobody is for says so', async () => {
    const made = limited(STATES);
    const nobody = { when: { and: [isFrom('TX'), isFrom('OH')] }, holds: { '<=': [answer('sum'), 500] } };
    const found = await said({ ...made, duties: { ...made.duties, nobody } });
    const own = found.filter(({ standing }) => !standing);
    expect(own.map(({ obligation, verdict }) => [obligation, verdict])).toEqual(
      [...STATES.map((state) => [state.toLowerCase(), 'proved']), ['nobody', 'vacuous']].sort(),
    );
    expect(own.filter(({ verdict, moments }) => verdict === 'proved' && moments === 0)).toEqual([]);
  });

  test('P63 whoever can come to owe it again stays apart: the sum is set anew, or asked for once more, before the moment', async () => {
    const sets = (granted: number): JsonObject =>
      page({ actions: [{ id: 'go', label: 'Go', set: { 'answers.m.granted': granted } }] });
    const granting = (three: JsonObject): Made => {
      const made = limited([]);
      const owed = (state: string): JsonObject => ({
        when: isFrom(state),
        holds: { '<=': [answer('granted'), 500] },
      });
      return {
        steps: { ...made.steps, sum: sets(100), three },
        answers: { kind, granted: { type: 'integer', minimum: 1, maximum: 900 } },
        duties: { oh: owed('OH'), tx: owed('TX') },
      };
    };
    expect(await verdicts(granting(page()))).toEqual({ oh: 'proved', tx: 'proved' });
    expect(await verdicts(granting(sets(700)))).toEqual({ oh: 'broken', tx: 'broken' });
    const again = asking({ granted: sum });
    expect(await verdicts(granting(again))).toEqual({ oh: 'broken', tx: 'broken' });
  });

  test('P63 P30 a document that lacks a sentence is broken for whom it is for, though they are taken for others', async () => {
    const made = limited([]);
    const duties = {
      says: { when: isFrom('TX'), shown: 'notice' },
      lacks: { when: isFrom('TX'), shown: 'notice', contains: ['Nobody says this.'] },
    };
    const warned: Made = { ...made, steps: { warn: { ...warning(), when: isFrom('TX') }, ...made.steps }, duties };
    const steps = { ask: made.steps['ask'] as JsonObject, ...warned.steps };
    expect(await verdicts({ ...warned, steps })).toEqual({ says: 'proved', lacks: 'broken' });
    const [lacks] = await said({ ...warned, steps });
    expect([lacks?.obligation, lacks?.missed]).toEqual(['lacks', lacks?.moments]);
    expect(JSON.stringify(lacks?.counterexample)).toContain('TX');
  });

  test('P63 the judge is handed as few states', async () => {
    const { certificate } = await claimed(limited(STATES));
    expect(certificate.states.length).toBe((await surveyed(limited(STATES))).exploration.nodes.length);
  });
});
