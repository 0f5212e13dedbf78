/** A part of a text; a negative length leaves off that many characters at the end. */
export function substr(source: unknown, start: unknown, length?: number): string | undefined {
  if (source === undefined || start === undefined) return undefined;
  const rest = String(source).slice(start as number);
  if (length === undefined) return rest;
  return length < 0 ? rest.slice(0, Math.max(0, rest.length + length)) : rest.slice(0, length);
}
