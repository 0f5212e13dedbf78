import { expect, test } from 'vitest';
import { isGoodPassword } from '../../server/identity/passwords.ts';

test.each(['abcdefg1', '1234567a', `a1${'x'.repeat(62)}`, 'a1$@!#%&()*+,-.:;<=>?`^[]{}|~'])(
  '%s may be a password [rule.password.signup]',
  (word) => {
    expect(isGoodPassword(word)).toBe(true);
  },
);

test.each(['abcdef1', 'abcdefgh', '12345678', `a1${'x'.repeat(63)}`, ''])(
  '%s is too short, too long, or lacks a letter or a number [rule.password.signup]',
  (word) => {
    expect(isGoodPassword(word)).toBe(false);
  },
);

test.each([' ', '"', "'", '/', '\\', '_', 'é', '\n'])(
  'a password with %j is refused [rule.password.allowedCharacters]',
  (character) => {
    expect(isGoodPassword(`abcdefg1${character}`)).toBe(false);
  },
);
