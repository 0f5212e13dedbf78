/** The engine's public face. */
export type * from './app-definition.ts';
export type * from './definition.ts';
export type * from './events.ts';
export type * from './facts.ts';
export type {
  FieldView,
  FileRefusal,
  FileView,
  Journey,
  OutcomeOf,
  PageView,
  State,
  Stored,
  StoredFile,
  World,
} from './state.ts';
export { admit, sift } from './admit.ts';
export { consentTo, disclosuresOn, drawsDocuments } from './disclosures.ts';
export { documentOf, isWhole, readsOf } from './document-of.ts';
export { isShown, isWay } from './left.ts';
export {
  admitCall,
  type ActOver,
  type CallAdmission,
} from './admit-call.ts';
export { isAwaited, timersAwaited } from './appears.ts';
export { decide, evaluate, holds, text } from './express.ts';
export { handedOff } from './hand-off.ts';
export { filesOf, byteSize } from './files.ts';
export { factsOf as facts, pageFacts } from './page.ts';
export { guard, heldGuard } from './guard.ts';
export { locked, whyLocked } from './lock.ts';
export { disabledBy, offered, sentNote } from './offered.ts';
export { ending, isMoved, lost, moved, newer, type Loss, type Moved } from './migration.ts';
export { get, isObject, own, same, set } from './paths.ts';
export { completed, fill, fillWords, headOf, missing, needing } from './pieces.ts';
export { carriedParams, paramNames, stepPath } from './place.ts';
export { isDraft, isStored, openDraft } from './saves.ts';
export { sessionLoaded, type SessionLoads } from './session-loads.ts';
export { sessionResults } from './session-results.ts';
export { pagesOf, progress } from './progress.ts';
export { onlyWords, redact, redactError, redactText } from './redact.ts';
export { initial, reduce } from './reduce.ts';
export { isEmpty, itemsOf } from './repeat.ts';
export { isSealed, mask, sealedEnd } from './sealed.ts';
export { DOTS, masked, maskTakes, plain } from './plain.ts';
export { createStore, type Store } from './store.ts';
export { lines } from './validate.ts';
export { walk } from './walk.ts';
export { holding, withhold } from './withhold.ts';
export { leadsWithin } from './targets.ts';
export { sayer, type Say, type SayOwn } from './words.ts';
