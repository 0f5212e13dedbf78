import type { Json } from '../../../core/facts.ts';

interface Duration {
  readonly years: string;
  readonly months: string;
}

/**
 * Years (0 to 99) and months (0 to 11) to a number of months; a box left empty is none of them, and two are no answer.
 * Anything else stays as typed, `4/13`, so that validation can say so.
 */
export function joinMonths({ years, months }: Duration): Json | undefined {
  const [y, m] = [years.trim(), months.trim()];
  if (!y && !m) return undefined;
  return /^\d{0,2}$/.test(y) && /^(\d|0\d|1[01])?$/.test(m) ? Number(y) * 12 + Number(m) : `${y}/${m}`;
}

/** A number of months, or what `joinMonths` made of other things, back into the two boxes. */
export function splitMonths(value: Json | undefined): Duration {
  if (typeof value === 'number') return { years: String(Math.floor(value / 12)), months: String(value % 12) };
  const [years = '', months = ''] = typeof value === 'string' ? value.split('/') : [];
  return { years, months };
}
