/** Formats of `{{path | format}}`. What is unknown stays unknown; what has not the format's type is unknown too. */
import { isSealed } from './read.ts';

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

function grouped(whole: string): string {
  return whole.replace(/\B(?=(\d{3})+$)/g, ',');
}
function amount(value: number, digits: number): string {
  const [whole = '', fraction] = Math.abs(value).toFixed(digits).split('.');
  return `${value < 0 ? '-' : ''}$${grouped(whole)}${fraction === undefined ? '' : `.${fraction}`}`;
}
const number = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

/** Cents: 123456 -> $1,234.56 */
export function money(value: unknown): string | undefined {
  return number(value) ? amount(value / 100, 2) : undefined;
}
/** Whole dollars: 1234 -> $1,234 */
export function dollars(value: unknown): string | undefined {
  return number(value) ? amount(value, 0) : undefined;
}
/** Already percent: 35.9 -> 35.9% */
export function percent(value: unknown): string | undefined {
  return number(value) ? `${Math.round(value * 1000) / 1000}%` : undefined;
}
/** 2026-11-20 -> November 20, 2026 */
export function date(value: unknown): string | undefined {
  const found = typeof value === 'string' ? /^(\d{4})-(\d{2})-(\d{2})/.exec(value) : null;
  const month = found && MONTHS[Number(found[2]) - 1];
  return found && month ? `${month} ${Number(found[3])}, ${found[1]}` : undefined;
}
/** Months: 50 -> 4 years 2 months; 12 -> 1 year; 0 -> 0 months */
export function months(value: unknown): string | undefined {
  if (!number(value)) return undefined;
  const count = (n: number, word: string): string => `${n} ${word}${n === 1 ? '' : 's'}`;
  const [years, rest] = [Math.floor(value / 12), value % 12];
  return `${years > 0 ? count(years, 'year') : ''}${years > 0 && rest > 0 ? ' ' : ''}${rest > 0 || years === 0 ? count(rest, 'month') : ''}`;
}
/** 09:00 -> 9:00 a.m.; 12:30 -> 12:30 p.m.; 00:05 -> 12:05 a.m. */
export function time(value: unknown): string | undefined {
  const found = typeof value === 'string' ? /^([01]\d|2[0-3]):([0-5]\d)$/.exec(value) : null;
  const hour = Number(found?.[1]);
  return found ? `${hour % 12 || 12}:${found[2]} ${hour < 12 ? 'a.m.' : 'p.m.'}` : undefined;
}
/** 8165550142 -> (816) 555-0142 */
export function phone(value: unknown): string | undefined {
  const digits = typeof value === 'string' ? value.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '') : '';
  return /^\d{10}$/.test(digits) ? `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}` : undefined;
}
/** The last four characters; of a sealed answer, those its owner may see. */
export function lastFour(value: unknown): string | undefined {
  const shown = isSealed(value) ? value.sealed : value;
  return typeof shown === 'string' || typeof shown === 'number' ? String(shown).slice(-4) : undefined;
}
/** jane.doe@example.com -> j***e@example.com (money.maskedEmail) */
export function maskedEmail(value: unknown): string | undefined {
  const [, first, last, domain] = (typeof value === 'string' && /^(.)(?:.*(.))?(@[^@]*)$/su.exec(value)) || [];
  return first && domain ? `${first}***${last ?? ''}${domain}` : undefined;
}
/** A fact without a format. */
export function plain(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined;
}
/** Joins the pieces of a text; unknown when one is. */
export function text(...pieces: (string | undefined)[]): string | undefined {
  return pieces.includes(undefined) ? undefined : pieces.join('');
}
