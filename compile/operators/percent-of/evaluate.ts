/** What part is of whole, in percent; of nothing there is no part. */
export function percentOf(part: unknown, whole: unknown): number | undefined {
  if (typeof part !== 'number' || typeof whole !== 'number' || whole === 0) return undefined;
  return (part * 100) / whole;
}
