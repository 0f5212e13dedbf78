/** The order in which lines stand on a drawn page. */

/** Words without spaces: how they are broken is the browser's business. */
export const bare = (words: string): string => words.replace(/\s+/g, '');

/**
 * Lines in the order in which they stand in a text: each at its first place after the one before, else where it is; one
 * in brackets stays after the one before.
 * @param text without spaces
 */
export function inOrder(lines: readonly string[], text: string): readonly string[] {
  let reached = 0;
  const placed = lines.map((line) => {
    if (line.startsWith('[')) return { line, at: reached };
    const further = text.indexOf(bare(line), reached);
    const at = further < 0 ? text.indexOf(bare(line)) : further;
    if (further >= 0) reached = further + bare(line).length;
    return { line, at };
  });
  return placed.sort((a, b) => a.at - b.at).map(({ line }) => line);
}
