import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../compile/index.ts';
import { readFixture } from '../../verifier/fixture/fixture.ts';
import { runFixture } from '../../verifier/fixture/run.ts';
import { choice, end, form, is, loaded, told, tripFiles, wayProblems, type Trip } from './paths-content.ts';

const kind = choice('kind', 'TRAIN', 'BOAT', 'PLANE');
const size = choice('size', 'SMALL', 'LARGE');
const cabin = choice('cabin', 'INSIDE', 'OUTSIDE');
const next = (...ways: readonly JsonObject[]): JsonObject => ({
  actions: [{ id: 'continue', label: 'Continue', next: [...ways] }],
});
const problems = async (trip: Trip) => wayProblems(tripFiles(trip));
/** Where the example of a problem ends when it is run. */
async function runsTo(trip: Trip, example: JsonObject | undefined, at: string): Promise<readonly string[]> {
  if (!example) throw new Error('This problem has no example.');
  const { products } = await loaded(tripFiles(trip));
  const product = products['north'];
  if (!product) throw new Error('The made-up brand is gone: mend this test.');
  return runFixture(product, readFixture('example.json', JSON.stringify({ ...example, expect: { end: at } }))).failures;
}

test('a flow in which every page is reached and left has no problem', async () => {
  expect(
    await problems({
      line: ['kind', 'cabin', 'done'],
      steps: [form('kind', { kind }), form('cabin', { cabin }, { when: is('kind', 'BOAT') }), end('done')],
    }),
  ).toEqual([]);
});

describe('steps that nobody comes to', () => {
  test('by the definition: two pages that lead only to each other', async () => {
    const found = await problems({
      line: ['kind', 'done'],
      steps: [
        form('kind', { kind }),
        end('done'),
        form('here', {}, next({ to: 'there' })),
        form('there', {}, next({ to: 'here' })),
      ],
    });
    expect([...told(found)].sort()).toEqual([
      'unreached here.json: Nothing leads to the step "Page here" from the start of the flow.',
      'unreached there.json: Nothing leads to the step "Page there" from the start of the flow.',
    ]);
  });

  test('by the exploration: no answer leads there', async () => {
    const ways = next(
      { when: is('kind', 'BOAT'), to: 'boats' },
      { when: { in: [{ var: 'answers.trip.kind' }, ['TRAIN', 'PLANE']] }, to: 'others' },
      { to: 'rest' },
    );
    const found = await problems({
      line: ['kind'],
      steps: [form('kind', { kind }, ways), end('boats'), end('others'), end('rest')],
    });
    expect(told(found)).toEqual([
      'unreached rest.json: Nobody ever comes to the step "Page rest": every situation of the flow was looked at, and no applicant\'s answers lead there.',
    ]);
  });

  test('by the exploration: the way that leads there is never taken', async () => {
    const found = await problems({
      line: ['kind', 'size', 'done'],
      steps: [
        form('kind', { kind }, next({ when: is('kind', 'BOAT'), to: 'done' })),
        form('size', { size }, next({ when: is('kind', 'BOAT'), to: 'harbor' })),
        form('harbor', {}, next({ to: 'done' })),
        end('done'),
      ],
    });
    expect(found.map(({ code, file }) => [code, file.slice(-9)])).toEqual([['never', 'size.json']]);
  });

  test('by the exploration: earlier answers exclude it', async () => {
    const found = await problems({
      line: ['kind', 'cabin', 'size', 'done'],
      steps: [
        form('kind', { kind }, next({ when: is('kind', 'BOAT'), to: 'done' })),
        form('cabin', { cabin }),
        form('size', { size }, { when: is('kind', 'BOAT') }),
        end('done'),
      ],
    });
    expect(told(found)).toEqual([
      'never size.json: On "Page size" it is never so that the answer to "Which kind?" is BOAT, so nobody is shown this page: the last page where it can be otherwise is "Page kind".',
    ]);
  });
});

test('a page that somebody cannot leave is a dead end, with the way there', async () => {
  const trip: Trip = {
    line: ['kind', 'done'],
    steps: [
      form('kind', { kind }, next({ when: is('kind', 'BOAT'), to: 'harbor' })),
      end('done'),
      form('harbor', {}, { actions: [{ id: 'on', label: 'On', when: is('kind', 'TRAIN'), next: [{ to: 'done' }] }] }),
    ],
  };
  const [found, ...others] = (await problems(trip)).filter(({ code }) => code === 'dead-end');
  expect(others).toEqual([]);
  expect(found).toMatchObject({
    file: 'flows/trip/steps/harbor.json',
    line: 2,
    message: 'Whoever comes to the page "Page harbor" this way cannot leave it, and it is no outcome.',
  });
  expect(await runsTo(trip, found?.example, 'trip/harbor')).toEqual([]);
});

describe('loops', () => {
  test('a step that decides by itself and leads back', async () => {
    const trip: Trip = {
      line: ['kind', 'done'],
      steps: [
        form('kind', { kind }, next({ when: is('kind', 'BOAT'), to: 'decide' })),
        end('done'),
        { id: 'decide', kind: 'route', title: 'Decide', next: [{ to: 'kind' }] },
      ],
    };
    const found = await problems(trip);
    expect(told(found)).toEqual([
      'loop decide.json: The step "Decide" decides by itself and leads back to "Page kind", from where the way comes here again: nobody gets any further.',
    ]);
    expect(await runsTo(trip, found[0]?.example, 'trip/decide')).toEqual([]);
  });

  test('two pages that lead only to each other once one of them is reached', async () => {
    const trip: Trip = {
      line: ['kind', 'done'],
      steps: [
        form('kind', { kind }, next({ when: is('kind', 'BOAT'), to: 'here' })),
        end('done'),
        form('here', {}, next({ to: 'there' })),
        form('there', {}, next({ to: 'here' })),
      ],
    };
    const found = await problems(trip);
    expect(
      found.map(({ code, file, line }) => [code, file, tripFiles(trip)[file]?.split('\n')[line - 1]?.trim()]),
    ).toEqual([['loop', 'flows/trip/steps/there.json', '"to": "here"']]);
    expect(found[0]?.message).toBe(
      'From "Page there" the way goes back to "Page here", and from there every way leads here again: whoever comes this far reaches no end.',
    );
  });

  test('a page that leads back to an earlier one with another choice is none', async () => {
    expect(
      await problems({
        line: ['kind', 'done'],
        steps: [
          form('kind', { kind }, next({ when: is('kind', 'BOAT'), to: 'again' })),
          end('done'),
          form('again', {}, next({ to: 'kind' })),
        ],
      }),
    ).toEqual([]);
  });
});

describe('answers read before they can have been asked', () => {
  test('asked on a later page', async () => {
    const found = await problems({
      line: ['kind', 'size', 'cabin', 'done'],
      steps: [
        form('kind', { kind }),
        form('size', { size }, { layout: ['size', { note: 'Outside it is loud.', when: is('cabin', 'OUTSIDE') }] }),
        form('cabin', { cabin }),
        end('done'),
      ],
    });
    expect(told(found)).toEqual([
      'later size.json: On "Page size" the answer to "Which cabin?" is read, but it is asked only later, on "Page cabin".',
    ]);
  });

  test('by the condition of the page itself', async () => {
    const found = await problems({
      line: ['kind', 'size', 'cabin', 'done'],
      steps: [
        form('kind', { kind }),
        form('size', { size }, { when: is('cabin', 'OUTSIDE') }),
        form('cabin', { cabin }),
        end('done'),
      ],
    });
    expect(told(found)).toEqual([
      'later size.json: On "Page size" the answer to "Which cabin?" is read, but it is asked only later, on "Page cabin".',
    ]);
  });

  test('asked on a path that excludes this one; in a text as well', async () => {
    const found = await problems({
      line: ['kind', 'cabin', 'size', 'done'],
      steps: [
        form('kind', { kind }),
        form('cabin', { cabin }, { when: is('kind', 'BOAT') }),
        form('size', { size }, { when: is('kind', 'TRAIN'), title: 'For your cabin: {{answers.trip.cabin}}' }),
        end('done'),
      ],
    });
    expect(found.map(({ code, message }) => [code, message.slice(-71)])).toEqual(
      [['excluded', 'is asked only on a path that excludes this one, on "Page cabin".']].map(([code, text]) => [
        code,
        expect.stringContaining(text ?? ''),
      ]),
    );
  });

  test('asked on some way here is enough', async () => {
    expect(
      await problems({
        line: ['kind', 'cabin', 'size', 'done'],
        steps: [
          form('kind', { kind }),
          form('cabin', { cabin }, { when: is('kind', 'BOAT') }),
          form('size', { size }, { title: 'For {{answers.trip.cabin}}' }),
          end('done'),
        ],
      }),
    ).toEqual([]);
  });

  test('the result of a call that is made later', async () => {
    const load = { load: [{ call: 'getCurrentDate', as: 'clock', keeps: 'session' }] };
    const found = await problems({
      line: ['kind', 'size', 'done'],
      steps: [
        form('kind', { kind }, { layout: ['kind', { note: 'Now.', when: { answered: 'results.clock' } }] }),
        form('size', { size }, load),
        end('done'),
      ],
    });
    expect(found.map(({ code, message }) => [code, /called for only later, on "Page size"/.test(message)])).toEqual([
      ['later', true],
    ]);
  });
});

describe('conditions that earlier pages have decided', () => {
  const rest = [end('done'), end('no-boats')];
  test('never true: the page before lets nobody else come this far', async () => {
    const found = await problems({
      line: ['kind', 'size', 'done'],
      steps: [
        form('kind', { kind }, next({ when: is('kind', 'BOAT'), to: 'no-boats' })),
        form('size', { size, cabin: { ...cabin, when: is('kind', 'BOAT') } }),
        ...rest,
      ],
    });
    expect(found.map(({ code, file, message }) => [code, file.slice(-9), message])).toEqual([
      [
        'never',
        'size.json',
        'On "Page size" it is never so that the answer to "Which kind?" is BOAT, so the question is never asked: the last page where it can be otherwise is "Page kind".',
      ],
    ]);
  });

  test('always true', async () => {
    const found = await problems({
      line: ['kind', 'size', 'cabin', 'done'],
      steps: [
        form('kind', { kind }, next({ when: is('kind', 'BOAT'), to: 'no-boats' })),
        form('size', { size }),
        form('cabin', { cabin }, { when: { '!=': [{ var: 'answers.trip.kind' }, 'BOAT'] } }),
        ...rest,
      ],
    });
    expect(found.map(({ code, file }) => [code, file.slice(-10)])).toEqual([['always', 'cabin.json']]);
  });

  test('a call of a waiting step, which those for whom it is not made pass by without standing on it, is decided by none', async () => {
    const insured = {
      bind: 'trip.insured',
      type: 'boolean',
      control: 'checkbox',
      required: false,
      label: 'With insurance',
    };
    const wait = {
      id: 'wait',
      kind: 'wait',
      title: 'One moment',
      load: [{ call: 'getCurrentDate', when: is('insured', true) }],
      next: [{ to: 'done' }],
    };
    expect(
      await problems({
        line: ['kind', 'done'],
        steps: [form('kind', { kind, insured }, next({ to: 'wait' })), wait, end('done')],
      }),
    ).toEqual([]);
  });

  test('a rule about a fact of the brand is judged over all brands', async () => {
    const trip: Trip = {
      line: ['kind', 'size', 'done'],
      steps: [
        form('kind', { kind }),
        form('size', { size }, { when: { '==': [{ var: 'brand.isBankPartner' }, true] } }),
        end('done'),
      ],
    };
    expect(await problems({ ...trip, brands: { south: { isBankPartner: true } } })).toEqual([]);
  });
});

test('a field for which no answer is known stops every walk', async () => {
  const plate = { bind: 'trip.kind', type: 'string', pattern: '^[A-Z]{3}-[0-9]{4}$', label: 'Number plate' };
  const files = tripFiles({
    line: ['plate', 'done'],
    steps: [form('plate', { plate: { ...plate, bind: 'trip.plate' } }), end('done')],
  });
  const flow = 'flows/trip/flow.json';
  const found = await wayProblems({
    ...files,
    [flow]: (files[flow] ?? '').replace('"bags"', '"plate": { "type": "string" }, "bags"'),
  });
  expect(told(found)).toEqual([
    'example plate.json: No accepted answer is known for the number plate on "Page plate", so nothing behind this page is looked at.',
  ]);
});

test('two ends of the line that are both meant for one applicant', async () => {
  const trip: Trip = {
    line: ['kind', 'by-land', 'by-water', 'done'],
    steps: [
      form('kind', { kind }),
      end('by-land', { when: { in: [{ var: 'answers.trip.kind' }, ['TRAIN', 'BOAT']] } }),
      end('by-water', { when: is('kind', 'BOAT'), outcome: 'refused' }),
      end('done'),
    ],
  };
  const found = (await problems(trip)).filter(({ code }) => code === 'both');
  expect(found.map(({ file, message }) => [file, message])).toEqual([
    [
      'flows/trip/steps/by-water.json',
      'The journey of one applicant can end on "Page by-land" and on "Page by-water": both conditions hold, and only the order of the line decides.',
    ],
  ]);
  expect(await runsTo(trip, found[0]?.example, 'trip/by-land')).toEqual([]);
});
