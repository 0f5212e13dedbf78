import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../compile/index.ts';
import { claimed, surveyed } from './claimed.ts';
import { answer, asking, askOperation, page, said, verdicts, warning, type Made } from './content.ts';

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

/** The states at a page, by the kind of the first who came there. */
async function at(made: Made, step: string): Promise<readonly unknown[]> {
  const { nodes } = (await surveyed(made)).exploration;
  return nodes.filter((node) => node.step === step).map(({ state }) => (state.answers['m'] as JsonObject)['kind']);
}

describe('whoever keeps a duty is one with whom it is not for', () => {
  const asked = { ask: asking({ kind: { ...kind, enum: ['TX', 'OH'], control: 'radio' } }) };
  const tells = page({
    actions: [
      {
        id: 'go',
        label: 'Go',
        calls: [{ call: 'ask', as: 'told', keeps: 'application', on: { ok: { to: 'x/then' } } }],
      },
    ],
  });
  const warned = (others: Made['steps'], duty: JsonObject = { shown: 'notice' }): Made => ({
    steps: { ...asked, warn: { ...warning(), when: isFrom('TX') }, ...others, then: page() },
    answers: { kind },
    duties: { tx: { when: isFrom('TX'), ...duty } },
  });

  test('P63 whoever was shown a document comes to one state with those who need not be shown it', async () => {
    const made = warned({});
    expect(await at(made, 'warn')).toEqual(['TX']);
    // Those from Ohio are there first; those from Texas, who were warned, are taken for them.
    expect([await at(made, 'then'), await at(made, 'end')]).toEqual([['OH'], ['OH']]);
    expect(await verdicts(made)).toEqual({ tx: 'proved' });
  });

  test('P63 and nobody who was not shown it is taken for one who was', async () => {
    const aside = { when: { '!': [isFrom('TX')] } };
    const made = warned({ one: page(aside), two: page(aside), three: page(aside) });
    expect([await at(made, 'then'), await at(made, 'end')]).toEqual([
      ['TX', 'OH'],
      ['TX', 'OH'],
    ]);
    expect(await verdicts(made)).toEqual({ tx: 'proved' });
  });

  test('P63 where only facts decide, either is taken for the other', async () => {
    const made = (texans: number): Made => {
      const { steps, answers = {}, duties } = limited(['TX']);
      const longer = Object.fromEntries(
        Array.from({ length: texans }, (_, index) => [`aside${index}`, page({ when: isFrom('TX') })]),
      );
      const { ask = {}, sum: asks = {}, ...rest } = steps;
      return { steps: { ask, sum: asks, ...longer, ...rest }, answers, duties };
    };
    for (const texans of [0, 2]) {
      const whole = made(texans);
      const behind = (await at(whole, 'two')).length;
      expect([texans, behind]).toEqual([texans, (await at({ ...whole, duties: {} }, 'two')).length]);
      expect(await verdicts(whole)).toEqual({ tx: 'proved' });
    }
  });

  test.each<readonly [what: string, duty: JsonObject, made: Partial<Made>]>([
    // Whoever answers anew and opens the address of the end was not shown it since.
    ['what came since', { shown: 'notice', since: { facts: ['answers.m.kind'] } }, {}],
    ['a page passed', { passed: 'x/warn' }, {}],
    [
      'a consent',
      { holds: { '==': [answer('agree'), true] } },
      {
        steps: { agree: asking({ agree: { type: 'boolean', control: 'checkbox', const: true } }) },
        answers: { agree: { type: 'boolean' } },
      },
    ],
    [
      'what a call brings',
      { holds: { answered: 'results.told.a' } },
      {
        steps: { tell: tells },
        files: askOperation({ type: 'object', properties: { a: { type: 'boolean' } }, required: ['a'] }, ['ok']),
      },
    ],
  ])('P63 a duty that hangs on %s is asked to the end', async (_, duty, { steps = {}, answers = {}, ...more }) => {
    const made = warned(steps, duty);
    const whole: Made = { ...made, ...more, answers: { ...made.answers, ...answers } };
    expect(new Set(await at(whole, 'end'))).toEqual(new Set(['TX', 'OH']));
    expect(await verdicts(whole)).toEqual({ tx: duty['since'] ? 'broken' : 'proved' });
  });
});

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
