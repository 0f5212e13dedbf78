/**
 * Draws journeys: a page per step from a store of the engine, inside the shell of a brand. Styles: `styles/index.css`.
 */
export { bringParts, comesLate } from './blocks/late-part.tsx';
export { StepPage } from './page/step-page.tsx';
export { focusOn } from './page/focus.tsx';
export { Dialog } from './page/dialog.tsx';
export { Loading, OfflineBar, TransferCountdown } from './page/notice.tsx';
export { ErrorBoundary } from './page/error-boundary.tsx';
export { Shell } from './shell/shell.tsx';
export { WordsProvider, useOwnWords, useSay } from './words.tsx';
export type { PageParts } from './page/session.tsx';
