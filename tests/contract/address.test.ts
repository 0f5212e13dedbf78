import { expect, test } from 'vitest';
import { addressPath, isAddress, matchAddress, shownAddress } from '../../contract/address.ts';

const route = (step: string, path: string) => ({ step, path, kind: 'form', access: 'public' }) as const;
const flows = {
  tour: {
    base: '/tour',
    routes: [
      route('two', 'two/{code}'),
      route('latest', 'two/latest'),
      { ...route('one', 'one'), also: ['', 'first'] },
    ],
  },
  home: { base: '', routes: [route('start', ''), route('about', 'about/')] },
};

test('routes are the root and the steps of a flow, at their exact depth; the base of a flow is its first step', () => {
  const known = ['/', '', '/tour', '/tour/', '/tour/one', '/tour/two/abc', '/about', '/tour/one?a=b/c#d'];
  const unknown = ['/tourist', '/tour/two', '/tour/one/more', '/tour/two/a/b', '/nowhere', '/Tour/one', '/tour//two'];
  expect(known.filter((path) => !isAddress(flows, path))).toEqual([]);
  expect(unknown.filter((path) => isAddress(flows, path))).toEqual([]);
  for (const path of ['/tour', '/tour/', '/tour/first', '/tour/one'])
    expect(matchAddress(flows, path)).toEqual({ flow: 'tour', step: 'one', params: {} });
});
test('a path written out comes before one with a parameter, which is given decoded', () => {
  expect(matchAddress(flows, '/tour/two/latest')).toEqual({ flow: 'tour', step: 'latest', params: {} });
  expect(matchAddress(flows, '/tour/two/a%20b/')).toEqual({ flow: 'tour', step: 'two', params: { code: 'a b' } });
  expect(matchAddress(flows, '/tour/two/100%')?.params).toEqual({ code: '100%' });
});
test('an address with sensitive parameters is shown without them, and still stands for its step', () => {
  const reset = { base: '/reset', routes: [{ ...route('new', 'for/{code}/of/{brand}'), shown: 'for/of/{brand}' }] };
  const found = matchAddress({ reset }, '/reset/for/123456/of/a%20b');
  expect(found).toEqual({ flow: 'reset', step: 'new', params: { code: '123456', brand: 'a b' } });
  const shown = found && shownAddress({ reset }, found);
  expect(shown).toBe('/reset/for/of/a%20b');
  expect(matchAddress({ reset }, shown ?? '')).toEqual({ flow: 'reset', step: 'new', params: { brand: 'a b' } });
  expect(shownAddress(flows, { flow: 'tour', step: 'two', params: { code: 'abc' } })).toBeUndefined();
});
test('the address of every step leads back to it', () => {
  for (const [flow, { base, routes }] of Object.entries(flows))
    for (const { step, path } of routes)
      expect(matchAddress(flows, addressPath(base, path).replace('{code}', 'x'))).toMatchObject({ flow, step });
});
