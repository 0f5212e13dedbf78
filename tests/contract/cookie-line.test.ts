import { expect, test } from 'vitest';
import { cookieLine, readCookies } from '../../contract/cookies.ts';

const line = (value: string | undefined, secure = false) =>
  cookieLine({ name: 'note', value, maxAgeSeconds: 60, secure });

test('a cookie is written for the whole site, for its age, and not for other sites; what is written is what is read', () => {
  expect(line('seen')).toBe('note=seen; Max-Age=60; Path=/; SameSite=Lax');
  expect(line('seen', true)).toBe('note=seen; Max-Age=60; Path=/; SameSite=Lax; Secure');
  for (const value of ['a; b=c', 'ä "quoted", =', '100 %', ''])
    expect(readCookies(line(value).split('; ')[0])).toEqual({ note: value });
});
test('a cookie without a value is taken away', () => {
  expect(line(undefined)).toBe('note=; Max-Age=0; Path=/; SameSite=Lax');
});
