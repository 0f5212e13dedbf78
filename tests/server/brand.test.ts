import { describe, expect, test } from 'vitest';
import type { CompiledContent } from '../../compile/types.ts';
import { themeCss } from '../../server/definitions/theme.ts';
import { inertJson } from '../../server/definitions/boot.ts';
import { brandCookies, chooseBrand } from '../../server/http/brand.ts';
import { easternDate } from '../../contract/days.ts';
import { requestNow } from '../../server/http/clock.ts';

const module = { hash: 'h', code: '' };
const brand = (originName: string): CompiledContent['brands'][string] => ({
  facts: { originName, default: originName.includes('payday') },
  theme: {},
  flags: {},
  app: { ...module, pieces: [] },
  compliance: module,
  flows: {
    tour: {
      ...module,
      id: 'tour',
      title: 'Tour',
      base: '/tour',
      access: 'public',
      saves: 'none',
      routes: [
        { step: 'one', kind: 'form', path: 'one', access: 'public' },
        { step: 'two', kind: 'form', path: 'two/{code}', access: 'public' },
      ],
    },
  },
});
const content: CompiledContent = {
  kit: module,
  standIns: module,
  operations: {},
  brands: { payday: brand('https://payday.test'), other: brand('other.test') },
};
const choose = (query: unknown, cookie: string | undefined, host: string): ReturnType<typeof chooseBrand> =>
  chooseBrand(content, { query, cookie, host });

describe('the brand of a request', () => {
  test('parameter before cookie before origin before the default', () => {
    expect(choose('other', 'brand=payday', 'payday.test')).toEqual({
      brand: 'other',
      remember: true,
      knownOrigin: true,
    });
    expect(choose(undefined, 'brand=other', 'payday.test').brand).toBe('other');
    expect(choose(undefined, undefined, 'other.test:8080').brand).toBe('other');
    expect(choose(undefined, undefined, 'localhost:3000')).toEqual({
      brand: 'payday',
      remember: false,
      knownOrigin: false,
    });
  });
  test('an unknown brand falls back to the origin and is told', () => {
    expect(choose('nobody', undefined, 'other.test')).toEqual({
      brand: 'other',
      remember: false,
      unknown: 'nobody',
      knownOrigin: true,
    });
    expect(choose('__proto__', undefined, 'localhost').unknown).toBe('__proto__');
  });
  test('it is remembered for 21 days', () =>
    expect(brandCookies(content, 'other', { host: 'other.test', secure: true })).toEqual([
      'brand=other; Path=/; Max-Age=1814400; SameSite=Lax; Secure',
    ]));
  test('by the name, the value, the domain and for the time that the brand itself says', () => {
    const cookie = { name: 'lender', value: '7', domain: 'other.test', maxAgeSeconds: 60 };
    const facts = { ...brand('other.test').facts, cookie };
    const known = { ...content, brands: { ...content.brands, other: { ...brand('other.test'), facts } } };
    const lines = (key: string, host: string): readonly string[] => brandCookies(known, key, { host, secure: false });
    expect(lines('other', 'www.other.test:3000')).toEqual([
      'lender=7; Path=/; Max-Age=60; SameSite=Lax; Domain=other.test',
      'brand=; Path=/; Max-Age=0; SameSite=Lax',
    ]);
    expect(lines('other', 'another.test')[0]).toBe('lender=7; Path=/; Max-Age=60; SameSite=Lax');
    // The end of a cookie has the domain that it was given for.
    expect(lines('payday', 'www.other.test')).toEqual([
      'brand=payday; Path=/; Max-Age=1814400; SameSite=Lax',
      'lender=; Path=/; Max-Age=0; SameSite=Lax; Domain=other.test',
    ]);
    const chosen = (header: string, host?: string): string =>
      chooseBrand(known, { query: undefined, cookie: header, host }).brand;
    expect([chosen('lender=7'), chosen('lender=other'), chosen('lender=8'), chosen('brand=other')]).toEqual([
      'other',
      'other',
      'payday',
      'other',
    ]);
    // Of two, which somebody else left there, the one of the origin.
    const both = 'lender=7; brand=payday';
    expect([chosen(both, 'other.test'), chosen(both, 'payday.test')]).toEqual(['other', 'payday']);
  });
});

test('the test clock counts in local mode only', () => {
  const real = (): Date => new Date('2026-11-21T12:00:00Z');
  const cookie = 'waymark-clock=2026-01-02T03%3A04%3A05Z';
  expect(requestNow('local', real, cookie).toISOString()).toBe('2026-01-02T03:04:05.000Z');
  expect(requestNow('prod', real, cookie)).toEqual(real());
  expect(requestNow('local', real, 'waymark-clock=yesterday')).toEqual(real());
});

test('today is the Eastern calendar date', () => {
  expect(easternDate(new Date('2026-11-21T04:59:00Z'))).toBe('2026-11-20');
  expect(easternDate(new Date('2026-11-21T05:00:00Z'))).toBe('2026-11-21');
});

test('a theme becomes custom properties and can hold no rule of its own', () => {
  expect(themeCss({ color: { primaryInk: '#123', evil: 'red; } body { display: none' }, radius: 4 }, '/a/')).toBe(
    ':root:root {\n  --color-primary-ink: #123;\n  --radius: 4;\n}\n',
  );
});

test('boot JSON cannot close its script element', () =>
  expect(inertJson({ a: '</script><script>' })).not.toContain('<'));
