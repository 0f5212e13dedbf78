/** Passwords at the edges of their rule. */
import { detail } from '../content/compiled.ts';

/**
 * Those that keep rule.password.signup, and those that each break it in one thing: a character too few or too many, no
 * digit, no letter, or one character of rule.password.allowedCharacters that is rejected.
 */
export function passwords(): readonly [good: readonly string[], bad: readonly string[]] {
  const of = <T extends number | string>(member: string): T => detail<T>('rule.password.signup', member);
  const [min, max] = [of<number>('min'), of<number>('max')];
  const rejected = [...detail<readonly string[]>('rule.password.allowedCharacters', 'rejected'), 'é'];
  return [
    ['a1'.padEnd(min, 'x'), '1A'.padEnd(max, 'x'), `aB3456${of<string>('allowedSpecials')}`],
    [
      'a1'.padEnd(min - 1, 'x'),
      '1A'.padEnd(max + 1, 'x'),
      'abcdefgh',
      '12345678',
      ...rejected.map((one) => `abcd${one}1234`),
    ],
  ];
}
