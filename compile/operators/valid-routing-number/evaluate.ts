/**
 * ABA routing number: nine digits; the first two are a Federal Reserve range (00-12, 21-32, 61-72) or 80 (traveller's
 * cheques);
 * 3·(d1+d4+d7) + 7·(d2+d5+d8) + (d3+d6+d9) is a multiple of 10. Source: American Bankers Association, key to routing
 * numbers.
 */
export function validRoutingNumber(value: unknown): boolean | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'string' || !/^\d{9}$/.test(value)) return false;
  const prefix = Number(value.slice(0, 2));
  const issued = prefix <= 12 || (prefix >= 21 && prefix <= 32) || (prefix >= 61 && prefix <= 72) || prefix === 80;
  const sum = [...value].reduce((total, digit, i) => total + Number(digit) * [3, 7, 1][i % 3]!, 0);
  return issued && sum % 10 === 0 && sum > 0;
}
