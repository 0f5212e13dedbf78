import { describe, expect, test } from 'vitest';
import { productNamed } from '../../cli/products.ts';
import { projectDir, readFiles } from '../../compile/disk.ts';
import type { Files, Json, JsonObject } from '../../compile/index.ts';
import { nothingKnown } from '../../runtime/core/facts.ts';
import { coverOf, percent, type CoverInput, type FlowCover } from '../../verifier/cover/cover.ts';
import { instrumented } from '../../verifier/cover/instrument.ts';
import { limitBetween } from '../../verifier/cover/limits.ts';
import { waysOf } from '../../verifier/cover/ways.ts';
import { rewriting, type Rewriting } from '../../verifier/cover/write.ts';
import { fixtureFiles, readFixture } from '../../verifier/fixture/fixture.ts';
import { runFixture } from '../../verifier/fixture/run.ts';
import { placedIn } from '../../verifier/rules/placed.ts';
import { choice, end, form, is, loaded, options, tripFiles, type Trip } from './paths-content.ts';

const kind = choice('kind', 'TRAIN', 'BOAT');
const bags = { bind: 'trip.bags', type: 'integer', control: 'number', label: 'Bags', minimum: 0, maximum: 20 };
const few = { assert: { '<=': [{ var: 'answers.trip.bags' }, 3] }, at: 'bags', message: 'Three bags at most' };
/** A page that asks the kind, a harbor for boats alone, a page with a limit, the end. */
const trip: Trip = {
  line: ['kind', 'bags', 'done'],
  steps: [
    form(
      'kind',
      { kind },
      { actions: [{ id: 'continue', label: 'Continue', next: [{ when: is('kind', 'BOAT'), to: 'harbor' }] }] },
    ),
    form('bags', { bags }, { checks: [few] }),
    form('harbor', {}, { actions: [{ id: 'back', label: 'On', next: [{ to: 'done' }] }] }),
    end('done'),
  ],
};
const CLOCK = '2026-11-21T17:00:00.000Z';
const written = (acts: readonly Json[], expected: JsonObject = {}): string =>
  JSON.stringify({
    title: 'Somebody',
    brand: 'north',
    flow: 'trip',
    clock: CLOCK,
    given: { person: 'new-applicant' },
    do: [...acts],
    expect: expected,
  });
const train = [{ at: 'trip/kind', answer: { kind: 'TRAIN' } }, { press: 'continue' }];

async function inputOf(files: Files): Promise<CoverInput> {
  const { resolved, products } = await loaded(files);
  const brand = resolved.brands['north'];
  if (!brand) throw new Error('The made-up brand is gone: mend this test.');
  return {
    source: resolved.source,
    brand,
    product: productNamed(products, 'north'),
    fixtures: fixtureFiles(files).map((file) => readFixture(file, files[file] ?? '')),
    today: options.today,
  };
}
async function covered(made: Trip, fixtures: readonly (readonly Json[])[]): Promise<FlowCover> {
  const files = {
    ...tripFiles(made),
    ...Object.fromEntries(fixtures.map((acts, index) => [`flows/trip/fixtures/own-${index}.json`, written(acts)])),
  };
  const [flow] = coverOf(await inputOf(files)).flows;
  if (!flow) throw new Error('The made-up flow is gone: mend this test.');
  return flow;
}
const told = ({ gaps }: FlowCover): readonly string[] =>
  gaps.map(({ goal: { place }, says }) => `${place.file.replace('flows/trip/steps/', '')}:${place.line} ${says}`);

describe('what fixtures reach', () => {
  test('without a fixture everything is a gap, each with its place', async () => {
    const cover = await covered(trip, []);
    expect(cover.counts).toMatchObject({
      step: { reached: 0, total: 4 },
      way: { reached: 0, total: 4 },
      clause: { reached: 0, total: 4 },
      limit: { reached: 0, total: 2 },
    });
    expect(told(cover)).toHaveLength(14);
    expect(cover.apart).toEqual([]);
  });

  test('a journey reaches the steps it comes to, the ways it takes and the sides it decides', async () => {
    const cover = await covered(trip, [[...train, { at: 'trip/bags', answer: { bags: 1 } }, { press: 'continue' }]]);
    expect(told(cover)).toEqual([
      'harbor.json:2 No fixture comes to the step harbor.',
      'harbor.json:12 No fixture goes this way: step harbor, press back, to done.',
      'kind.json:35 No fixture goes this way: step kind, press continue, to harbor.',
      'bags.json:26 No fixture asks whether the answers fit together (bags) while the bags are at most 3, with nothing to spare.',
      'bags.json:26 No fixture asks whether the answers fit together (bags) while the bags are more than 3.',
      'bags.json:26 No fixture asks whether the answers fit together (bags) while the bags are more than 3, with nothing to spare.',
      'kind.json:36 No fixture asks where the way goes (kind) while the answer to "Which kind?" is BOAT.',
    ]);
    expect(percent(cover.counts.step)).toBe(75);
  });

  test('a limit is reached by the values on both of its sides, not by those far off', async () => {
    const bagged = (count: number) => [...train, { at: 'trip/bags', answer: { bags: count } }, { press: 'continue' }];
    const far = await covered(trip, [bagged(1), bagged(9)]);
    expect([far.counts.clause.reached, far.counts.limit.reached]).toEqual([3, 0]);
    const near = await covered(trip, [bagged(3), bagged(4)]);
    expect([near.counts.clause.reached, near.counts.limit.reached]).toEqual([3, 2]);
  });

  test('what nobody can reach is told apart and not asked of the fixtures', async () => {
    const never = form('never', {}, { when: is('kind', 'PLANE') });
    const cover = await covered(
      { ...trip, line: ['kind', 'bags', 'never', 'done'], steps: [...trip.steps, never] },
      [],
    );
    expect(cover.apart.map(({ says }) => says)).toContain('Nobody comes to the step never.');
    expect(cover.counts.step).toEqual({ reached: 0, total: 4 });
    expect(cover.inexact).toBeUndefined();
  });

  test('a fixture that does not hold still tells what it reaches', async () => {
    const cover = await covered(trip, [[...train, { press: 'ghost' }]]);
    expect(cover.counts.step.reached).toBe(2);
  });
});

describe('fixtures that are written', () => {
  const files = tripFiles(trip);
  const write = async (content: Files): Promise<Rewriting> => rewriting(await inputOf(content), content, CLOCK);
  const withFiles = (content: Files, { add, again }: Rewriting): Files => ({
    ...content,
    ...Object.fromEntries([...add, ...again].map(({ file, text }) => [file, text])),
  });

  test('they hold, and with them everything is reached', async () => {
    const done = await write(files);
    expect(done).toMatchObject({ again: [], broken: [], needless: [], left: [] });
    const whole = withFiles(files, done);
    const input = await inputOf(whole);
    expect(input.fixtures.length).toBeGreaterThan(0);
    expect(input.fixtures.flatMap((fixture) => runFixture(input.product, fixture).failures)).toEqual([]);
    expect(coverOf(input).flows.flatMap(told)).toEqual([]);
  });

  test('none is needless: without any one of them something is not reached', async () => {
    const whole = withFiles(files, await write(files));
    for (const file of fixtureFiles(whole)) {
      const { [file]: _, ...rest } = whole;
      expect(coverOf(await inputOf(rest)).flows.flatMap(told), file).not.toEqual([]);
    }
  });

  test('writing again changes nothing; one that was removed comes back as it was, alone', async () => {
    const whole = withFiles(files, await write(files));
    expect(await write(whole)).toMatchObject({ add: [], again: [], broken: [], needless: [] });
    for (const file of fixtureFiles(whole)) {
      const { [file]: text, ...rest } = whole;
      expect((await write(rest)).add).toEqual([{ file, text }]);
    }
  });

  test('what people wrote is counted, and never overwritten', async () => {
    const [first] = (await write(files)).add;
    if (!first) throw new Error('Nothing was written.');
    const own = {
      ...files,
      'flows/trip/fixtures/own.json': written([
        { at: 'trip/kind', answer: { kind: 'BOAT' } },
        { press: 'continue' },
        { at: 'trip/harbor', press: 'back' },
      ]),
    };
    expect((await write(own)).add.map(({ text }) => text).join()).not.toContain('trip/harbor');
    const blocked = { ...files, [first.file]: written([{ at: 'trip/done' }]) };
    const done = await write(blocked);
    expect(done.broken.map(({ fixture }) => fixture.file)).toEqual([first.file]);
    // What it was to reach is reached under another name, and everything is.
    const other = first.file.replace('.json', '-2.json');
    const names = done.add.map(({ file }) => file);
    expect([names.includes(first.file), names.includes(other), done.left]).toEqual([false, true, []]);
    const named = (file: string): string => file.slice(file.indexOf('cover-'), -'.json'.length);
    const text = first.text.replaceAll(named(first.file), named(other));
    expect(done.add.find(({ file }) => file === other)?.text).toBe(text);
    // Where it is written, it is found again: nothing more is added, and it comes back as it was.
    const whole = withFiles(blocked, done);
    expect(await write(whole)).toMatchObject({ add: [], again: [], needless: [], left: [] });
    const { [other]: lost, ...rest } = whole;
    expect((await write(rest)).add).toEqual([{ file: other, text: lost }]);
  });

  test('a page that says something else is recorded anew, and told', async () => {
    const whole = withFiles(files, await write(files));
    const changed = {
      ...whole,
      ...Object.fromEntries(
        Object.entries(
          tripFiles({
            ...trip,
            steps: trip.steps.map((step) => (step.id === 'bags' ? { ...step, title: 'How much do you carry?' } : step)),
          }),
        ).filter(([file]) => file.includes('/steps/bags')),
      ),
    };
    const done = await write(changed);
    expect(done.again.flatMap(({ differences }) => differences)).toContainEqual(
      'trip/bags no longer says "Page bags" and now says "How much do you carry?"',
    );
    expect(done.add).toEqual([]);
    expect(await write(withFiles(changed, done))).toMatchObject({ add: [], again: [], broken: [] });
  });
});

describe('conditions inside the items of a list', () => {
  const part = (id: string, more: JsonObject): JsonObject => ({ bind: id, label: `Their ${id}`, ...more });
  const choices = (...values: readonly string[]): readonly JsonObject[] =>
    values.map((value) => ({ value, label: value }));
  const people: JsonObject = {
    bind: 'trip.people',
    type: 'array',
    label: 'Who travels?',
    maxItems: 4,
    minItems: 2,
    item: {
      name: 'person',
      fields: {
        kind: part('kind', { control: 'radio', choices: choices('ADULT', 'CHILD') }),
        age: part('age', {
          type: 'integer',
          control: 'number',
          minimum: 0,
          maximum: 120,
          when: { '==': [{ var: 'item.kind' }, 'CHILD'] },
        }),
        seat: part('seat', {
          control: 'radio',
          required: { '>': [{ var: 'item.age' }, 2] },
          choices: [
            ...choices('AISLE'),
            { value: 'LAP', label: 'Lap', when: { '<': [{ var: 'item.age' }, 6] } },
            { value: 'DECK', label: 'Deck', when: { '==': [{ var: 'answers.trip.insured' }, true] } },
          ],
        }),
      },
      checks: [{ assert: { '<': [{ var: 'item.age' }, 18] }, at: 'age', message: 'No longer a child' }],
    },
  };
  const insured = { bind: 'trip.insured', type: 'boolean', label: 'Insured', required: false };
  const listed = tripFiles({ line: ['people', 'done'], steps: [form('people', { insured, people }), end('done')] });
  const inItem = ({ goal }: FlowCover['gaps'][number]): boolean =>
    (goal.kind === 'clause' || goal.kind === 'limit') && goal.clause.rule.part !== undefined;

  test('are counted: each question, choice, check and limit, decided both ways', async () => {
    const [cover] = coverOf(await inputOf(listed)).flows;
    if (!cover) throw new Error('The made-up flow is gone: mend this test.');
    const rules = (counted: string): readonly string[] => [
      ...new Set(
        cover.goals.goals.flatMap((goal) =>
          goal.kind === counted && 'clause' in goal && goal.clause.rule.part !== undefined ? [goal.clause.rule.id] : [],
        ),
      ),
    ];
    const at = 'step/people/field/people/item';
    const ordered = [`${at}/seat/required`, `${at}/seat/choice/LAP`, `${at}/check/0`];
    expect(rules('clause')).toEqual([
      `${at}/age/when`,
      `${at}/seat/required`,
      `${at}/seat/choice/LAP`,
      `${at}/seat/choice/DECK`,
      `${at}/check/0`,
    ]);
    expect(rules('limit')).toEqual(ordered);
    expect(cover.gaps.filter(inItem)).toHaveLength(2 * 5 + 2 * 3);
    expect(cover.gaps.find(inItem)?.says).toBe(
      "No fixture asks whether a field is shown (people.people, age of an item) while the item's kind is child.",
    );
  });

  test('are reached by the fixtures that are written for them', async () => {
    const done = rewriting(await inputOf(listed), listed, CLOCK);
    expect([done.broken, done.left]).toEqual([[], []]);
    const whole = { ...listed, ...Object.fromEntries(done.add.map(({ file, text }) => [file, text])) };
    const input = await inputOf(whole);
    expect(input.fixtures.flatMap((fixture) => runFixture(input.product, fixture).failures)).toEqual([]);
    expect(coverOf(input).flows.flatMap(({ gaps, apart }) => [...gaps, ...apart.filter(inItem)])).toEqual([]);
  });
});

test('a limit is found between two values by halving', () => {
  expect(limitBetween((value) => Number(value) <= 3, 0, 1_000_000)).toEqual([3, 4]);
  expect(limitBetween((value) => String(value) <= '2008-11-21', '1900-01-01', '2100-01-01')).toEqual([
    '2008-11-21',
    '2008-11-22',
  ]);
  expect(limitBetween((value) => value === 'a', 'a', 'b')).toBeUndefined();
});

test('every way and condition of the real flows is wired under the id that its goal has', async () => {
  const { resolved, products } = await loaded(readFiles([projectDir]));
  let seen = 0;
  for (const brand of Object.values(resolved.brands)) {
    for (const flow of Object.values(productNamed(products, brand.id).flows)) {
      const source = brand.flows[flow.id];
      if (!source) throw new Error(`${flow.id} was compiled and not resolved.`);
      const heard = new Set<string>();
      const wired = instrumented(flow, { asked: (rule) => void heard.add(rule), took: (way) => void heard.add(way) });
      touch(wired);
      const wanted = new Set([
        ...waysOf(source, flow)
          .map(({ id }) => id)
          .filter((id) => !id.includes('/line/')),
        ...placedIn(source).rules.map(({ id }) => id),
        ...placedIn(source).inItems.map(({ id }) => id),
      ]);
      expect([...wanted].filter((id) => !heard.has(id))).toEqual([]);
      // A field in a group that stands under a condition is compiled with that condition though it has none of its own.
      expect([...heard].filter((id) => !wanted.has(id) && !/\/field\/\w+\/when$/.test(id))).toEqual([]);
      seen += wanted.size;
    }
  }
  expect(seen).toBeGreaterThan(100);
});

/** Reads everything and asks every condition there is. */
function touch(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (key === 'of' && typeof inner === 'function') inner({ ...nothingKnown, today: options.today, now: CLOCK });
    else touch(inner);
  }
}
