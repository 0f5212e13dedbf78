/** What the runtime itself says on a page, where no definition has words for it. */

import type { RefusalReason } from '../../contract/errors.ts';

/** An answer that the page as it was opened asked for, and the journey as it is now does not. */
const changed = 'What this page asks has changed since you opened it. Please check your answers and go on.';
/** A step that cannot be left as it was. */
const elsewhere = 'This step has changed since you opened it. Please check this page and go on from there.';
const unread = 'We could not read your last answer. Please check this page, enter it again and go on.';

/** By `reason` of a refusal (decisions/0007); what to do now is always said. */
export const refusals: Readonly<Record<RefusalReason, string>> = {
  unknownPath: changed,
  notAsked: changed,
  notAssigned: changed,
  neverKept: unread,
  sealed: unread,
  wrongType: unread,
  tooLong: 'Your last answer is too long. Please check this page, enter less and go on.',
  unknownStep: elsewhere,
  noSuchWay: elsewhere,
  notOnPath: elsewhere,
  noSuchOutcome: elsewhere,
  notOffered: elsewhere,
  locked: 'This has been sent and can no longer be changed.',
  closed: 'This application is closed. It takes no more answers.',
  notNow: 'Your application has gone on since you opened this page. Please load the page again and go on from there.',
  shown: 'A document on this page has changed since you opened it. Please read the new text and go on.',
  notShown: 'A document on this page has changed since you opened it. Please read the new text and go on.',
  definition: 'This application has changed since you opened the page. Please check your answers and go on.',
  moreThanOffered: 'This is more than we offer you. Please choose no more than what this page offers.',
  notFinished: 'Something on this page still needs an answer, or an answer does not fit. Please check it and go on.',
  notReached: 'A page before this step still needs an answer. Please check your answers and go on.',
  notInOrder: 'We are not ready for this step yet. Please check this page and try again.',
  notTheArgument: 'Something has changed since you opened this page. Please check what it shows and try again.',
};

/** What a page says when the server's lock refused something; a server newer than the page may have another reason. */
export function refusalWords(reason: string): string {
  const known: Readonly<Record<string, string>> = refusals;
  return Object.hasOwn(refusals, reason)
    ? (known[reason] ?? '')
    : 'We could not take your last answer. Please check this page and try again.';
}

export const words = {
  /** The key of an earlier press was used with other answers: that press did arrive. */
  mismatch: 'Something you sent before has already reached us. Please check what this page shows before you go on.',
  /** A call that must not be repeated got no answer. */
  noAnswer: 'We did not get an answer. Please check your connection and try again.',
} as const;
