/** The plainest of the shortest ways to where an obligation is broken, as a fixture that fails until it is mended. Pure. */
import type { JsonObject } from '../../runtime/core/facts.ts';
import { wayAlong, type Way } from '../explore/compose.ts';
import { exampleOf } from '../explore/example.ts';
import type { Leg } from '../explore/exploration.ts';
import type { Survey } from '../explore/survey.ts';
import { readFixture } from '../fixture/fixture.ts';
import { runFixture } from '../fixture/run.ts';
import type { Obligation } from './obligation.ts';

export interface Counterexample {
  readonly leg: Leg;
  readonly fixture: JsonObject;
}

/** @param legs the shortest ways that break it, at least one */
export function counterexampleOf(survey: Survey, obligation: Obligation, legs: readonly Leg[]): Counterexample {
  const title = `Counterexample: ${obligation.says}`;
  const [{ leg, way, fixture } = none(obligation)] = legs.map((leg) => {
    const way = wayAlong(leg);
    return { leg, way, fixture: exampleOf(survey, title, way) };
  }).sort((a, b) => size(a.fixture) - size(b.fixture));
  return { leg, fixture: { ...fixture, ...failing(survey, obligation, leg, way, fixture) } };
}

function none({ name }: Obligation): never {
  throw new Error(`The obligation ${name} is broken on no way: ask for a counterexample of a broken one only.`);
}

/** Of ways of one length the one that supposes least of the applicant. */
const size = (fixture: JsonObject): number => JSON.stringify(fixture['given']).length;

/** What the fixture expects: the document that is missing, or that the moment does not come. Where the moment's own page shows the document, which is too late, it ends sooner. */
function failing(survey: Survey, { moment, shown }: Obligation, leg: Leg, way: Way, fixture: JsonObject): JsonObject {
  const never = moment.kind === 'arrives' && typeof leg.to !== 'string' ? { expect: { never: [`${survey.flow.id}/${leg.to.step}`] } } : {};
  if (shown === undefined) return never;
  const tried = [fixture, ...(moment.kind === 'arrives' && !moment.ends ? [exampleOf(survey, '', beforeLastAct(way))] : [])];
  for (const one of tried) {
    const ran = runFixture(survey.product, readFixture('counterexample.json', JSON.stringify(one)));
    if (ran.failures.length === 0 && !ran.shown.includes(shown)) return { do: one['do'] ?? [], expect: { shown: { atLeast: [shown] } } };
  }
  return never;
}

/** The way up to the last thing the person does. */
function beforeLastAct({ start, stretches }: Way): Way {
  const last = stretches.findLastIndex(({ move }) => move.acts.length > 0);
  return { start, stretches: stretches.slice(0, Math.max(last, 0) + 1).map((stretch, index) => (index === last ? { ...stretch, move: { acts: stretch.move.acts.slice(0, -1) } } : stretch)) };
}
