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

/**
 * What tells this device from others without asking it to keep anything: the same on every visit until the browser
 * changes. It goes into calls that supply it, and is no fact.
 */
export function fingerprintOf(page: Window): string {
  const { userAgent, language, hardwareConcurrency, maxTouchPoints } = page.navigator;
  const { width, height, colorDepth } = page.screen;
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const traits = [userAgent, language, hardwareConcurrency, maxTouchPoints, width, height, colorDepth, zone];
  return page.btoa(encodeURIComponent(JSON.stringify(traits)));
}
