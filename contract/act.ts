/** The envelope of a call that a person made: `extensions.act` of a GraphQL POST (decisions/0007). */
import type { OutcomeOf, Shown, Transition } from '../runtime/core/state.ts';

/** How a page was being left when it made the call: a transition that has no outcome yet. */
export type Way = WithoutOutcome<Transition>;
type WithoutOutcome<T> = T extends { readonly outcome?: OutcomeOf } ? Omit<T, 'outcome'> : T;

export interface Act {
  /** Idempotency key of this call of this press. */
  readonly key: string;
  /** Hints for the lock, never trusted: where the person was, what they pressed, which documents were on the page. */
  readonly step?: string;
  readonly by?: Way;
  readonly shown?: Shown;
}

const KEY = /^[\w.:-]{1,100}$/;
const NAME = /^[\w.-]{1,100}$/;

/** What each way of leaving a page says; exhaustive by type, so that a new one is added here, too. */
const members: { readonly [By in Way['by']]: Readonly<Record<string, 'string' | 'number'>> } = {
  action: { action: 'string' },
  load: {},
  event: { channel: 'string', event: 'string' },
  giveUp: { channel: 'string' },
  timer: { index: 'number' },
  widget: { widget: 'string', event: 'string' },
  link: { index: 'number' },
  dialog: { dialog: 'string', action: 'string' },
};

/** Whether an unknown value says how a page was left: its kind and what that kind must say. */
export function isWay(value: unknown): value is Way {
  if (!isRecord(value) || typeof value['by'] !== 'string' || !Object.hasOwn(members, value['by'])) return false;
  return Object.entries(members[value['by'] as Way['by']]).every(([key, type]) => typeof value[key] === type);
}

/** Whether an unknown value is a record of documents by idTag and content hash. */
export function isShown(value: unknown): value is Shown {
  return isRecord(value) && Object.values(value).every((hash) => typeof hash === 'string' && hash.length <= 128);
}

/**
 * The act of a request's `extensions`; undefined when there is none. Throws `TypeError` with the member that is
 * wrong: a damaged envelope is bad input, never a call without one.
 */
export function readAct(extensions: unknown): Act | undefined {
  if (!isRecord(extensions) || extensions['act'] === undefined) return undefined;
  const { act } = extensions;
  if (!isRecord(act)) throw new TypeError('extensions.act must be an object');
  const { key, step, by, shown } = act;
  if (typeof key !== 'string' || !KEY.test(key))
    throw new TypeError('extensions.act.key must be 1 to 100 plain characters');
  if (step !== undefined && (typeof step !== 'string' || !NAME.test(step)))
    throw new TypeError('extensions.act.step must be the id of a step');
  if (by !== undefined && !isWay(by)) throw new TypeError('extensions.act.by must say how the page was left');
  if (shown !== undefined && !isShown(shown))
    throw new TypeError('extensions.act.shown must give content hashes by idTag');
  return {
    key,
    ...(step === undefined ? {} : { step }),
    ...(by === undefined ? {} : { by }),
    ...(shown === undefined ? {} : { shown }),
  };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
