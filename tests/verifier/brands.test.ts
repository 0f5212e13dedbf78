import { expect, test } from 'vitest';
import { productNamed } from '../../cli/products.ts';
import type { Files } from '../../compile/index.ts';
import { brandsBefore, reachedBy, shownBy } from '../../verifier/cover/beside.ts';
import { coverOf } from '../../verifier/cover/cover.ts';
import { fixtureFiles, readFixture } from '../../verifier/fixture/fixture.ts';
import { choice, end, form, is, loaded, options, tripFiles } from './paths-content.ts';

const asked = form(
  'kind',
  { kind: choice('kind', 'TRAIN', 'BOAT') },
  { actions: [{ id: 'continue', label: 'Continue', next: [{ when: is('kind', 'BOAT'), to: 'harbor' }] }] },
);
const played = (kind: string, pages: number): string =>
  JSON.stringify({
    title: `By ${kind}`,
    brand: 'north',
    flow: 'trip',
    clock: '2026-11-21T17:00:00.000Z',
    given: { person: 'new-applicant' },
    do: [{ at: 'trip/kind', answer: { kind } }, ...Array.from({ length: pages }, () => ({ press: 'continue' }))],
    expect: {},
  });
/** Two brands with one journey; the fixtures are all of `north`. */
const files = (more: Files = {}): Files =>
  tripFiles({
    line: ['kind', 'done'],
    steps: [
      asked,
      form('harbor', {}, { actions: [{ id: 'continue', label: 'On', next: [{ to: 'done' }] }] }),
      end('done'),
    ],
    brands: { south: {} },
    files: {
      'flows/trip/fixtures/boat.json': played('BOAT', 2),
      'flows/trip/fixtures/train.json': played('TRAIN', 1),
      ...more,
    },
  });
const overlay = (set: object): Files => ({ 'brands/south/flows/trip.json': JSON.stringify({ set }) });

/** What no fixture shows of a brand. */
async function gapsOf(content: Files, id: string): Promise<readonly string[]> {
  const { resolved, products } = await loaded(content);
  const brand = resolved.brands[id];
  if (!brand) throw new Error(`The made-up brand ${id} is gone: mend this test.`);
  const fixtures = fixtureFiles(content).map((file) => readFixture(file, content[file] ?? ''));
  const sets = brandsBefore(resolved.brands, id).map((one) => {
    const product = productNamed(products, one.id);
    return shownBy(one, product, reachedBy(one, product, fixtures));
  });
  return coverOf({
    source: resolved.source,
    brand,
    product: productNamed(products, id),
    fixtures,
    beside: new Set(sets.flatMap((set) => [...set])),
    today: options.today,
  }).flows.flatMap(({ gaps }) => gaps.map(({ says }) => says));
}

test('what a brand says in the same file as one before it is shown by the fixtures of that one', async () => {
  expect(await gapsOf(files(), 'south')).toEqual([]);
  expect(await gapsOf(files(overlay({ 'steps/harbor/title': 'The quay' })), 'south')).toEqual([]);
});

test('what an overlay compares is shown by the brand itself, and no brand counts on those after it', async () => {
  const other = overlay({ 'steps/kind/actions/continue/next': [{ when: is('kind', 'TRAIN'), to: 'harbor' }] });
  expect(await gapsOf(files(other), 'south')).toEqual([
    'No fixture goes this way: step kind, press continue, to harbor.',
    'No fixture asks where the way goes (kind) while the answer to "Which kind?" is TRAIN.',
    'No fixture asks where the way goes (kind) while the answer to "Which kind?" is not TRAIN.',
  ]);
  const last = files({
    'flows/trip/fixtures/boat.json': played('BOAT', 2).replace('north', 'south'),
    'flows/trip/fixtures/train.json': played('TRAIN', 1).replace('north', 'south'),
  });
  expect((await gapsOf(last, 'north')).length).toBeGreaterThan(0);
});

test('the default brand is before all others, whatever it is called', () => {
  const brands = Object.fromEntries(
    ['elm', 'oak', 'yew'].map((id) => [
      id,
      { id, facts: { default: id === 'oak' }, theme: {}, flags: {}, app: {}, flows: {} },
    ]),
  );
  expect(['elm', 'oak', 'yew'].map((id) => brandsBefore(brands, id).map((brand) => brand.id))).toEqual([
    ['oak'],
    [],
    ['oak', 'elm'],
  ]);
});
