/** A value as it stands in a box: apart from how it is said, which no page needs that only asks. */
import type { Json, JsonObject } from './facts.ts';

/** The dots before the visible end of an answer whose control does not say how the whole of it looks. */
export const DOTS = '••••';

/** A text or a number as it is; nothing for any other value. */
export const plain = (value: Json | undefined): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** What of a text its mask takes: a `0` where it has an `N` goes, all else stays, what is beyond the mask too. */
export function maskTakes(pattern: string, text: string): string {
  const places = pattern.replace(/[^9N]/g, '');
  let next = 0;
  return text.replace(/\d/g, (digit) => (digit === '0' && places[next] === 'N' ? '' : (next++, digit)));
}

/**
 * Text into a mask in which `9` stands for a digit and `N` for one from 1 to 9; text that does not fill the mask
 * exactly is left as it is.
 */
export function masked(pattern: string, text: string): string {
  const digits = text.replace(/\D/g, '');
  if (digits.length !== pattern.replace(/[^9N]/g, '').length || maskTakes(pattern, digits) !== digits) return text;
  let next = 0;
  return pattern.replace(/[9N]/g, () => digits.charAt(next++));
}

/**
 * An amount as figures, without its sign: `1,500`, `120.50`. It counts cents, unless the option `unit` says dollars.
 */
export function amount(value: number, { unit }: JsonObject, grouped: boolean): string {
  const cents = unit !== 'dollars' && value % 100 !== 0;
  const [whole = '', behind] = (unit === 'dollars' ? value : value / 100).toFixed(cents ? 2 : 0).split('.');
  const figures = grouped ? whole.replace(/\B(?=(\d{3})+$)/g, ',') : whole;
  return behind === undefined ? figures : `${figures}.${behind}`;
}
