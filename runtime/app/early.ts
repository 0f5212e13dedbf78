/**
 * First import of the page: takes secrets out of the address and keeps errors that happen before the reporter is there.
 */
import type { Boot } from '../../contract/boot.ts';
import { takeSecrets } from '../gateway/secrets.ts';

const inline = document.getElementById('boot')?.textContent ?? '';
/** The boot data that stand in the page; a page without them asks for them. */
export const inlineBoot = inline === '' ? undefined : (JSON.parse(inline) as Boot);

export const secrets = takeSecrets(window.location, window.history, inlineBoot?.flows ?? {});

/** Errors since the page began, at most 20. */
export const earlyErrors: unknown[] = [];
const keep = (error: unknown): void => {
  if (earlyErrors.length < 20) earlyErrors.push(error);
};
const onError = (event: ErrorEvent): void => keep(event.error);
const onRejection = (event: PromiseRejectionEvent): void => keep(event.reason);
window.addEventListener('error', onError);
window.addEventListener('unhandledrejection', onRejection);

/** Hands all errors, early and later ones, to `report`. */
export function reportErrors(report: (error: unknown) => void): void {
  window.removeEventListener('error', onError);
  window.removeEventListener('unhandledrejection', onRejection);
  for (const error of earlyErrors.splice(0)) report(error);
  window.addEventListener('error', (event) => report(event.error));
  window.addEventListener('unhandledrejection', (event) => report(event.reason));
}
