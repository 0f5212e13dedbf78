import type { Json } from '../../runtime/core/facts.ts';

/** What the box takes of a text: digits, the point before cents, and the commas it writes itself. */
export const figures = (text: string): string => text.replace(/[^\d.,]/g, '');

/**
 * What a person typed (`$1,500`, `99.50`) in cents; nothing is undefined; what is no amount stays text, for validation
 * to name.
 */
export function readDollars(text: string): number | string | undefined {
  const bare = text.replace(/[$,\s]/g, '');
  if (bare === '') return undefined;
  const parts = /^(\d{1,9})(?:\.(\d{0,2}))?$/.exec(bare);
  return parts ? Number(parts[1]) * 100 + Number((parts[2] ?? '').padEnd(2, '0')) : text;
}

/** Cents as dollars, with cents only where there are some. */
export function showDollars(value: Json | undefined): string {
  if (typeof value !== 'number') return typeof value === 'string' ? value : '';
  return (value / 100).toLocaleString('en-US', value % 100 === 0 ? {} : { minimumFractionDigits: 2 });
}
