import { expect, test } from 'vitest';
import { inBrandWords, onEachBrand, withOwnPeople } from '../../verifier/fixture/brands.ts';
import { readFixture } from '../../verifier/fixture/fixture.ts';
import type { Product } from '../../verifier/fixture/product.ts';

const fixture = readFixture(
  'flows/visit/fixtures/a.json',
  JSON.stringify({
    title: 'Books',
    brand: 'oak',
    alsoOn: ['elm', 'ash'],
    flow: 'visit',
    clock: '2026-11-20T15:00:00Z',
    do: [{ at: 'visit/name', answer: { note: '{{brand.phone}}' } }],
    expect: { text: { 'visit/name': ['Call {{brand.phone}}, {{brand.site.name}}.', '{{brand.unknown}}'] } },
  }),
);

test('a fixture is played on its own brand, and on each of the others that it names', () => {
  expect(onEachBrand(fixture).map(({ brand, home, title }) => [brand, home, title])).toEqual([
    ['oak', 'oak', 'Books'],
    ['elm', 'oak', 'Books, on elm'],
    ['ash', 'oak', 'Books, on ash'],
  ]);
});

test('what is expected is in the words of the brand, and a fact that the brand has not stays as it is written', () => {
  const { do: list, expect: expected } = inBrandWords(fixture, { phone: '1-800', site: { name: 'Elm' } });
  expect(expected.text).toEqual({ 'visit/name': ['Call 1-800, Elm.', '{{brand.unknown}}'] });
  expect(list).toEqual(fixture.do);
});

test('the people of another brand are its customers; who is of no brand stays so', () => {
  const people = [
    { id: 'a', attributes: { 'custom:brand': 'oak', given_name: 'Ann' } },
    { id: 'b', attributes: { given_name: 'Bo' } },
  ];
  const offered = { people, facts: { source: 'elm' } } as unknown as Product;
  expect(withOwnPeople(offered).people.map(({ attributes }) => attributes)).toEqual([
    { 'custom:brand': 'elm', given_name: 'Ann' },
    { given_name: 'Bo' },
  ]);
  expect(people[0]?.attributes['custom:brand']).toBe('oak');
});
