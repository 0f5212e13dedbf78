/** Which word of the app tells of a refusal. */
import type { RefusalReason } from '../../contract/errors.ts';
import type { Say } from '../core/index.ts';
import { MISMATCH } from './refusal.ts';

/** By `reason` of a refusal (decisions/0007); what to do now is always said. */
export const refusals = {
  unknownPath: 'changed',
  notAsked: 'changed',
  notAssigned: 'changed',
  noSuchFile: 'noSuchFile',
  neverKept: 'unread',
  sealed: 'unread',
  wrongType: 'unread',
  tooLong: 'tooLong',
  unknownStep: 'elsewhere',
  noSuchWay: 'elsewhere',
  notOnPath: 'elsewhere',
  noSuchOutcome: 'elsewhere',
  notOffered: 'elsewhere',
  locked: 'locked',
  closed: 'closed',
  notNow: 'notNow',
  shown: 'shown',
  notShown: 'shown',
  definition: 'definition',
  acting: 'acting',
  moreThanOffered: 'moreThanOffered',
  notFinished: 'notFinished',
  notReached: 'notReached',
  notInOrder: 'notInOrder',
  notTheArgument: 'notTheArgument',
} as const satisfies Readonly<Record<RefusalReason, string>>;

/** What a page says when the server's lock refused something; a server newer than the page may have another reason. */
export function refusalWords(reason: string, say: Say): string {
  if (reason === MISMATCH) return say('refused.mismatch');
  return say(`refused.${Object.hasOwn(refusals, reason) ? refusals[reason as RefusalReason] : 'otherwise'}`);
}
