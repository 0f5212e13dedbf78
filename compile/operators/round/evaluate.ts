/**
 * Half up, after the digits a person would write: 1.005 to two places is 1.01, though the nearest binary number lies
 * below it. -2.5 is -2: up is towards more.
 * Source: the money rows of the documents, which round half a cent up.
 */
export function round(value: unknown, ...given: unknown[]): number | undefined {
  const [places] = given.length > 0 ? given : [0];
  if (typeof value !== 'number' || typeof places !== 'number') return undefined;
  if (!Number.isInteger(places) || places < 0 || places > 12 || !Number.isFinite(value)) return undefined;
  const written = decimal(value);
  if (written === undefined) return value;
  const [whole = '', digits = ''] = written.split('.');
  if (digits.length <= places) return value;
  const down = Number(`${whole}.${digits.slice(0, places)}`);
  const rest = digits.slice(places);
  const step = 10 ** -places;
  const isNegative = value < 0;
  const first = Number(rest[0]);
  const away = isNegative ? first > 5 || (first === 5 && /[1-9]/.test(rest.slice(1))) : first >= 5;
  const found = away ? Number((down + (isNegative ? -step : step)).toFixed(places)) : down;
  return found === 0 ? 0 : found;
}

/** A number as a person writes it, without an exponent; undefined for one too large to have places. */
function decimal(value: number): string | undefined {
  const [mantissa = '', exponent] = String(value).split('e');
  if (exponent === undefined) return mantissa;
  if (Number(exponent) > 0) return undefined;
  const digits = mantissa.replace(/[-.]/g, '');
  return `${value < 0 ? '-' : ''}0.${'0'.repeat(-Number(exponent) - 1)}${digits}`;
}
