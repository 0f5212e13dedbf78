/**
 * Social security number, nine digits with or without hyphens: area not 000, 666 or 900-999, group not 00, serial not
 * 0000.
 * Source: SSA POMS RM 10201.035 (invalid numbers).
 */
export function validSsn(value: unknown): boolean | undefined {
  if (value === undefined) return undefined;
  return typeof value === 'string' && /^(?!000|666|9)\d{3}-?(?!00)\d{2}-?(?!0000)\d{4}$/.test(value);
}
