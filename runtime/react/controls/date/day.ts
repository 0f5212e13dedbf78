import type { Json } from '../../../core/facts.ts';

export interface Day {
  readonly month: string;
  readonly day: string;
  readonly year: string;
}

/** A month or a day in the digits that its box has: in two of them 4 is `04`, in one `04` is 4. */
export function inDigits(text: string, size: number): string {
  if (size === 1) return text.replace(/^0(?=\d)/, '');
  return size === 2 && /^\d$/.test(text) ? `0${text}` : text;
}

/**
 * A whole day as somebody writes or pastes it in the order of the mask (`4/27/1990`, `04-27-1990`), or as an ISO day;
 * undefined for anything else.
 * @param sizes digits of month, day and year
 */
export function wholeDay(text: string, sizes: readonly number[]): Day | undefined {
  const [month, day, year] = sizes;
  const written = new RegExp(`^\\s*(\\d{1,${month}})[/.\\s-]+(\\d{1,${day}})[/.\\s-]+(\\d{${year}})\\s*$`).exec(text);
  if (written) return splitDate(`${written[3]}-${written[1]}-${written[2]}`, sizes);
  return /^\s*\d{4}-\d{2}-\d{2}\s*$/.test(text) ? splitDate(text.trim(), sizes) : undefined;
}

/**
 * Three boxes of a date to one ISO day; half a date stays as typed, so that validation can say so; none is no answer.
 */
export function joinDate(month: string, day: string, year: string): string | undefined {
  const [m, d, y] = [month.trim(), day.trim(), year.trim()];
  if (!m && !d && !y) return undefined;
  const pad = (part: string) => (part.length === 1 ? `0${part}` : part);
  return `${y}-${pad(m)}-${pad(d)}`;
}

/**
 * An ISO day, or what `joinDate` made of half a date, back into the three boxes.
 * @param sizes digits of month and day
 */
export function splitDate(value: Json | undefined, [monthSize = 2, daySize = 2]: readonly number[]): Day {
  const [year = '', month = '', day = ''] = typeof value === 'string' ? value.split('-') : [];
  return { month: inDigits(month, monthSize), day: inDigits(day, daySize), year };
}
