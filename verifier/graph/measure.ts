/** How wide text is drawn, and its wrapping: Helvetica's own widths, which Arial and Liberation Sans share. */

/** Widths in thousandths of the font size, of the characters from space to tilde. */
const REGULAR = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556,
  556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833,
  722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556,
  556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334,
  260, 334, 584,
];
/** Bold text is at most this much wider, and other fonts a little: room is kept for both. */
const BOLD = 1.1;
const ROOM = 1.04;
/** A character that is not in the table: as wide as the widest letters. */
const OTHER = 900;

/** The fonts a drawing asks for; all have Helvetica's widths. */
export const FONT = 'Helvetica, Arial, "Liberation Sans", sans-serif';

/** Width in pixels, rounded up. */
export function widthOf(text: string, size: number, bold = false): number {
  const thousandths = [...text].reduce((sum, char) => sum + (REGULAR[(char.codePointAt(0) ?? 0) - 32] ?? OTHER), 0);
  return Math.ceil((thousandths / 1000) * size * ROOM * (bold ? BOLD : 1));
}

export interface Type {
  readonly width: number;
  readonly size: number;
  readonly bold?: boolean;
}
/** The text in lines of at most `width` pixels; a word that is longer than a line is cut. */
export function wrapped(text: string, { width, size, bold = false }: Type): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((one) => cut(one, { width, size, bold }))) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && widthOf(longer, size, bold) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return line === '' ? lines : [...lines, line];
}

function cut(word: string, { width, size, bold }: Type): readonly string[] {
  if (widthOf(word, size, bold) <= width) return [word];
  const parts: string[] = [];
  let part = '';
  for (const char of word) {
    if (part !== '' && widthOf(part + char, size, bold) > width) {
      parts.push(part);
      part = '';
    }
    part += char;
  }
  return [...parts, part];
}
