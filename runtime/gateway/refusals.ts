/**
 * A refusal of the server is shown, at the field where there is one, with what to do; what the page did not know is
 * loaded first.
 */
import type { Say } from '../core/index.ts';
import type { OpenFlow } from './open-flow.ts';
import { MISMATCH } from './refusal.ts';
import type { Refusal } from './refusal.ts';
import { refusalWords } from './words.ts';

export interface RefusalParts {
  readonly say: Say;
  /** Loads the documents in force now. */
  readonly freshTexts: () => Promise<void>;
  /** Shows what is stored, with what waits on top; false when the journey is over or the flow was opened anew. */
  readonly reload: (journey: OpenFlow) => Promise<boolean>;
  /** Opens the flow anew, in the version it is pinned to. */
  readonly reopen: (journey: OpenFlow) => Promise<OpenFlow | undefined>;
}

/** Reasons for which the field itself has words: what it takes. For all others they would be wrong. */
const ofTheAnswer: ReadonlySet<string> = new Set(['notFinished', 'wrongType']);

/** @returns shows a refusal on a journey; `call` is the call it ends */
export function createRefusals(
  parts: RefusalParts,
): (journey: OpenFlow, refusal: Refusal, call?: string) => Promise<void> {
  return async (journey, { reason, path, why }, call) => {
    if (reason === 'shown' || reason === 'notShown') await parts.freshTexts();
    const on =
      reason === 'definition' ? await parts.reopen(journey) : (await parts.reload(journey)) ? journey : undefined;
    const said = refusalWords(reason, parts.say);
    on?.dispatch({
      type: 'refused',
      text: reason === MISMATCH ? said : (why ?? said),
      ...(path === undefined ? {} : { path }),
      ...(ofTheAnswer.has(reason) ? {} : { at: why ?? said }),
      ...(call === undefined ? {} : { call }),
    });
  };
}
