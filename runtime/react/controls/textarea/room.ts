/** How much a person has written, as they count it. */
import { lines } from '../../../core/index.ts';

/**
 * Characters that are left, negative where there are too many: counted as the validator counts, an emoji or the end of
 * a line as one.
 */
export const roomLeft = (text: string, most: number): number => most - [...lines(text)].length;

/** The same in words. */
export function sayRoom(left: number): string {
  const count = Math.abs(left);
  const characters = `${count.toLocaleString('en-US')} ${count === 1 ? 'character' : 'characters'}`;
  return left < 0 ? `${characters} too many` : `${characters} left`;
}
