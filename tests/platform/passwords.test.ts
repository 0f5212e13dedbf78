import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { commonPasswordMessage, isAllowed, passwordMessage, whyRefused } from '../../server/identity/passwords.ts';
import { passwords } from '../harness/passwords.ts';

test('the rule and its edges', () => {
  const [good, bad] = passwords();
  expect(good.filter((word) => !isAllowed(word))).toEqual([]);
  expect([...bad, '', 'abcd1234\n'].filter(isAllowed)).toEqual([]);
});

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

test('a password that breaks the rules is refused in the words of the rules, however common', () => {
  for (const word of ['password', '12345678', 'abc123']) expect(whyRefused(word)).toBe(passwordMessage);
  expect(whyRefused('Marigold42')).toBeUndefined();
});
