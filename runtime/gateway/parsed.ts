/** JSON that came; undefined for a body that is none: the status says what became of the request. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
