/**
 * Whether somebody who was moved stands where an honest person of the later version can stand: looked at once more, by
 * other means than those that moved them. Pure.
 */
import type { CompiledFlow } from '../../runtime/core/definition.ts';
import type { Json, JsonObject, Path } from '../../runtime/core/facts.ts';
import { admit, filesOf, get, newer, own, same, sift, walk } from '../../runtime/core/index.ts';
import { ending, type Moved } from '../../runtime/core/migration.ts';
import { leaves } from '../../runtime/core/paths.ts';
import { stepOf } from '../../runtime/core/pieces.ts';
import { overlap, shapeOf } from '../../runtime/core/shape.ts';
import type { Journey, OutcomeOf, Stored, StoredFile, World } from '../../runtime/core/state.ts';
import { callsOf } from '../../runtime/core/ways.ts';

/** What is wrong; the laws are those of LAWS.md. */
export interface Fault {
  readonly law: 'P40' | 'P41' | 'P42' | 'P43';
  /** A sentence. */
  readonly says: string;
}

/** Two versions, and what the later one sees of the world. */
interface Versions {
  readonly before: CompiledFlow;
  readonly after: CompiledFlow;
  readonly world: World;
  readonly trail: readonly OutcomeOf[];
}
/** What was stored, and what it became. */
interface Landing {
  readonly stored: Stored;
  readonly landed: Moved;
}

/** What must have happened for pages to have been left like this. */
export function trailOf(flow: CompiledFlow, journey: Journey): readonly OutcomeOf[] {
  return Object.entries(journey).flatMap(([step, entry]) => {
    if (entry.by === 'event') return [{ operation: entry.channel, name: entry.event }];
    const outcome = 'outcome' in entry ? entry.outcome : undefined;
    if (outcome === undefined) return [];
    const calls = callsOf(flow, stepOf(flow, step), entry).map(({ operation }) => ({ operation, name: 'ok' }));
    return [
      ...calls.slice(
        0,
        calls.findIndex(({ operation }) => operation === outcome.operation),
      ),
      outcome,
    ];
  });
}

/** Everything that is wrong with where a situation lands. */
export function faultsOf(versions: Versions, landing: Landing): readonly Fault[] {
  return [
    ...untaken(versions, landing),
    ...vanished(versions, landing),
    ...consented(versions, landing),
    ...unlawful(versions, landing),
  ];
}

function untaken({ after }: Versions, { landed }: Landing): readonly Fault[] {
  const paths = answered(after);
  return leaves(landed.answers)
    .filter(([path]) => !paths.some((one) => overlap(one, path)))
    .map(([path]) => ({ law: 'P40', says: `"${path}" is kept, and nobody asks for it.` }));
}

function vanished({ before, after, world }: Versions, { stored, landed }: Landing): readonly Fault[] {
  const { relevant } = walk(before, stored, world);
  const moves = (newer(before, after) ?? []).flatMap((one) => one.moves);
  const isNamed = (path: Path): boolean =>
    moves.some((move) => overlap('from' in move ? move.from : move.path, path)) ||
    moves.some((move) => 'to' in move && overlap(move.to, path));
  return answered(before)
    .filter((path) => get(relevant, path) !== undefined && !isNamed(path))
    .filter((path) => !same(get(landed.answers, path), get(stored.answers, path)))
    .filter((path) => !landed.askedAgain.some((one) => overlap(one, path)))
    .map((path) => ({ law: 'P41', says: `"${path}" is lost, and no migration says so.` }));
}

function consented({ before, after, world }: Versions, { stored, landed }: Landing): readonly Fault[] {
  const moves = (newer(before, after) ?? []).flatMap((one) => one.moves);
  return Object.entries(after.consents ?? {}).flatMap(([path, { text, listed }]): readonly Fault[] => {
    if (!isGiven(get(landed.answers, path))) return [];
    const was = Object.entries(before.consents ?? {}).find(([one]) => ending(moves, one) === path);
    const shown = Object.values(before.steps)
      .filter((step) => Object.values(step.fields).some(({ bind }) => bind === was?.[0]))
      .flatMap(({ id }) => Object.entries(own(stored.journey, id)?.shown ?? {}));
    const isSame =
      was?.[1].text === text && !listed && shown.every(([tag, hash]) => world.compliance.documents[tag] === hash);
    return isSame ? [] : [{ law: 'P42', says: `The consent "${path}" is given to words that nobody saw.` }];
  });
}

/** The lock of the later version must take all that counts, from nothing on. */
function unlawful({ after, world, trail }: Versions, { landed }: Landing): readonly Fault[] {
  const nothing: Stored = { answers: {}, journey: {} };
  const paths = answered(after).filter((path) => get(landed.answers, path) !== undefined);
  const changes = Object.fromEntries(paths.map((path) => [path, get(landed.answers, path) as Json]));
  const proposed = sift(after, nothing, { proposed: { changes, journey: landed.journey }, world });
  const { at } = walk(after, landed, world);
  const left = Object.keys(landed.journey).filter((step) => step !== at && !Object.hasOwn(proposed.journey, step));
  const admission = admit(after, nothing, { proposed, world, trail, files: filesIn(after, landed.answers) });
  return [
    ...left.map((step): Fault => ({ law: 'P43', says: `The page "${step}" counts as left, and is not on the way.` })),
    ...(admission.ok
      ? []
      : [{ law: 'P43' as const, says: `The lock refuses "${admission.path ?? ''}": ${admission.code}.` }]),
  ];
}

function isGiven(value: Json | undefined): boolean {
  return value === true || (typeof value === 'object' && value !== null && Object.values(value).some(isGiven));
}

/** Paths of the answers that a version takes. */
function answered(flow: CompiledFlow): readonly Path[] {
  const steps = Object.values(flow.steps);
  const paths = steps.flatMap((step) => [
    ...Object.values(step.fields).flatMap(({ keep, bind }) => (keep === 'application' ? [bind] : [])),
    ...shapeOf(flow, step).assigned.map(({ path }) => path),
  ]);
  return [...new Set(paths)];
}

function filesIn(flow: CompiledFlow, answers: JsonObject): readonly StoredFile[] {
  return Object.values(flow.steps)
    .flatMap((step) => Object.values(step.fields))
    .flatMap((field) => (field.file ? filesOf(field, get(answers, field.bind)) : []));
}
