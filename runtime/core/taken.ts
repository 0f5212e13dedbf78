/** A box as it stands after a key or a paste; an input of a page is one. */
interface Box {
  value: string;
  readonly selectionStart: number | null;
  setSelectionRange(start: number, end: number): void;
}

/**
 * Leaves in a box what its line takes of what was typed or pasted: what is left out goes from where it stands, the
 * caret stays behind what was before it.
 * @param takes what the line takes of a text; without it, all
 * @param inputType of the browser's event, `deleteContentBackward`: who takes the first digit of `205` away to type
 * another keeps the 0 behind it, which no number begins with
 * @returns what stands there now
 */
export function keepTaken(
  box: Box,
  takes: ((text: string) => string) | undefined,
  inputType: string | undefined,
): string {
  if (takes === undefined || inputType?.startsWith('delete')) return box.value;
  const taken = takes(box.value);
  if (taken !== box.value) {
    const at = takes(box.value.slice(0, box.selectionStart ?? undefined)).length;
    box.value = taken;
    box.setSelectionRange(at, at);
  }
  return taken;
}
