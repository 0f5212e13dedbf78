/**
 * The plainest of the shortest ways to where an obligation is broken, as a fixture that fails until it is mended. Pure.
 */
import type { JsonObject } from '../../runtime/core/facts.ts';
import { wayAlong, type Way } from '../explore/compose.ts';
import { exampleOf } from '../explore/example.ts';
import { overlap } from '../../runtime/core/shape.ts';
import type { Leg } from '../explore/exploration.ts';
import { leftSteps } from '../explore/equivalence/key.ts';
import type { Survey } from '../explore/survey.ts';
import { readFixture } from '../fixture/fixture.ts';
import { runFixture, type Ran } from '../fixture/run.ts';
import type { Obligation } from './obligation.ts';
import { roundsOf } from './prove.ts';
import { lackingOf } from './wording.ts';

export interface Counterexample {
  readonly leg: Leg;
  readonly fixture: JsonObject;
  /** What core made of the fixture. */
  readonly replay: Replay;
}

/** A counterexample played again: whether that goes the same way, and by which sentences it fails. */
export type Replay = { readonly by: 'core' | 'server' } & (
  | { readonly same: boolean; readonly failures: readonly string[] }
  /** Why it was not played. */
  | { readonly unplayed: string }
);

/** @param legs the shortest ways that break it, at least one */
export function counterexampleOf(survey: Survey, obligation: Obligation, legs: readonly Leg[]): Counterexample {
  const tried = legs
    .map((leg) => ({ leg, given: JSON.stringify(exampleOf(survey, wayAlong(leg), BARE)['given']).length }))
    .sort((a, b) => a.given - b.given)
    .slice(0, TRIED);
  let first: Counterexample | undefined;
  for (const { leg } of tried) {
    const made = exampleAlong(survey, obligation, leg);
    if ('same' in made.replay && made.replay.same) return made;
    first ??= made;
  }
  if (!first)
    throw new Error(
      `The obligation ${obligation.name} is broken on no way: ask for a counterexample of a broken one only.`,
    );
  return first;
}
const BARE = { title: '', values: false };
/** Ways that are played again, the one that supposes least first, until one is gone as it was found. */
const TRIED = 8;

/** The way along one leg as a fixture, and what core makes of it. */
function exampleAlong(survey: Survey, obligation: Obligation, leg: Leg): Counterexample {
  const way = wholeRound(survey, leg);
  const ways = [
    way,
    ...(obligation.since === undefined &&
    obligation.shown !== undefined &&
    obligation.moment.kind === 'arrives' &&
    !obligation.moment.ends
      ? [beforeLastAct(way)]
      : []),
  ];
  const expect = expected(survey, obligation, leg);
  const title = `Counterexample: ${obligation.says}`;
  // A server that is asked for ever has nothing to show.
  const server = way.stretches.at(-1)?.move === leg.move;
  const plain = [false, true].flatMap((values) =>
    ways.map((one) => ({ ...exampleOf(survey, one, { title, values, server }), expect })),
  );
  const found = plain.find((fixture) => failsOnly(playedBy(survey, fixture)));
  const fixture = found ?? { ...exampleOf(survey, way, { title }), expect };
  const { failures } = playedBy(survey, fixture);
  return { leg, fixture, replay: { by: 'core', same: found !== undefined, failures } };
}

/**
 * What the fixture expects: the document that is missing, or that the moment does not come. Where the moment's own page
 * shows the document, which is too late, it must end sooner; where it was seen before a change, at the page that shows
 * it.
 */
function expected(survey: Survey, obligation: Obligation, { to, after }: Leg): JsonObject {
  const { flow } = survey;
  const { moment, shown, tags, passed, boxes, since } = obligation;
  const never = moment.kind !== 'consents' && typeof to !== 'string' ? { never: [`${flow.id}/${to.step}`] } : {};
  // It may well be shown: what it does not say is what is wrong.
  if (lackingOf(survey, obligation).length > 0) return never;
  if (moment.kind === 'stands' && typeof to !== 'string' && roundsOf(survey).has(to)) return {};
  const left = leftSteps(flow, after);
  const again = left.findLast(
    (id) =>
      id === passed ||
      (shown !== undefined && tags.some((tag) => Object.hasOwn(after.journey[id]?.shown ?? {}, tag))) ||
      Object.values(flow.steps[id]?.fields ?? {}).some((field) => boxes.some((bind) => overlap(bind, field.bind))),
  );
  // What was so once and is to be so again: the page comes again.
  if (since && again !== undefined) return { end: `${flow.id}/${again}` };
  if (shown !== undefined && tags.length === 1) return { shown: { atLeast: [shown] } };
  return never;
}

/** The way along a leg; where calls then lead round, once round: as a call came out last, it comes out from then on. */
function wholeRound(survey: Survey, leg: Leg): Way {
  const { start, stretches } = wayAlong(leg);
  const round = roundsOf(survey);
  const more: Leg[] = [];
  const passed = new Set<Leg['to']>();
  for (let at = leg.to; typeof at !== 'string' && round.has(at) && !passed.has(at); ) {
    passed.add(at);
    const next = survey.exploration.legs.find(({ from, to }) => from === at && typeof to !== 'string' && round.has(to));
    if (!next) break;
    more.push(next);
    at = next.to;
  }
  return { start, stretches: [...stretches, ...more.map(({ from, move }) => ({ from, move }))] };
}

const playedBy = ({ product }: Survey, fixture: JsonObject): Ran =>
  runFixture(product, readFixture('counterexample.json', JSON.stringify(fixture)));

/** Whether the fixture can be played to its end and fails by what it expects. */
const failsOnly = ({ stopped, failures }: Ran): boolean => stopped === undefined && failures.length === 1;

/** The way up to the last thing the person does. */
function beforeLastAct({ start, stretches }: Way): Way {
  const last = stretches.findLastIndex(({ move }) => move.acts.length > 0);
  return {
    start,
    stretches: stretches
      .slice(0, Math.max(last, 0) + 1)
      .map((stretch, index) =>
        index === last ? { ...stretch, move: { acts: stretch.move.acts.slice(0, -1) } } : stretch,
      ),
  };
}
