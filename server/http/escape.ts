/** Text that is safe between tags and inside a quoted attribute. */
export function escaped(value: unknown): string {
  return String(value ?? '').replace(/[&<>"']/g, (found) => `&#${found.charCodeAt(0)};`);
}
