/** One link of an application's chain: what was done, by whom, and the hash that binds it to everything before it. */
import { createHash } from 'node:crypto';
import type { Json, JsonObject, Path } from '../../../runtime/core/facts.ts';
import type { Journey, OutcomeOf } from '../../../runtime/core/state.ts';
import type { Status } from '../../status/graph.ts';
import type { ApplicationRow, Progress, StoredDraft } from '../tables.ts';

/**
 * What the acts of an application say of it; kept in `applications` beside the chain, because most reads want the end,
 * not the way.
 */
export type Folded = Omit<ApplicationRow, 'id' | 'version' | 'head' | 'attempt'>;

/** What an act changes; sensitive leaves are sealed as they are in the row. */
export interface Effect {
  /** Answers by path; null takes one back. */
  readonly answers?: Readonly<Record<Path, Json | null>>;
  /** How pages were left; null: one is asked again. */
  readonly journey?: Readonly<Record<string, Journey[string] | null>>;
  /** How operations came out, and events that were heard of. */
  readonly outcomes?: readonly OutcomeOf[];
  readonly results?: ApplicationRow['results'];
  /** Where the status machine goes; none: it stays. */
  readonly status?: Status;
  readonly progress?: Progress;
  /** Where a draft goes; none: it stays. */
  readonly draft?: StoredDraft;
  /** The application is over; nothing more is taken. */
  readonly closes?: true;
  /** Counts a revision of the owner's document. */
  readonly saves?: true;
  /** Columns that are set as they are. */
  readonly set?: Partial<Folded>;
}

/** Documents and rows of states as a compiled module, facts of the brand as a text: each by its hash. */
export interface SeenContent {
  readonly compliance: string;
  readonly brand: string;
}

/** An effect with what is evidence only: it changes no column. */
export interface ActBody extends Effect {
  /** What was sent, at a submission. */
  readonly document?: JsonObject;
  /** What the pages that were left were made of beside their flow. */
  readonly seen?: SeenContent;
  /** What another store held of the application before there were acts. */
  readonly before?: JsonObject;
}

export interface Act {
  readonly applicationId: string;
  /** From 1, without a gap. */
  readonly number: number;
  /** Hash of the act before; '' for the first. */
  readonly previous: string;
  readonly hash: string;
  /**
   * The customer's `sub`; `<administrator> for <customer>` where somebody acted for them; or who acts for the lender:
   * `lender`, `reviewer`.
   */
  readonly actor: string;
  /** The idempotency key of the call, when it came with one. */
  readonly key: string | null;
  /** SHA-256 of the call's arguments as they came. */
  readonly bodyHash: string | null;
  readonly operation: string;
  /** Version of the flow the application was on. */
  readonly definition: string;
  /** Instant, ISO 8601 with milliseconds and `Z`. */
  readonly at: string;
  /** JSON of an ActBody, the very text that is hashed. */
  readonly body: string;
}

/**
 * SHA-256 (base64url) over the previous hash and everything the act says. The fields stand one a line, the body last,
 * so that no two acts give the same text; `server/database/migrations/120-acts.sql` computes the same.
 */
export function hashOf(act: Omit<Act, 'hash'>): string {
  const { previous, applicationId, number, actor, key, bodyHash, operation, definition, at, body } = act;
  return sha256(
    [previous, applicationId, number, actor, key ?? '', bodyHash ?? '', operation, definition, at, body].join('\n'),
  );
}

/** SHA-256 of JSON whatever the order of its keys, base64url. */
export function hashOfJson(value: unknown): string {
  return sha256(JSON.stringify(sorted(value)));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64url');

/**
 * The first act that is not what its hash, its place or the act before it say; undefined for a chain that nobody
 * edited.
 */
export function brokenAt(acts: readonly Act[]): number | undefined {
  let previous = '';
  for (const [index, act] of acts.entries()) {
    if (act.number !== index + 1 || act.previous !== previous || hashOf(act) !== act.hash) return index + 1;
    previous = act.hash;
  }
  return undefined;
}
