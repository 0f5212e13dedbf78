/** The engine's public face. */
export type * from './app-definition.ts';
export type * from './definition.ts';
export type * from './events.ts';
export type * from './facts.ts';
export type { Busy, FieldView, Journey, OutcomeOf, PageView, Problem, Shown, State, Transition, World } from './state.ts';
export { admit, sift, type Admission, type Proposed, type RefusalCode, type Stored } from './admit.ts';
export { decide, evaluate, holds, text } from './express.ts';
export { facts, pageFacts } from './page.ts';
export { guard } from './guard.ts';
export { get, own, same, set } from './paths.ts';
export { stepAt, stepPath } from './place.ts';
export { progress, type Progress } from './progress.ts';
export { REDACTED, redact } from './redact.ts';
export { initial, reduce } from './reduce.ts';
export { createStore, type Store } from './store.ts';
export { walk, type Walk } from './walk.ts';
