/** A value as it stands in a box: apart from how it is said, which no page needs that only asks. */
import type { Json, JsonObject } from './facts.ts';

/** The dots before the visible end of an answer whose control does not say how the whole of it looks. */
export const DOTS = '••••';

/** A text or a number as it is; nothing for any other value. */
export const plain = (value: Json | undefined): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** Text into a mask in which `9` stands for a digit; text that does not fill the mask exactly is left as it is. */
export function masked(pattern: string, text: string): string {
  const digits = text.replace(/\D/g, '');
  if (digits.length !== pattern.replace(/[^9]/g, '').length) return text;
  let next = 0;
  return pattern.replace(/9/g, () => digits.charAt(next++));
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
