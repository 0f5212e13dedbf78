import { describe, expect, test } from 'vitest';
import { productNamed } from '../../cli/products.ts';
import type { Files, JsonObject } from '../../compile/index.ts';
import type { CoverInput } from '../../verifier/cover/cover.ts';
import { rewriting } from '../../verifier/cover/write.ts';
import { fixtureFiles, readFixture } from '../../verifier/fixture/fixture.ts';
import { runFixture } from '../../verifier/fixture/run.ts';
import { choice, end, form, loaded, options, tripFiles } from './paths-content.ts';

const CLOCK = '2026-11-21T17:00:00.000Z';
const bags = { bind: 'trip.bags', type: 'integer', control: 'number', label: 'Bags', minimum: 0, maximum: 20 };
const many = (operator: string) =>
  form(
    'bags',
    { bags },
    { layout: ['bags', { note: 'That is a lot.', when: { [operator]: [{ var: 'answers.trip.bags' }, 3] } }] },
  );
const files = (operator = '>', more: Files = {}): Files =>
  tripFiles({ line: ['bags', 'done'], steps: [many(operator), end('done')], files: more });

async function inputOf(content: Files, flows: readonly string[] = []): Promise<CoverInput> {
  const { resolved, products } = await loaded(content);
  const brand = resolved.brands['north'];
  if (!brand) throw new Error('The made-up brand is gone: mend this test.');
  return {
    source: resolved.source,
    brand,
    product: productNamed(products, 'north'),
    fixtures: fixtureFiles(content).map((file) => readFixture(file, content[file] ?? '')),
    today: options.today,
    flows,
  };
}
const write = async (content: Files, flows: readonly string[] = []) =>
  rewriting(await inputOf(content, flows), content, CLOCK);
const asFiles = (list: readonly { readonly file: string; readonly text: string }[]): Files =>
  Object.fromEntries(list.map(({ file, text }) => [file, text]));
async function failures(content: Files): Promise<readonly string[]> {
  const { fixtures, product } = await inputOf(content);
  return fixtures.flatMap((fixture) => runFixture(product, fixture).failures);
}

describe('a limit that is to be seen on a page', () => {
  test('is recorded at it, so that `>=` for `>` fails a written fixture', async () => {
    const { add } = await write(files());
    expect(await failures(files('>', asFiles(add)))).toEqual([]);
    expect((await failures(files('>=', asFiles(add)))).join('\n')).toContain('now says "That is a lot."');
    expect(
      add.filter(({ text }) => !text.includes('"says": "Written by cover --write.')).map(({ file }) => file),
    ).toEqual([]);
    expect(add.filter(({ text }) => !text.includes('\\"Page bags\\"')).map(({ file }) => file)).toEqual([]);
  });

  test('is recorded by a fixture that was written before, once', async () => {
    const { add } = await write(files());
    const before = asFiles(
      add.map(({ file, text }) => {
        const { says: _says, ...raw } = JSON.parse(text) as JsonObject & { expect: { shown?: unknown } };
        delete raw.expect.shown;
        return { file, text: JSON.stringify(raw) };
      }),
    );
    const done = await write(files('>', before));
    expect(done.add).toEqual([]);
    expect(done.again.flatMap(({ differences }) => differences)).toContain(
      'trip/bags is recorded: it is seen there on which side of a limit the answers are',
    );
    const after = { ...before, ...asFiles(done.again) };
    expect((await failures(files('>=', after))).length).toBeGreaterThan(0);
    expect(await write(files('>', after))).toMatchObject({ add: [], again: [] });
  });
});

test('who names a flow hears of its own written fixtures alone', async () => {
  const walk = {
    id: 'walk',
    title: 'Walk',
    base: '/walk',
    access: 'public',
    saves: 'none',
    line: ['over'],
    outcomes: ['ended'],
  };
  const two = (more: Files = {}): Files =>
    files('>', {
      'brands/north/brand.json': JSON.stringify({ key: 'north', name: 'North Trips', flows: ['trip', 'walk'] }),
      'flows/walk/flow.json': JSON.stringify(walk),
      'flows/walk/steps/over.json': JSON.stringify(end('over')),
      ...more,
    });
  const all = asFiles((await write(two())).add);
  expect(Object.keys(all).some((file) => file.startsWith('flows/trip/'))).toBe(true);
  expect(await write(two(all), ['walk'])).toMatchObject({ add: [], again: [], broken: [], needless: [] });
  const spare = {
    ...all,
    'flows/walk/fixtures/cover-more.json': JSON.stringify({
      title: 'Spare',
      brand: 'north',
      flow: 'walk',
      clock: CLOCK,
      do: [{ at: 'walk/over' }],
      expect: {},
    }),
  };
  expect((await write(two(spare), ['walk'])).needless).toHaveLength(1);
  expect((await write(two(spare), ['trip'])).needless).toEqual([]);
});

describe('a run that cannot go on', () => {
  const asked = tripFiles({
    line: ['kind', 'bags', 'done'],
    steps: [form('kind', { kind: choice('kind', 'TRAIN', 'BOAT') }), form('bags', { bags }), end('done')],
  });
  const run = async (fixture: JsonObject): Promise<readonly string[]> => {
    const { product } = await inputOf(asked);
    return runFixture(
      product,
      readFixture(
        'x.json',
        JSON.stringify({ title: 'x', brand: 'north', flow: 'trip', clock: CLOCK, expect: {}, ...fixture }),
      ),
    ).failures;
  };

  test.each<[what: string, answer: JsonObject]>([
    ['no such choice', { kind: 'PLANES' }],
    ['an answer that is left out', {}],
  ])('%s: the next page was not reached, and the page says why', async (_, answer) => {
    const [first] = await run({ do: [{ at: 'trip/kind', answer }, { press: 'continue' }, { at: 'trip/bags' }] });
    expect(first).toMatch(
      /^trip\/bags was not reached: the page is trip\/kind; the page does not let go on: "Which kind\?": \w/,
    );
  });

  test('the end is another, and the page says why', async () => {
    const told = await run({ do: [{ at: 'trip/kind', answer: {}, press: 'continue' }], expect: { end: 'trip/bags' } });
    expect(told.join('\n')).toMatch(
      /end: expected trip\/bags; came to trip\/kind; the page does not let go on: "Which kind\?"/,
    );
  });

  test('a page that says nothing adds nothing', async () => {
    expect((await run({ do: [{ at: 'trip/kind' }, { at: 'trip/bags' }] }))[0]).toBe(
      'trip/bags was not reached: the page is trip/kind',
    );
  });

  test('at an instant that does not exist, it fails alone and in words', async () => {
    expect(await run({ clock: '2026-13-20T15:00:00Z', do: [] })).toEqual([
      expect.stringMatching(/^there is no instant "2026-13-20T15:00:00Z"/),
    ]);
  });
});
