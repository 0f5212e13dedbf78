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
