import { expect, test } from 'vitest';
import { laidOver, shadowed } from '../../compile/laid-over.ts';

const told = (one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): readonly string[] =>
  shadowed([
    { name: 'one', files: one },
    { name: 'other', files: other },
  ]).map(({ file, line, message }) => `${file}:${line}: ${message}`);
const APP = 'brands/elm/app.json';
const BRAND = 'brands/elm/brand.json';

test('a file that two folders say differently is told, and of a table what both say of one member', () => {
  expect(told({ [APP]: '{ "set": {} }' }, { [APP]: '{ "unset": [] }' })).toEqual([
    `${APP}:1: The folders one and other both have this file, and only other counts: what one says in it is lost.`,
  ]);
  expect(told({ [BRAND]: '{ "name": "Elm" }' }, { [BRAND]: '{\n"flows": [],\n"name": "Oak" }' })).toEqual([
    `${BRAND}:3: The folders one and other both say "name", and only other counts.`,
  ]);
});
test('what folders say alike, add to a table or have alone is not told', () => {
  expect(told({ [APP]: '{}' }, { [APP]: '{}' })).toEqual([]);
  expect(told({ [APP]: '{}' }, {})).toEqual([]);
  expect(told({ [BRAND]: '{ "flows": ["a"], "x": 1 }' }, { [BRAND]: '{ "flows": ["b"], "y": 1 }' })).toEqual([]);
});

test('a table that is laid over another keeps what it says where it stands, and has what the other says besides', () => {
  const below = JSON.stringify({ name: 'Elm', flows: ['a', 'b'], cookie: { name: 'brand', days: 21 }, phone: '1' });
  const above = `{
  "flows": ["c", "b"],
  "cookie": {
    "days": 7
  },
  "name": "Oak"
}
`;
  const text = laidOver(BRAND, below, above);
  expect(JSON.parse(text)).toEqual({
    flows: ['c', 'b', 'a'],
    cookie: { days: 7, name: 'brand' },
    name: 'Oak',
    phone: '1',
  });
  const at = (one: string, words: string): number => one.slice(0, one.indexOf(words)).split('\n').length;
  for (const words of ['"c"', '"days"', '"Oak"']) expect(at(text, words)).toBe(at(above, words));
  expect(JSON.parse(laidOver(BRAND, below, '{}'))).toEqual(JSON.parse(below));
  expect(laidOver(BRAND, below, '[')).toBe('[');
});
