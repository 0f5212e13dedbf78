/**
 * Brings every answer to the server once and in order: coalesced by path, one request in flight, repeated with the same key until an answer
 * comes, guarded by revision. What waits is kept on the device, so that a reload loses nothing.
 */
import type { Path } from '../core/facts.ts';
import { backoffMs } from './backoff.ts';
import type { Outcome } from '../../contract/operation.ts';
import type { KeyValue, Timers } from './ports.ts';
import { append, forDevice, merged } from './save-batch.ts';
import type { Batch, Save } from './save-batch.ts';

/** The stored application that saves go to. */
export interface SaveTarget {
  readonly id: string;
  readonly flow: string;
  /** Content hash of the definition it is pinned to. */
  readonly definition: string;
  readonly revision: number;
}
export interface SaveQueueOptions {
  /** Sends one batch; `saved` brings the new revision in `value`. */
  readonly send: (target: SaveTarget, batch: Batch, options: { readonly keepalive: boolean }) => Promise<Outcome>;
  readonly saved: (revision: number) => void;
  readonly failed: (code: 'offline' | 'refused' | 'unauthenticated') => void;
  /** Somebody else saved first: loads what is stored and puts the waiting changes on top. Answers the stored revision, or undefined when that could not be loaded. */
  readonly conflicted: () => Promise<number | undefined>;
  readonly timers: Timers;
  readonly random: () => number;
  readonly id: () => string;
  readonly storage: KeyValue;
  /** Where on the device this queue keeps what waits. */
  readonly storageKey: string;
  /** Whether the value at a path may be kept on the device (never sensitive or keep-never values, law 9). */
  readonly keepable: (path: Path) => boolean;
  /** How long a change waits for others before it is sent, in milliseconds. */
  readonly lingerMs: number;
}
/** What a caller of `settle` is told: `saved`, or why the waiting saves are not on the server now. */
type Settled = 'saved' | 'unavailable' | 'unauthenticated' | 'failed';

export interface SaveQueue {
  push(save: Pick<Save, 'changes' | 'journey' | 'alone'>): void;
  /** From now on saves go to this application; those that wait follow. */
  open(target: SaveTarget): void;
  target(): SaveTarget | undefined;
  /** Drops from what waits, and was never sent, the changes and steps that no longer count (the person signed in, or saved elsewhere). */
  retain(path: (path: Path) => boolean, step: (step: string) => boolean): void;
  /** What waits, as one set of changes. */
  waiting(): ReturnType<typeof merged>;
  /** Whether everything that waits could be read back after a reload of the page. */
  safeOnDevice(): boolean;
  isEmpty(): boolean;
  /** Sends at once; answers when all that waits is stored, or at the first failure. */
  settle(): Promise<Settled>;
  /** The network or the session is back: tries again at once. */
  resume(): void;
  /** The page goes away: sends what waits in a request that may outlive it. */
  hide(): void;
  /** Forgets what waits, here and on the device (after a sign-out or when it was refused). */
  clear(): void;
  /** Stops timers; what waits stays on the device. */
  close(): void;
}

export function createSaveQueue(options: SaveQueueOptions): SaveQueue {
  const kept = readKept(options);
  let batches: readonly Batch[] = kept?.batches ?? [];
  let target: SaveTarget | undefined;
  let owner = kept?.id;
  let stored = true;
  let sending = false;
  let attempt = 0;
  let cancelTimer: (() => void) | undefined;
  let waiters: ((settled: Settled) => void)[] = [];

  const tell = (how: Settled): void => {
    const all = waiters;
    waiters = [];
    for (const resolve of all) resolve(how);
  };
  const keep = (): void => {
    if (batches.length === 0) {
      options.storage.remove(options.storageKey);
      stored = true;
    } else {
      const device = forDevice(batches, options.keepable);
      const whole = device.every(
        (batch, index) => Object.keys(batch.changes).length === Object.keys(batches[index]?.changes ?? {}).length,
      );
      stored =
        options.storage.set(
          options.storageKey,
          JSON.stringify({ ...(owner === undefined ? {} : { id: owner }), batches: device }),
        ) && whole;
    }
  };
  const later = (ms: number): void => {
    cancelTimer?.();
    cancelTimer = options.timers.after(ms, () => {
      cancelTimer = undefined;
      void pump(false);
    });
  };

  async function pump(keepalive: boolean): Promise<void> {
    const [first, ...rest] = batches;
    if (sending || target === undefined) return;
    if (first === undefined) return tell('saved');
    cancelTimer?.();
    cancelTimer = undefined;
    sending = true;
    const batch: Batch = first.sentAt === undefined ? { ...first, sentAt: target.revision } : first;
    batches = [batch, ...rest];
    keep();
    const outcome = await options.send(target, batch, { keepalive });
    if (batches[0]?.key !== batch.key) {
      sending = false; // the queue was cleared meanwhile
      return pump(false);
    }
    await settled(batch, outcome);
  }

  async function settled(batch: Batch, outcome: Outcome): Promise<void> {
    const code = outcome.name === 'failed' ? String(outcome.detail?.['code'] ?? '') : outcome.name;
    switch (code) {
      case 'ok': {
        const revision = Number(outcome.value);
        attempt = 0;
        if (target !== undefined && revision > target.revision) target = { ...target, revision };
        batches = batches.slice(1);
        keep();
        sending = false;
        if (batches.length === 0) options.saved(target?.revision ?? revision);
        return pump(false);
      }
      case 'CONFLICT': {
        const revision = await options.conflicted();
        sending = false;
        if (revision === undefined) return retry('unavailable');
        if (target !== undefined) target = { ...target, revision };
        batches = batches.map((one) => ({ ...unsent(one), key: options.id() }));
        keep();
        return pump(false);
      }
      case 'REFUSED': {
        const path = String(outcome.detail?.['path'] ?? '');
        sending = false;
        const left: Batch = {
          ...unsent(batch),
          key: options.id(),
          changes: pick(batch.changes, (one) => one !== path),
          journey: pick(batch.journey, (one) => one !== path),
        };
        const narrower = !isEmpty(left) && (Object.hasOwn(batch.changes, path) || Object.hasOwn(batch.journey, path));
        batches = narrower ? [left, ...batches.slice(1)] : batches.slice(1);
        keep();
        if (!narrower) {
          options.failed('refused');
          tell('failed');
        }
        return pump(false);
      }
      case 'unauthenticated':
        sending = false;
        options.failed('unauthenticated');
        return tell('unauthenticated');
      default:
        sending = false;
        return retry(code === 'unavailable' ? 'unavailable' : 'failed');
    }
  }

  function retry(why: Settled): void {
    options.failed('offline');
    later(backoffMs(attempt, options.random()));
    attempt += 1;
    tell(why);
  }

  return {
    push(save) {
      batches = append(batches, save, options.id);
      keep();
      if (target !== undefined && !sending && cancelTimer === undefined) later(options.lingerMs);
    },
    open(next) {
      if (owner !== undefined && owner !== next.id) batches = [];
      owner = next.id;
      target = next;
      keep();
      if (batches.length > 0 && !sending) later(0);
    },
    target: () => target,
    retain(path, step) {
      batches = batches
        .map((batch) =>
          batch.sentAt === undefined
            ? { ...batch, changes: pick(batch.changes, path), journey: pick(batch.journey, step) }
            : batch,
        )
        .filter((batch) => !isEmpty(batch));
      keep();
    },
    waiting: () => merged(batches),
    safeOnDevice: () => stored,
    isEmpty: () => batches.length === 0,
    settle() {
      if (target === undefined || (batches.length === 0 && !sending)) return Promise.resolve('saved');
      return new Promise((resolve) => {
        waiters.push(resolve);
        void pump(false);
      });
    },
    resume() {
      attempt = 0;
      if (batches.length > 0) void pump(false);
    },
    hide() {
      keep();
      if (batches.length > 0) void pump(true);
    },
    clear() {
      batches = [];
      keep();
      cancelTimer?.();
      cancelTimer = undefined;
      tell('saved');
    },
    close() {
      cancelTimer?.();
      cancelTimer = undefined;
      target = undefined;
      tell('unavailable');
    },
  };
}

/** The batch as it was before it was first sent. */
function unsent(batch: Batch): Batch {
  const { sentAt: _, ...rest } = batch;
  return rest;
}
function pick<T>(table: Readonly<Record<string, T>>, wanted: (key: string) => boolean): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(table).filter(([key]) => wanted(key)));
}
function isEmpty(batch: Batch): boolean {
  return Object.keys(batch.changes).length === 0 && Object.keys(batch.journey).length === 0;
}

/** What an earlier page of this tab left. Text that is not ours counts as nothing left. */
function readKept(options: SaveQueueOptions): { id?: string; batches: readonly Batch[] } | undefined {
  const text = options.storage.get(options.storageKey);
  if (text === undefined) return undefined;
  try {
    const kept: unknown = JSON.parse(text);
    return typeof kept === 'object' && kept !== null && 'batches' in kept && Array.isArray(kept.batches)
      ? (kept as { id?: string; batches: readonly Batch[] })
      : undefined;
  } catch {
    return undefined; // not written by this queue
  }
}
