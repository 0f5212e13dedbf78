import { expect, test } from 'vitest';
import { sayer } from '../../runtime/core/index.ts';
import type { Facts, JsonObject } from '../../runtime/core/facts.ts';

const words = {
  'page.back': 'Back',
  'page.title': {
    reads: ['here.title', 'brand.name'],
    of: (facts: Facts) => {
      const { here, brand } = facts as Facts & { readonly here?: JsonObject };
      return here === undefined ? undefined : `${String(here['title'])} - ${String(brand['name'])}`;
    },
  },
  'list.remove': 'Remove',
};

test('L100 what the runtime says itself is a word of the app, said with the brand and with what it is about', () => {
  const { say, own } = sayer({ words }, { name: 'Oak' });
  expect([say('page.back'), say('page.title', { title: 'Name' }), own('list')('remove')]).toEqual([
    'Back',
    'Name - Oak',
    'Remove',
  ]);
});

test('L100 a word that nobody gave is a bug, told by its name', () => {
  const { own } = sayer({ words }, {});
  expect(() => own('list')('sort')).toThrow(/"list\.sort".*schemas\/words\.json/);
});
