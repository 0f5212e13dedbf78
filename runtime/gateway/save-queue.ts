/**
 * Brings every answer to the server once and in order: coalesced by path, one request in flight, repeated with the same
 * key until an answer comes, guarded by revision. What waits is kept on the device, so that a reload loses nothing.
 */
import type { JsonObject, Path } from '../core/facts.ts';
import { backoffMs } from './backoff.ts';
import { errorCodes } from '../../contract/errors.ts';
import { isOffline } from './connection.ts';
import type { Outcome } from '../../contract/operation.ts';
import type { Owner } from './owner.ts';
import { filtered } from '../core/paths.ts';
import type { Timers } from './ports.ts';
import { append, flush, merged } from './save-batch.ts';
import type { Batch, Save } from './save-batch.ts';
import type { Shelf } from './shelf.ts';

/** The stored application that saves go to. */
export interface SaveTarget {
  readonly id: string;
  readonly flow: string;
  /** Content hash of the definition it is pinned to. */
  readonly definition: string;
  readonly revision: number;
}
export interface SendOptions {
  /** The request may outlive the page. */
  readonly keepalive: boolean;
  /** Whose answers these are: nobody else may send them. */
  readonly owner: Owner;
}
export interface SaveQueueOptions {
  /** Sends one batch; `saved` brings the new revision in `value`. */
  readonly send: (target: SaveTarget, batch: Batch, options: SendOptions) => Promise<Outcome>;
  readonly saved: (revision: number) => void;
  readonly failed: (code: 'offline' | 'refused' | 'unauthenticated') => void;
  /** The server's lock refused a part of what was sent; the part is dropped. */
  readonly refused: (detail: JsonObject) => void;
  /** Told when `safeOnDevice` changes. */
  readonly safety?: () => void;
  /**
   * Somebody else saved first: loads what is stored and puts the waiting changes on top. Answers the stored revision,
   * or undefined when that could not be loaded.
   */
  readonly conflicted: () => Promise<number | undefined>;
  readonly timers: Timers;
  readonly random: () => number;
  readonly id: () => string;
  readonly shelf: Shelf;
  /** Who typed what comes into this queue. */
  readonly owner: Owner;
  /** Whose waiting changes become the owner's: those of the session in which they signed in. */
  readonly heirOf?: Owner;
  /** Id of the application that is open; what waits for another one counts no longer. */
  readonly application?: string;
  /** How long a change waits for others before it is sent, in milliseconds. */
  readonly lingerMs: number;
}
/** What a caller of `allSaved` is told: `saved`, or why the waiting saves are not on the server now. */
export type Settled = 'saved' | 'offline' | 'unavailable' | 'unauthenticated' | 'refused' | 'failed';

export interface SaveQueue {
  push(save: Pick<Save, 'changes' | 'journey' | 'alone'>): void;
  /** From now on saves go to this application; those that wait follow. */
  open(target: SaveTarget): void;
  target(): SaveTarget | undefined;
  /**
   * Drops from what waits, and was never sent, the changes and steps that no longer count (the person signed in, or
   * saved elsewhere).
   */
  retain(path: (path: Path) => boolean, step: (step: string) => boolean): void;
  /** From now on the queue belongs to this owner, with all that waits in it. */
  handOver(owner: Owner): void;
  /** What waits, as one set of changes. */
  waiting(): ReturnType<typeof merged>;
  /** Whether everything that waits could be read back after a reload of the page. */
  safeOnDevice(): boolean;
  isEmpty(): boolean;
  /** Sends at once; answers when all that waits is stored, or at the first failure. */
  allSaved(): Promise<Settled>;
  /** The network or the session is back: tries again at once. */
  resume(): void;
  /** The page goes away: sends what was not acknowledged in a request that may outlive it. */
  hide(): void;
  /** The page is back on the screen. */
  show(): void;
  /** Forgets what waits, here and on the device (after a sign-out or when it was refused). */
  clear(): void;
  /** Stops timers; what waits stays on the device. */
  close(): void;
}

export function createSaveQueue(options: SaveQueueOptions): SaveQueue {
  const { shelf } = options;
  const kept = shelf.read(options.owner);
  const counts = kept?.id === undefined || options.application === undefined || kept.id === options.application;
  let batches: readonly Batch[] = counts ? (kept?.batches ?? []) : [];
  let target: SaveTarget | undefined;
  let owner = options.owner;
  let application = counts ? kept?.id : undefined;
  let stored = true;
  let sending = false;
  let hidden = false;
  let attempt = 0;
  let cancelTimer: (() => void) | undefined;
  let waiters: ((settled: Settled) => void)[] = [];

  const tell = (how: Settled): void => {
    const all = waiters;
    waiters = [];
    for (const resolve of all) resolve(how);
  };
  const keep = (): void => {
    const before = stored;
    if (batches.length > 0)
      stored = shelf.write(owner, { ...(application === undefined ? {} : { id: application }), batches });
    else {
      shelf.remove(owner);
      stored = true;
    }
    if (stored !== before) options.safety?.();
  };
  if (options.heirOf !== undefined) {
    batches = [...batches, ...(shelf.read(options.heirOf)?.batches ?? [])];
    shelf.remove(options.heirOf);
    keep();
  }
  const later = (ms: number): void => {
    cancelTimer?.();
    cancelTimer = options.timers.after(ms, () => {
      cancelTimer = undefined;
      void pump();
    });
  };

  async function pump(): Promise<void> {
    const [first, ...rest] = batches;
    if (sending || target === undefined) return;
    if (first === undefined) return tell('saved');
    cancelTimer?.();
    cancelTimer = undefined;
    sending = true;
    const batch: Batch = first.sentAt === undefined ? { ...first, sentAt: target.revision } : first;
    batches = [batch, ...rest];
    keep();
    const outcome = await options.send(target, batch, { keepalive: hidden, owner });
    if (batches[0]?.key !== batch.key) {
      sending = false; // the queue was cleared meanwhile, or what followed it brought it along
      return pump();
    }
    await settled(batch, outcome);
  }

  /** Sends what has not been acknowledged, the batch in flight and all that came after it, in a request of its own. */
  async function pumpAll(): Promise<void> {
    const flushed = flush(batches, options.id);
    if (target === undefined || flushed === undefined) return;
    const { whole } = flushed;
    batches = flushed.batches;
    keep();
    const outcome = await options.send(target, whole, { keepalive: true, owner });
    const index = batches.findIndex(({ key }) => key === whole.key);
    if (outcome.name !== 'ok' || index < 0) return; // it stays in the queue, which sends it again in its turn
    reached(Number(outcome.value));
    batches = batches.slice(index + 1);
    keep();
    if (batches.length === 0) options.saved(target?.revision ?? Number(outcome.value));
  }
  function reached(revision: number): void {
    attempt = 0;
    if (target !== undefined && revision > target.revision) target = { ...target, revision };
  }

  async function settled(batch: Batch, outcome: Outcome): Promise<void> {
    const code = outcome.name === 'failed' ? String(outcome.detail?.['code'] ?? '') : outcome.name;
    switch (code) {
      case 'ok': {
        const revision = Number(outcome.value);
        reached(revision);
        batches = batches.slice(1);
        keep();
        sending = false;
        if (batches.length === 0) options.saved(target?.revision ?? revision);
        return pump();
      }
      // Of this save the device kept a part, without what is sensitive; the whole had been stored before the page
      // ended.
      case errorCodes.idempotencyMismatch:
      case errorCodes.conflict: {
        const before = target?.revision;
        const revision = await options.conflicted();
        sending = false;
        if (revision === undefined) return retry('unavailable');
        if (target !== undefined) target = { ...target, revision };
        batches = batches.map((one) => ({ ...unsent(one), key: options.id() }));
        keep();
        if (code !== errorCodes.conflict || revision !== before) return pump();
        // Nobody wrote in between, and still it does not fit: it is tried again, but not as fast as the network can.
        later(backoffMs(attempt, options.random()));
        attempt += 1;
        return undefined;
      }
      case errorCodes.refused: {
        const path = String(outcome.detail?.['path'] ?? '');
        sending = false;
        const left: Batch = {
          ...unsent(batch),
          key: options.id(),
          changes: filtered(batch.changes, (one) => one !== path),
          journey: filtered(batch.journey, (one) => one !== path),
        };
        const narrower = !isEmpty(left) && (Object.hasOwn(batch.changes, path) || Object.hasOwn(batch.journey, path));
        batches = narrower ? [left, ...batches.slice(1)] : batches.slice(1);
        keep();
        options.failed('refused');
        options.refused(outcome.detail ?? {});
        tell('refused');
        return pump();
      }
      case 'unauthenticated':
        sending = false;
        options.failed('unauthenticated');
        return tell('unauthenticated');
      default:
        sending = false;
        return retry(isOffline(outcome) ? 'offline' : code === 'unavailable' ? 'unavailable' : 'failed');
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
      if (application !== undefined && application !== next.id) batches = [];
      application = next.id;
      target = next;
      keep();
      if (batches.length > 0 && !sending) later(0);
    },
    target: () => target,
    retain(path, step) {
      batches = batches
        .map((batch) =>
          batch.sentAt === undefined
            ? { ...batch, changes: filtered(batch.changes, path), journey: filtered(batch.journey, step) }
            : batch,
        )
        .filter((batch) => !isEmpty(batch));
      keep();
    },
    handOver(next) {
      if (next === owner) return;
      shelf.remove(owner);
      owner = next;
      keep();
    },
    waiting: () => merged(batches),
    safeOnDevice: () => stored,
    isEmpty: () => batches.length === 0,
    allSaved() {
      if (target === undefined || (batches.length === 0 && !sending)) return Promise.resolve('saved');
      return new Promise((resolve) => {
        waiters.push(resolve);
        void pump();
      });
    },
    resume() {
      attempt = 0;
      if (batches.length > 0) void pump();
    },
    hide() {
      hidden = true;
      keep();
      if (sending) void pumpAll();
      else if (batches.length > 0) void pump();
    },
    show() {
      hidden = false;
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
  const { sentAt: _, after: __, ...rest } = batch;
  return rest;
}
function isEmpty(batch: Batch): boolean {
  return Object.keys(batch.changes).length === 0 && Object.keys(batch.journey).length === 0;
}
