/** Where a flow keeps what people did in it. */
import type { Draft, Saves } from './definition.ts';

/** Whether the server keeps it, and its lock judges every save and call. */
export function isStored(saves: Saves): saves is 'application' | Draft {
  return saves === 'application' || isDraft(saves);
}

/** Whether it is a document of the flow's own, beside the loan application. */
export function isDraft(saves: Saves): saves is Draft {
  return typeof saves === 'object';
}

/** The status at which a draft begins. */
export const openDraft = 'OPEN';
