/** `device.*`: what rules may know of the device and of the program on it. */
import { privacyFacts } from '../../contract/privacy.ts';
import type { JsonObject } from '../core/facts.ts';

export function deviceFacts(page: Window, clientVersion: string): JsonObject {
  const { onLine, maxTouchPoints } = page.navigator;
  const signals = page.navigator as Navigator & { readonly globalPrivacyControl?: boolean };
  return {
    isOnline: onLine,
    isMobile: maxTouchPoints > 0 && page.matchMedia('(max-width: 48rem)').matches,
    ...privacyFacts(signals.globalPrivacyControl === true),
    clientVersion,
  };
}
