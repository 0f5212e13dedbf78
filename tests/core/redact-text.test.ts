import { expect, test } from 'vitest';
import { mask, onlyWords, redactError, redactText } from '../../runtime/core/index.ts';

test.each([
  ['SSN 219-09-4417, 219094417 or 219 09 4417', 'SSN [number], [number] or [number]'],
  ['card 4929 7710 3384 1126 and 4929771033841126', 'card [number] and [number]'],
  ['account 000123456789, routing 021000021', 'account [number], routing [number]'],
  ['call (628) 555-0143 or +1 628 555 0143', 'call [number] or [number]'],
  ['write to ana.ortiz+loan@mail.example.test.', 'write to [email]'],
  ['code 847261', 'code [number]'],
  ['born 1990-04-12 or 04/12/1990', 'born [number] or [number]'],
  ['token eyJhbGciOiJub25lIn0.eyJzdWIiOiJjYW5hcnkifQ.Q2Fu', 'token [token]'],
  ['key 3f9a8b7c6d5e4f3a2b1c0d9e8f7a6b5c', 'key [token]'],
  ['line 12 of 300', 'line 12 of 300'],
  ['request 8b2e6d62-fd61-4356-9820-7f487612a024 failed', 'request 8b2e6d62-fd61-4356-9820-7f487612a024 failed'],
])('free text loses what looks like a person’s: %s', (text, told) => {
  expect(redactText(text)).toBe(told);
});

test('a number of three digits stays, of four and more it is hidden, at every length, wherever it stands and however it is grouped', () => {
  for (let digits = 1; digits <= 24; digits += 1) {
    const number = '7'.repeat(digits);
    for (const [before, after] of [
      ['', ''],
      ['code ', ' of today'],
      ['(', ')'],
      ['#', '.'],
      ['ä', 'ö'],
      ['=', '&'],
    ] as const) {
      const told = redactText(`${before}${number}${after}`);
      expect([number, before, told.includes('[number]'), /\d{4}/.test(told)]).toEqual([
        number,
        before,
        digits > 3,
        false,
      ]);
      if (digits <= 3) expect(told).toBe(`${before}${number}${after}`);
    }
    for (const between of [' ', '-', '.', '/', '\u2010', '\u2013'])
      if (digits >= 9)
        expect(redactText(`card ${number.replace(/(.{3})(?=.)/g, `$1${between}`)}`)).toBe('card [number]');
  }
});

test('redacted text is redacted text, however often', () => {
  const once = redactText('219-09-4417 ana@mail.test 4929 7710 3384 1126 (628) 555-0143');
  expect(redactText(once)).toBe(once);
});

test('of a stranger’s text the known words stay, and the class and place of an exception', () => {
  const known = new Set(['The', 'payment', 'failed', 'apply', 'personal']);
  const told = (text: string): string => onlyWords(text, (word) => known.has(word));
  expect(told('The payment of Ana Ortiz failed')).toBe('The payment [redacted] [redacted] [redacted] failed');
  expect(told('TypeError main.js:12:3')).toBe('TypeError main.js:12:3');
  expect(told('apply/personal')).toBe('apply/personal');
  expect(told('José’s payment')).not.toContain('José');
  expect(told('mail ana@mail.test')).toBe('[redacted] [email]');
});

test('an error is told by class, code, place, and its message without the values in quotation marks', () => {
  const error = Object.assign(new Error('invalid input syntax for type uuid: "Ana Ortiz" at 219-09-4417'), {
    type: 'DatabaseError',
    code: '22P02',
    detail: 'Key (name)=(Ana Ortiz) exists.',
  });
  const told = redactError({ ...error, message: error.message, stack: error.stack });
  expect(told).toMatchObject({
    type: 'DatabaseError',
    code: '22P02',
    message: 'invalid input syntax for type uuid: [value] at [number]',
  });
  expect(told['stack']).toMatch(/^\s+at /);
  expect(JSON.stringify(told)).not.toMatch(/Ana|Ortiz|219-09|4417/);
});

test.each([
  ['219099999', '9999'],
  ['12345678', '5678'],
  ['1234567', '567'],
  ['1234', '34'],
  ['1', ''],
])('a masked answer never shows more than half of it: %s ends in "%s"', (value, end) => {
  expect(mask(value)).toEqual({ sealed: end });
});
