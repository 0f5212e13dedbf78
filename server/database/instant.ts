/**
 * A timestamptz as PostgreSQL prints it (`2026-11-20 15:00:00.5+00`) to ISO 8601 with `Z`, the same on both engines.
 */
export function instant(text: string): string {
  const at = new Date(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'));
  return Number.isNaN(at.getTime()) ? text : at.toISOString();
}
