/**
 * Where what waits to be saved is kept, each owner's apart: whole in memory, so that nothing is lost while the document
 * lives, and without sensitive answers on the device, so that a reload loses only those (law 9).
 */
import type { Path } from '../core/facts.ts';
import type { Owner } from './owner.ts';
import type { KeyValue } from './ports.ts';
import { forDevice } from './save-batch.ts';
import type { Batch } from './save-batch.ts';
import { filtered } from '../core/paths.ts';

export interface Kept {
  /** Id of the application the batches are for; absent before there is one. */
  readonly id?: string;
  /** Of the flow over whose pages they were made; absent: made before it was written down. */
  readonly version?: string;
  readonly batches: readonly Batch[];
}
export interface Shelf {
  read(owner: Owner): Kept | undefined;
  /** @returns whether all of it could be read back after a reload. */
  write(owner: Owner, kept: Kept): boolean;
  remove(owner: Owner): void;
}
export interface ShelfParts {
  readonly storage: KeyValue;
  /** Shared by all shelves of a document. */
  readonly memory: Map<string, Kept>;
  /** Brand and flow. */
  readonly name: string;
  /** Whether the value at a path may be kept on the device. */
  readonly keepable: (path: Path) => boolean;
  /** The flow as it is open. */
  readonly version: string;
  /** Whether what was answered over the pages of another version may be taken over: no consent may. */
  readonly carried: (path: Path) => boolean;
}

export function createShelf({ storage, memory, name, keepable, version, carried }: ShelfParts): Shelf {
  const keyOf = (owner: Owner): string => `waymark.waiting.${name}.${owner}`;
  return {
    read(owner) {
      const kept = memory.get(keyOf(owner)) ?? parsed(storage.get(keyOf(owner)));
      return kept === undefined || kept.version === version
        ? kept
        : { ...kept, batches: withoutAnswers(kept.batches, carried) };
    },
    write(owner, batched) {
      const key = keyOf(owner);
      const kept = { ...batched, version };
      memory.set(key, kept);
      const batches = forDevice(kept.batches, keepable);
      const whole = batches.every(
        ({ changes }, index) => Object.keys(changes).length === Object.keys(kept.batches[index]?.changes ?? {}).length,
      );
      return storage.set(key, JSON.stringify({ ...kept, batches })) && whole;
    },
    remove(owner) {
      memory.delete(keyOf(owner));
      storage.remove(keyOf(owner));
    },
  };
}

/** The batches with those answers alone that may stay. */
function withoutAnswers(batches: readonly Batch[], stays: (path: Path) => boolean): readonly Batch[] {
  return batches.flatMap((batch) => {
    const changes = filtered(batch.changes, (path) => stays(path));
    return Object.keys(changes).length + Object.keys(batch.journey).length === 0 ? [] : [{ ...batch, changes }];
  });
}

/** What an earlier page of this tab left. Text that is not ours counts as nothing left. */
function parsed(text: string | undefined): Kept | undefined {
  try {
    const kept: unknown = JSON.parse(text ?? '{}');
    return typeof kept === 'object' && kept !== null && 'batches' in kept && Array.isArray(kept.batches)
      ? (kept as Kept)
      : undefined;
  } catch {
    return undefined; // not written by this shelf
  }
}
