import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { facts, initial, reduce } from '../../../runtime/core/index.ts';
import type { Reduced } from '../../../runtime/core/events.ts';
import { explore, withFacts, type Given } from '../../../verifier/explore/search/explore.ts';
import { countOut, type CountedOut } from './count-out.ts';
import { smallFlow, VALUES, type SmallFlow } from './small-flow.ts';

const WORLD = {
  results: {},
  session: {},
  application: {},
  customer: {},
  brand: {},
  flags: {},
  route: { params: {}, query: {} },
  cookies: {},
  device: {},
  compliance: { states: {}, documents: { 'first-notice': '1', 'second-notice': '2' } },
  today: '2026-11-21',
  now: '2026-11-21T17:00:00.000Z',
};

function enter({ flow }: SmallFlow, given: Given): Reduced {
  const world = withFacts(WORLD, given);
  return reduce(flow, initial(flow, world), { type: 'entered', answers: {}, journey: {}, revision: 0, world });
}

/** What the explorer says of the same questions. */
function explored(small: SmallFlow) {
  const { flow, domain, asked } = small;
  const found = explore({ flow, domain }, { enter: (given) => enter(small, given), budget: 50_000 });
  const moments = asked.map((question) =>
    found.legs.filter(
      ({ from, to }) =>
        typeof to !== 'string' &&
        from.step !== to.step &&
        question.at.includes(to.step) &&
        question.scope[0]?.of(facts(flow, to.state)) === true,
    ),
  );
  return {
    complete: found.complete,
    steps: new Set(found.nodes.map(({ step }) => step)),
    asked: new Set(asked.filter((_, index) => (moments[index]?.length ?? 0) > 0)),
    broken: new Set(
      asked.filter((question, index) =>
        moments[index]?.some(({ to }) => typeof to !== 'string' && !to.remembered.has(question.memory?.name ?? '')),
      ),
    ),
    states: found.nodes.length,
    samples: found.samples,
    /** Whether somebody opened an address, which nobody counted out does. */
    opens: found.legs.some(({ move }) => move.acts.some((act) => 'visits' in act)),
  };
}

const countedOut = (small: SmallFlow) =>
  countOut(
    { ...small, outcomes: small.domain.outcomes, values: () => VALUES, anyOrder: true },
    [true, false].map((on) => enter(small, { 'flags.on': on })),
    1_500,
  );

/** Nothing is claimed of a flow of which something was only a sample. */
function expectNothingHidden(small: SmallFlow, whole: CountedOut): void {
  const { complete, steps, asked, broken, samples, opens } = explored(small);
  if (samples.length > 0) return;
  if (opens) {
    const hidden = [
      [...whole.steps].filter((step) => !steps.has(step)),
      [...whole.asked].filter((question) => !asked.has(question)),
      [...whole.broken].filter((question) => !broken.has(question)),
    ];
    expect([complete, ...hidden], JSON.stringify(small.spec)).toEqual([true, [], [], []]);
    return;
  }
  expect(
    { complete, steps: [...steps].sort(), asked: asked.size, broken: broken.size },
    JSON.stringify(small.spec),
  ).toEqual({ complete: true, steps: [...whole.steps].sort(), asked: whole.asked.size, broken: whole.broken.size });
}

/** Flows made at random; more of them with `EXPLORE=1000 npx vitest run tests/verifier/explore`. */
const FLOWS = Number(process.env['EXPLORE'] ?? 40);

describe('states that are taken for one', () => {
  test.each([
    ['a page that decides by itself reads a fact of the world that nobody asked before', 77, 368],
    ['an answer stays behind in a field that hides again, and something else writes it', 77, 509],
    ['an answer leads away from a page of which another field was answered before', 500, 840],
    ['an answer that is erased when the page is left counts until then', 9000, 521],
    ['a late answer turns an earlier way', 500, 920],
  ])('hide nothing where %s', (_, seed, index) => {
    const small = fc.sample(smallFlow, { seed, numRuns: index + 1 })[index] as SmallFlow;
    const whole = countedOut(small);
    if (!whole) throw new Error('There is more to count out than the test allows.');
    expect(explored(small).samples).toEqual([]);
    expectNothingHidden(small, whole);
  });
  test('hide nothing: steps reached and answers to every question are those of counting everything out', () => {
    let counted = 0;
    fc.assert(
      fc.property(smallFlow, (small) => {
        const whole = countedOut(small);
        if (!whole) return;
        counted += 1;
        expectNothingHidden(small, whole);
      }),
      { numRuns: FLOWS, seed: 7 },
    );
    expect(counted).toBeGreaterThan(FLOWS / 2);
  }, 240_000);
});
