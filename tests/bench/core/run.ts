/**
 * What a rule and a walk cost: `npm run bench -- core`. A rule beside the same condition written by hand, and the walk
 * over a flow of 200 steps, each with a question and a condition. Ends with 1 where one costs more than it may.
 */
import { readFiles } from '../../../compile/disk.ts';
import { productNamed } from '../../../cli/products.ts';
import type { Facts, Json, JsonObject } from '../../../runtime/core/facts.ts';
import { facts, holds, initial, reduce, walk } from '../../../runtime/core/index.ts';
import { benchContent, BRAND } from '../ours/content.ts';
import { world } from '../world.ts';
import { load } from '../verifier/growth.ts';

/** How many times the condition by hand a rule may cost. */
const MOST_TIMES = 4;
/** Microseconds that a walk over all steps may take. */
const MOST_US = 100;
const STEPS = 200;
const ROUNDS = 15;

const step = (index: number): string => `step${index}`;
const asked = (name: string): Json => ({ var: `answers.measured.${name}` });
const rule: JsonObject = {
  and: [
    { '==': [asked('kind'), 'adult'] },
    { or: [{ '>': [asked('age'), 20] }, { in: [asked('state'), ['MO', 'TX', 'UT']] }] },
    { '!=': [asked('pay'), 'cash'] },
    { '<': [asked('debt'), 500] },
  ],
};
interface Measured {
  readonly kind?: string;
  readonly age?: number;
  readonly state?: string;
  readonly pay?: string;
  readonly debt?: number;
}
/** The same, as somebody would write it who knows the shape of what is asked. */
function byHand(now: Facts): boolean {
  const { measured } = now.answers as { readonly measured?: Measured };
  return (
    measured !== undefined &&
    measured.kind === 'adult' &&
    ((measured.age ?? 0) > 20 || ['MO', 'TX', 'UT'].includes(measured.state ?? '')) &&
    measured.pay !== 'cash' &&
    (measured.debt ?? Infinity) < 500
  );
}

const types: JsonObject = {
  kind: { type: 'string' },
  age: { type: 'integer' },
  state: { type: 'string' },
  pay: { type: 'string' },
  debt: { type: 'integer' },
};
const names = Array.from({ length: STEPS }, (_, index) => step(index));
const answers: JsonObject = { ...types, ...Object.fromEntries(names.map((name) => [name, { type: 'string' }])) };
const fieldOf = (name: string): JsonObject => ({ bind: `measured.${name}`, label: name, required: false });
const files: Record<string, Json> = {
  'flows/long/flow.json': {
    id: 'long',
    title: 'Long',
    base: '/long',
    access: 'public',
    saves: 'none',
    line: ['first', ...names, 'done'],
    outcomes: ['finished'],
    answers: { type: 'object', properties: { measured: { type: 'object', properties: answers } } },
  },
  'flows/long/steps/first.json': {
    id: 'first',
    kind: 'form',
    title: 'First',
    fields: Object.fromEntries(
      Object.entries(types).map(([name, type]) => [name, { ...fieldOf(name), ...Object(type) }]),
    ),
    layout: Object.keys(types),
    actions: [{ id: 'next', label: 'Next' }],
  },
  'flows/long/steps/done.json': { id: 'done', kind: 'form', title: 'Done', layout: [], outcome: 'finished' },
};
for (const name of names)
  files[`flows/long/steps/${name}.json`] = {
    id: name,
    kind: 'form',
    title: name,
    when: rule,
    fields: { [name]: { ...fieldOf(name), type: 'string' } },
    layout: [name],
    actions: [{ id: 'next', label: 'Next' }],
  };

const { products } = await load({
  ...readFiles([]),
  ...benchContent(),
  ...Object.fromEntries(Object.entries(files).map(([path, json]) => [path, JSON.stringify(json)])),
});
const flow = productNamed(products, BRAND).flows['long'];
if (!flow) throw new Error('The content of this bench has no flow "long": mend its files.');

const given = (more: JsonObject = {}): JsonObject => ({
  measured: { kind: 'adult', age: 44, state: 'MO', pay: 'bank', debt: 100, ...more },
});
let [state] = reduce(flow, initial(flow, world), {
  type: 'entered',
  answers: given(),
  journey: {},
  revision: 0,
  world,
});
for (let pressed = 0; pressed <= STEPS; pressed += 1)
  [state] = reduce(flow, state, { type: 'pressed', action: 'next' });
if (state.page.step !== 'done')
  throw new Error(`The walk ends at ${state.page.step}, not at the last step: mend the flow of this bench.`);

const median = (all: readonly number[]): number => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? NaN;
/** Microseconds of processor time of one time; what comes of it is kept, so that nothing of it is left out. */
let kept = 0;
function cost(times: number, once: (index: number) => number): number {
  const from = process.cpuUsage();
  for (let index = 0; index < times; index += 1) kept += once(index);
  const { user, system } = process.cpuUsage(from);
  return (user + system) / times;
}

// Facts that differ, so that no answer is known before it is asked.
const situations = Array.from({ length: 64 }, (_, index) => {
  const of = { kind: index % 3 ? 'adult' : 'minor', age: index, state: index % 2 ? 'MO' : 'NY', debt: index * 9 };
  return facts(flow, { ...state, answers: given(of) });
});
const compiled = flow.steps[step(0)]?.when;
const differ = situations.filter((one) => holds(compiled, one) !== byHand(one));
if (compiled === undefined || differ.length > 0)
  throw new Error(`The rule and the condition by hand differ in ${differ.length} situations: mend one of them.`);
const at = (index: number): Facts => situations[index % situations.length] as Facts;
const rules: number[] = [];
const hands: number[] = [];
const walks: number[] = [];
for (let round = 0; round <= ROUNDS; round += 1) {
  const byRule = cost(300_000, (index) => Number(holds(compiled, at(index))));
  const hand = cost(300_000, (index) => Number(byHand(at(index))));
  // An answer of the first page is another each time: nothing of the walk before can be used.
  const walked = cost(300, (index) => walk(flow, { ...state, answers: given({ debt: index }) }, world).path.length);
  // The first round warms all three.
  if (round > 0)
    for (const [list, value] of [
      [rules, byRule],
      [hands, hand],
      [walks, walked],
    ] as const)
      list.push(value);
}
const ratio = median(rules.map((one, index) => one / (hands[index] ?? NaN)));
const us = median(walks);
process.stdout.write(
  `A rule of five conditions ${median(rules).toFixed(3)} us, by hand ${median(hands).toFixed(3)} us: x${ratio.toFixed(2)} of at most x${MOST_TIMES}\nA walk of ${STEPS} steps, nothing of it known: ${us.toFixed(1)} us of at most ${MOST_US} us\n`,
);
if (!(ratio <= MOST_TIMES) || !(us <= MOST_US) || kept === 0) {
  process.stdout.write('OVER: a rule or a walk costs more than it may\n');
  process.exitCode = 1;
}
