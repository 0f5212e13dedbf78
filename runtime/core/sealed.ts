/**
 * The masked marker: all that an owner gets back of a stored answer whose field says `"reveal": "lastFour"`. It is
 * there, and rules do not see it.
 */
import type { Json } from './facts.ts';

/** So many characters of the end are shown. */
const shown = 4;

interface Marker {
  readonly sealed: string;
  readonly [key: string]: Json;
}

/** The marker of a value. Of a short one it shows half: an ID of four digits would stand there whole. */
export function mask(value: string | number): Marker {
  const text = String(value);
  return { sealed: text.slice(Math.max(text.length - shown, Math.ceil(text.length / 2))) };
}

/** Whether a value is a marker: it counts as answered and valid. */
export function isSealed(value: Json | undefined): value is Marker {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.hasOwn(value, 'sealed');
}

/** The end that a marker shows; undefined for any other value. */
export function sealedEnd(value: Json | undefined): string | undefined {
  return isSealed(value) && typeof value.sealed === 'string' ? value.sealed : undefined;
}
