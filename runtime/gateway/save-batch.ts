/** What the save queue sends and keeps: pure data and its merging rules. */
import type { Changes } from '../../contract/save.ts';
import type { JsonObject, Path } from '../core/facts.ts';
import { filtered, put } from '../core/paths.ts';
import type { Effect } from '../core/events.ts';

export type Save = Extract<Effect, { type: 'save' }>;

/** One request of the queue. The key makes it safe to repeat: the server applies one key once. */
export interface Batch {
  readonly key: string;
  readonly changes: Changes;
  readonly journey: Save['journey'];
  /** Must stay a request of its own. */
  readonly alone: boolean;
  /** The revision it was first sent with; it may have been applied, so it is repeated unchanged. */
  readonly sentAt?: number;
  /** Key of the batch that this one holds, too: it goes on from that one's revision if that one came through. */
  readonly after?: string;
}

/**
 * Whether the later one says all anew that the one before it said, and nothing else: `10` and then `100` in one box.
 * Whoever typed the later one at once would have sent it alone.
 */
function supersedes(later: Pick<Save, 'changes' | 'journey'>, before: Pick<Save, 'changes' | 'journey'>): boolean {
  const paths = Object.keys(later.changes);
  return (
    [later, before].every(({ journey }) => Object.keys(journey).length === 0) &&
    paths.length === Object.keys(before.changes).length &&
    paths.every((path) => Object.hasOwn(before.changes, path))
  );
}

/**
 * Adds a save at the end: merged into the last batch when that has not been sent and neither must stand alone, or when
 * it says the same anew.
 */
export function append(
  batches: readonly Batch[],
  save: Pick<Save, 'changes' | 'journey' | 'alone'>,
  key: () => string,
): readonly Batch[] {
  const last = batches.at(-1);
  const alone = save.alone ?? false;
  if (last !== undefined && last.sentAt === undefined && last.alone === alone && supersedes(save, last))
    return [...batches.slice(0, -1), { ...last, changes: save.changes }];
  if (last === undefined || last.sentAt !== undefined || last.alone || alone)
    return [...batches, { key: key(), changes: save.changes, journey: save.journey, alone }];
  return [
    ...batches.slice(0, -1),
    {
      ...last,
      changes: { ...without(last.changes, save.changes), ...save.changes },
      journey: { ...last.journey, ...save.journey },
    },
  ];
}

/**
 * The batches so that the second one, `whole`, holds what is not acknowledged: the one in flight, which stays first,
 * and all behind it up to one that must stand alone (a press), which waits on. Undefined when there is nothing behind
 * it that may be sent with it.
 */
export function flush(
  batches: readonly Batch[],
  key: () => string,
): { readonly batches: readonly Batch[]; readonly whole: Batch } | undefined {
  const [first, ...behind] = batches;
  const [next] = behind;
  if (first?.sentAt === undefined || next === undefined) return undefined;
  const found = behind.findIndex(({ alone, sentAt }) => alone || sentAt !== undefined);
  const along = first.alone ? 0 : found < 0 ? behind.length : found;
  const end = along === 0 && next.sentAt === undefined && supersedes(next, first) ? 1 : along;
  if (end === 0) return undefined;
  const together = merged([first, ...behind.slice(0, end)]);
  const whole: Batch = { ...together, key: key(), alone: true, sentAt: first.sentAt, after: first.key };
  return { batches: [first, whole, ...behind.slice(end)], whole };
}

/**
 * A change of a path takes the place of every waiting change at it or below it; a waiting change above it stays and
 * comes first.
 */
function without(waiting: Changes, later: Changes): Changes {
  const paths = Object.keys(later);
  return filtered(waiting, (path) => !paths.some((one) => path === one || path.startsWith(`${one}.`)));
}

/** All waiting changes as one, in the order they are to be applied. */
export function merged(batches: readonly Batch[]): { changes: Changes; journey: Save['journey'] } {
  let changes: Changes = {};
  let journey: Save['journey'] = {};
  for (const batch of batches) {
    changes = { ...without(changes, batch.changes), ...batch.changes };
    journey = { ...journey, ...batch.journey };
  }
  return { changes, journey };
}

/** The batches as the device may keep them: without the values of paths that `keepable` refuses. */
export function forDevice(batches: readonly Batch[], keepable: (path: Path) => boolean): readonly Batch[] {
  return batches.map((batch) => ({
    ...batch,
    changes: filtered(batch.changes, (path) => keepable(path)),
  }));
}

/** `document` with the changes set at their paths; null erases. */
export function apply(document: JsonObject, changes: Changes): JsonObject {
  let result = document;
  for (const [path, value] of Object.entries(changes)) result = put(result, path, value ?? undefined);
  return result;
}
