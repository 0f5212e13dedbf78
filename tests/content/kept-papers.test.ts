import { expect, test } from 'vitest';
import { documentFile } from '../../widgets/agreements/document-file.ts';
import { calendarFile } from '../../widgets/payment-calendar/calendar.ts';

test('a calendar file has one day for each payment, lines of at most 75 octets, and the same names each time', () => {
  const entries = [
    { day: '2026-12-04', title: `Déjà payé; ${'long words, '.repeat(9)}end` },
    { day: '2026-12-18', title: '$88.34 due to A lender' },
  ];
  const file = calendarFile(entries, 'A lender, LLC');
  const lines = file.split('\r\n');
  expect(lines[0]).toBe('BEGIN:VCALENDAR');
  expect(file.endsWith('END:VCALENDAR\r\n')).toBe(true);
  expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(2);
  expect(file).toContain('DTSTART;VALUE=DATE:20261218');
  for (const line of lines) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
  const unfolded = file.replaceAll('\r\n ', '');
  expect(unfolded).toContain(`SUMMARY:Déjà payé\\; ${'long words\\, '.repeat(9)}end`);
  expect(calendarFile(entries, 'A lender, LLC')).toBe(file);
});

test('a copy of a document holds all of its words, its version and its hash', () => {
  const { name, text } = documentFile({
    idTag: 'loan-agreement',
    title: 'Loan & agreement',
    version: '1',
    hash: 'abc',
    body: [
      { tag: 'h2', children: [{ tag: 'text', text: 'Parties' }] },
      {
        tag: 'p',
        children: [
          { tag: 'text', text: 'Signed by ' },
          { tag: 'strong', children: [{ tag: 'text', text: 'Ana' }] },
          { tag: 'text', text: ', see ' },
          { tag: 'a', href: 'https://lender.example/?a=1', children: [{ tag: 'text', text: 'here' }] },
        ],
      },
      { tag: 'hr', children: [] },
      { tag: 'ul', children: [{ tag: 'li', children: [{ tag: 'p', children: [{ tag: 'text', text: 'One' }] }] }] },
    ],
  });
  expect(name).toBe('loan-agreement-1.txt');
  expect(text).toBe(
    'Loan & agreement\n\nParties\n\nSigned by Ana, see here (https://lender.example/?a=1)\n\n- One\n\nloan-agreement 1 abc\n',
  );
});
