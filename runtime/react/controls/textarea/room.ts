/** How much a person has written, as they count it. */
import { lines, type SayOwn } from '../../../core/index.ts';

/**
 * Characters that are left, negative where there are too many: counted as the validator counts, an emoji or the end of
 * a line as one.
 */
export const roomLeft = (text: string, most: number): number => most - [...lines(text)].length;

/** The same in words. */
export function sayRoom(left: number, words: SayOwn): string {
  const count = Math.abs(left);
  const word = left < 0 ? 'over' : 'left';
  return count === 1 ? words(`${word}One`) : words(word, { count: count.toLocaleString('en-US') });
}
