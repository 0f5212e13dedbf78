import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { commonPasswordMessage, isAllowed, passwordMessage, whyRefused } from '../../server/identity/passwords.ts';

test.each(['abcdefg1', '1234567a', `a1${'x'.repeat(62)}`, 'a1$@!#%&()*+,-.:;<=>?`^[]{}|~'])(
  '%s may be a password [rule.password.signup]',
  (word) => {
    expect(isAllowed(word)).toBe(true);
  },
);

test.each(['abcdef1', 'abcdefgh', '12345678', `a1${'x'.repeat(63)}`, ''])(
  '%s is too short, too long, or lacks a letter or a number [rule.password.signup]',
  (word) => {
    expect(isAllowed(word)).toBe(false);
  },
);

test.each([' ', '"', "'", '/', '\\', '_', 'é', '\n'])(
  'a password with %j is refused [rule.password.allowedCharacters]',
  (character) => {
    expect(isAllowed(`abcdefg1${character}`)).toBe(false);
  },
);

test('each of the thousand commonest passwords is refused in words of its own, in any letter case', () => {
  const file = new URL('../../server/identity/common-passwords.txt', import.meta.url);
  const words = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('# '));
  expect(new Set(words).size).toBe(1000);
  for (const word of words.flatMap((one) => [one, one.toUpperCase()])) {
    expect(isAllowed(word)).toBe(true);
    expect(whyRefused(word)).toBe(commonPasswordMessage);
  }
});

test('a password that breaks the rules is refused in the words of the rules, however common [error.validation.password]', () => {
  for (const word of ['password', '12345678', 'abc123']) expect(whyRefused(word)).toBe(passwordMessage);
  expect(whyRefused('Marigold42')).toBeUndefined();
});
