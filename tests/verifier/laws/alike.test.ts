import { describe, expect, test } from 'vitest';
import { loadContent, type Loaded } from '../../../cli/products.ts';
import { alikeOf } from '../../../cli/verify/alike.ts';
import type { Piece } from '../../../cli/verify/order.ts';
import { brandPart } from '../../../cli/verify/part.ts';
import { Readings } from '../../../cli/verify/readings.ts';
import { saidBy } from '../../../cli/verify/said.ts';
import type { Files, JsonObject } from '../../../compile/index.ts';
import type { CompiledFlow, Compute } from '../../../runtime/core/definition.ts';
import type { Facts } from '../../../runtime/core/facts.ts';
import { PATH_RULES } from '../../../verifier/check/paths.ts';
import { lending, loadedOf, options, planted } from '../lending.ts';
import { choice, end, form, is, tripFiles } from '../paths-content.ts';

const pieces: readonly Piece[] = ['check', 'prove', 'cover'];
const load = async (files: Files): Promise<Loaded> => loadedOf(await loadContent(files, options));

/** What is said of a brand, without the time it took. */
function said(loaded: Loaded, brandId: string) {
  const order = { files: loaded.files, options, pieces, whole: false, obligations: [], flows: [] };
  const { seconds: _, ...part } = brandPart(loaded, { order, brandId, reached: {} }, () => true);
  return part;
}
/** The same files with another brand, which is like this one but for these facts. */
const beside = (files: Files, like: string, other: JsonObject): Files => ({
  ...files,
  ...Object.fromEntries(
    Object.entries(files)
      .filter(([file]) => file.startsWith(`brands/${like}/`))
      .map(([file, text]) => [file.replace(`brands/${like}/`, 'brands/zed/'), text]),
  ),
  'brands/zed/brand.json': JSON.stringify({
    ...(JSON.parse(files[`brands/${like}/brand.json`] ?? '{}') as JsonObject),
    default: false,
    key: 'zed',
    ...other,
  }),
});
/** Flows of the second brand for which what was found of the first is taken. */
async function taken(files: Files, first: string): Promise<readonly string[]> {
  const loaded = await load(files);
  said(loaded, first);
  const { source, brands } = loaded.resolved;
  const [brand, product] = [brands['zed'], loaded.products['zed']];
  if (!brand || !product) throw new Error('There is no brand zed.');
  return Object.keys(brand.flows).filter((flow) => alikeOf(loaded, { source, brand, product }, flow) !== undefined);
}

describe('what is said of a brand after another is what is said of it alone', () => {
  test.each(Object.entries(PATH_RULES))('P62 where something is wrong: %s', async (_name, { bad }) => {
    const wrong = Object.fromEntries(
      Object.entries(planted(lending, bad)).map(([file, text]) => [file, text.replace('»', '')]),
    );
    const files = beside(wrong, 'elm', {});
    const together = await load(files);
    const first = said(together, 'elm');
    expect(first.reports.flatMap(({ findings }) => findings)).not.toEqual([]);
    expect(said(together, 'zed')).toEqual(said(await load(files), 'zed'));
  });
});

/** A page that only some come to, by a fact of the brand; a duty before the end; words that name the brand. */
const first = 'north';
const trip = tripFiles({
  line: ['kind', 'bags', 'harbor', 'done'],
  steps: [
    form('kind', { kind: choice('kind', 'TRAIN', 'BOAT') }, { title: 'Book with {{brand.name}}' }),
    form('bags', { size: choice('size', 'SMALL', 'LARGE') }, { when: { '==': [{ var: 'brand.hasStores' }, true] } }),
    form('harbor', {}, { when: is('kind', 'BOAT') }),
    end('done'),
  ],
  files: {
    'compliance/obligations/kind-first.json': JSON.stringify({
      says: 'The kind is chosen first',
      before: { step: 'trip/done' },
      passed: 'trip/kind',
      citation: 'Made up',
    }),
  },
  brands: { north: { hasStores: true } },
});

describe('what was found of a brand is taken for another', () => {
  test('P62 whose facts differ in what decides nothing', async () => {
    expect(await taken(beside(trip, first, { name: 'Zed Trips' }), first)).toEqual(['trip']);
  });
  test('P62 whose phone number is another, which is told to whoever may not go on', async () => {
    const told = tripFiles({
      line: ['kind', 'done'],
      steps: [
        form(
          'kind',
          { kind: choice('kind', 'TRAIN', 'BOAT') },
          {
            actions: [
              {
                id: 'continue',
                label: 'Continue',
                next: [{ when: is('kind', 'BOAT'), stay: true, message: 'Boats: call {{brand.phoneNumber}}' }],
              },
            ],
          },
        ),
        end('done'),
      ],
      brands: { north: { phoneNumber: '(800) 555-0100' } },
    });
    expect(await taken(beside(told, first, { phoneNumber: '(800) 555-0199' }), first)).toEqual(['trip']);
    expect(await taken(beside(told, first, { phoneNumber: '' }), first)).toEqual([]);
  });
  test('P62 and not where a fact that decides is otherwise, is missing, or is there and was not', async () => {
    for (const hasStores of [false, undefined])
      expect(await taken(beside(trip, first, { hasStores } as JsonObject), first)).toEqual([]);
    const { 'brands/north/brand.json': facts = '', ...rest } = trip;
    const without = { ...rest, 'brands/north/brand.json': facts.replace(/,\s*"hasStores": true/, '') };
    expect(without['brands/north/brand.json']).not.toBe(facts);
    expect(await taken(beside(without, first, { hasStores: true }), first)).toEqual([]);
  });
  test('P62 and not where either says something else of the flow', async () => {
    const overlay = JSON.stringify({ set: { 'steps/kind/title': 'Book' } });
    for (const file of [`brands/${first}/flows/trip.json`, 'brands/zed/flows/trip.json']) {
      const files = beside(trip, first, { name: 'Zed Trips' });
      expect(await taken({ ...files, [file]: overlay }, first)).toEqual([]);
    }
  });
  test('P62 and not where a duty leaves one of them out', async () => {
    const duty = 'compliance/obligations/kind-first.json';
    const of = { ...(JSON.parse(trip[duty] ?? '{}') as JsonObject), brands: [first] };
    expect(await taken({ ...beside(trip, first, {}), [duty]: JSON.stringify(of) }, first)).toEqual([]);
  });
  test('P62 and not where a duty is broken: how is said of its own people', async () => {
    const duty = 'compliance/obligations/kind-first.json';
    const of = { ...(JSON.parse(trip[duty] ?? '{}') as JsonObject), passed: 'trip/harbor' };
    expect(await taken({ ...beside(trip, first, {}), [duty]: JSON.stringify(of) }, first)).toEqual([]);
  });
});

describe('looks at data are noted', () => {
  const data = { name: 'a', deep: { list: [1, { x: true }], other: null }, unread: 1 };
  const looks: Readonly<Record<string, (of: typeof data) => unknown>> = {
    'a value': ({ name }) => name,
    'a value inside': ({ deep }) => deep.other,
    'an item of a list': ({ deep }) => deep.list[0],
    'a value in an item': ({ deep }) => (deep.list[1] as { x: boolean }).x,
    'how long a list is': ({ deep }) => deep.list.length,
    'every item': ({ deep }) => [...deep.list],
    'the names of members': (of) => Object.keys(of),
    'a copy': (of) => ({ ...of }),
    'all as text': (of) => JSON.stringify(of),
    'whether there is a member': (of) => 'missing' in of,
    'a member that is not there': (of) => (of as { readonly missing?: number }).missing,
    'whether it has a member of its own': (of) => Object.hasOwn(of, 'missing'),
  };
  const others: readonly JsonObject[] = [
    { ...data, name: 'b' },
    { ...data, deep: { ...data.deep, other: 0 } },
    { ...data, deep: { ...data.deep, list: [2, { x: true }] } },
    { ...data, deep: { ...data.deep, list: [1, { x: false }] } },
    { ...data, deep: { ...data.deep, list: [1] } },
    { ...data, deep: { ...data.deep, list: [1, { x: true }, 3] } },
    { ...data, deep: null },
    { ...data, missing: 1 },
    { ...data, unread: 2 },
    {},
  ];

  test.each(Object.entries(looks))(
    'P62 %s: the same, and what would come out otherwise is not taken',
    (_name, look) => {
      const readings = new Readings();
      const noted = readings.noted('data', data);
      expect(look(noted)).toEqual(look(data));
      expect(readings.holdIn({ data: structuredClone(data) })).toBe(true);
      for (const other of others) {
        const looked = (): unknown => {
          try {
            return look(other as unknown as typeof data);
          } catch (reason) {
            return String(reason);
          }
        };
        if (JSON.stringify([looked()]) !== JSON.stringify([look(data)]))
          expect([other, readings.holdIn({ data: other })]).toEqual([other, false]);
      }
    },
  );
  test('P62 of what is only said it counts that there is something', () => {
    const readings = new Readings();
    const noted = readings.noted('data', data);
    expect(readings.saying(() => noted.name)).toBe('a');
    const isTaken = (name: unknown): boolean => readings.holdIn({ data: { ...data, name } });
    expect(['b', '', undefined, null, 1].map(isTaken)).toEqual([true, false, false, false, false]);
    expect(noted.name).toBe('a');
    expect(['a', 'b'].map(isTaken)).toEqual([true, false]);
  });
  test('P62 words and inputs of the brand alone are only said; what decides, or reads an answer too, is read', () => {
    const brandFacts = { phone: 'a', key: 'b', when: 'c', both: 'd' };
    const says = (path: keyof typeof brandFacts, ...more: readonly string[]): Compute<string> => ({
      reads: [`brand.${path}`, ...more],
      of: ({ brand }) => String(brand[path]),
    });
    const target = { kind: 'stay', message: says('phone') };
    const call = { operation: 'ask', with: { of: says('key'), to: says('both', 'answers.kind') } };
    const steps = { kind: { actions: [{ calls: [call], next: [{ when: says('when'), target }] }] } };
    const readings = new Readings();
    const brand = readings.noted('facts', brandFacts);
    const flow = saidBy({ steps } as unknown as CompiledFlow, readings) as unknown as { readonly steps: typeof steps };
    expect(Object.keys(flow.steps)).toEqual(['kind']);
    const [action] = flow.steps.kind.actions;
    const asked = [
      action?.next[0]?.target.message,
      action?.next[0]?.when,
      action?.calls[0]?.with.of,
      action?.calls[0]?.with.to,
    ];
    expect(asked.map((one) => one?.of({ brand } as unknown as Facts))).toEqual(['a', 'c', 'b', 'd']);
    const mayDiffer = Object.keys(brandFacts).filter((name) =>
      readings.holdIn({ facts: { ...brandFacts, [name]: 'z' } }),
    );
    expect(mayDiffer).toEqual(['phone', 'key']);
  });
  test('P62 what nobody read may be otherwise', () => {
    const readings = new Readings();
    expect(readings.noted('data', data).name).toBe('a');
    expect(readings.holdIn({ data: { name: 'a' } })).toBe(true);
  });
  test('P62 a copy knows what was read until then, and no more', () => {
    const readings = new Readings();
    const noted = readings.noted('data', data);
    expect(noted.name).toBe('a');
    const until = new Readings(readings);
    expect(noted.unread).toBe(1);
    expect([until, readings].map((one) => one.holdIn({ data: { ...data, unread: 2 } }))).toEqual([true, false]);
  });
  test('nobody changes them', () => {
    const noted = new Readings().noted('data', data);
    expect(() => Object.assign(noted, { name: 'b' })).toThrow(TypeError);
    expect(data.name).toBe('a');
  });
});
