import type { Json } from '../../../core/facts.ts';

export interface Day {
  readonly month: string;
  readonly day: string;
  readonly year: string;
}

/**
 * A whole day as somebody writes or pastes it in the order of the mask (`4/27/1990`, `04-27-1990`), or as an ISO day;
 * undefined for anything else.
 * @param sizes digits of month, day and year
 */
export function wholeDay(text: string, [month, day, year]: readonly number[]): Day | undefined {
  const written = new RegExp(`^\\s*(\\d{1,${month}})[/.\\s-]+(\\d{1,${day}})[/.\\s-]+(\\d{${year}})\\s*$`).exec(text);
  if (written) return { month: written[1] ?? '', day: written[2] ?? '', year: written[3] ?? '' };
  return /^\s*\d{4}-\d{2}-\d{2}\s*$/.test(text) ? splitDate(text.trim()) : undefined;
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

/** An ISO day, or what `joinDate` made of half a date, back into the three boxes. */
export function splitDate(value: Json | undefined): Day {
  const [year = '', month = '', day = ''] = typeof value === 'string' ? value.split('-') : [];
  return { month: month.replace(/^0/, ''), day: day.replace(/^0/, ''), year };
}
