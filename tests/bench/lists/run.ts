/**
 * What a key costs on a page with a list: `npm run bench -- lists`. Once in an item of the list, once in a question
 * beside it, for lists of 10, 40 and 100 items, each of five questions of which two are asked by the ones before.
 */
import { readFiles } from '../../../compile/disk.ts';
import type { CompiledFlow } from '../../../runtime/core/definition.ts';
import type { Event } from '../../../runtime/core/events.ts';
import type { Json, JsonObject } from '../../../runtime/core/facts.ts';
import { initial, reduce } from '../../../runtime/core/index.ts';
import type { State } from '../../../runtime/core/state.ts';
import { productNamed } from '../../../cli/products.ts';
import { benchContent, BRAND } from '../ours/content.ts';
import { world } from '../world.ts';
import { load } from '../verifier/growth.ts';

const SIZES = [10, 40, 100] as const;
const KEYS = 2_000;
/** How much more a key may cost with ten times as many items: the list itself is compared and handed on whole. */
const MOST = 3;
/** Questions beside the list that ask nothing of each other. */
const BESIDE = 40;

const text = (bind: string, label: string): JsonObject => ({ bind, type: 'string', label, maxLength: 40 });
const is = (path: string, value: Json): JsonObject => ({ '==': [{ var: path }, value] });
const beside = Array.from({ length: BESIDE }, (_, index) => `beside${index}`);

function content(): Record<string, string> {
  const item: JsonObject = {
    name: 'person',
    title: '{{item.name}}',
    fields: {
      name: text('name', 'Name'),
      kind: { ...text('kind', 'Kind'), default: 'adult' },
      works: { bind: 'works', type: 'boolean', label: 'Works', required: false, when: is('item.kind', 'adult') },
      income: { bind: 'income', type: 'integer', label: 'Income', minimum: 1, when: is('item.works', true) },
      note: { ...text('note', 'Note'), required: false },
    },
    checks: [{ assert: { '<': [{ var: 'item.income' }, 1000] }, at: 'income', message: 'Too much' }],
  };
  const part: JsonObject = { type: 'string' };
  const parts = { name: part, kind: part, note: part, works: { type: 'boolean' }, income: { type: 'integer' } };
  const people = { type: 'array', items: { type: 'object', properties: parts } };
  const answers = { people, ...Object.fromEntries(beside.map((name) => [name, part])) };
  const files: Record<string, Json> = {
    'flows/people/flow.json': {
      id: 'people',
      title: 'People',
      base: '/people',
      access: 'public',
      saves: 'none',
      line: ['page', 'done'],
      outcomes: ['finished'],
      answers: { type: 'object', properties: { measured: { type: 'object', properties: answers } } },
    },
    'flows/people/steps/page.json': {
      id: 'page',
      kind: 'form',
      title: 'People',
      fields: {
        people: { bind: 'measured.people', type: 'array', label: 'People', maxItems: 100, item },
        ...Object.fromEntries(beside.map((name) => [name, text(`measured.${name}`, name)])),
      },
      layout: ['people', ...beside],
      actions: [{ id: 'next', label: 'Next' }],
    },
    'flows/people/steps/done.json': { id: 'done', kind: 'form', title: 'Done', layout: [], outcome: 'finished' },
  };
  return Object.fromEntries(Object.entries(files).map(([path, json]) => [path, JSON.stringify(json)]));
}

interface Cost {
  /** Microseconds of processor time of one key. */
  readonly us: number;
  /** Views of items that the last key made anew. */
  readonly items: number;
}

function typed(flow: CompiledFlow, from: State, key: (index: number) => Event): Cost {
  let [state, before] = [from, from];
  const type = (times: number): number => {
    const start = process.cpuUsage();
    for (let index = 0; index < times; index += 1) {
      before = state;
      [state] = reduce(flow, state, key(index));
    }
    const { user, system } = process.cpuUsage(start);
    return (user + system) / times;
  };
  type(KEYS / 4);
  const us = type(KEYS);
  const [was, is_] = [before, state].map((one) => one.page.fields['people']?.items ?? []);
  return { us, items: (is_ ?? []).filter((one, index) => one !== was?.[index]).length };
}

const { products } = await load({ ...readFiles([]), ...benchContent(), ...content() });
const flow = productNamed(products, BRAND).flows['people'];
if (!flow) throw new Error('The content of this bench has no flow "people": mend content().');
const measured = SIZES.map((size) => {
  const list = Array.from({ length: size }, (_, index) => ({ name: `P${index}`, works: true, income: 5 }));
  const [entered] = reduce(flow, initial(flow, world), {
    type: 'entered',
    answers: {},
    journey: {},
    revision: 0,
    world,
  });
  const [state] = reduce(flow, entered, { type: 'answered', field: 'people', value: list });
  const item = Math.ceil(size / 2);
  return {
    size,
    inside: typed(flow, state, (index) => ({
      type: 'itemAnswered',
      field: 'people',
      item,
      part: 'name',
      value: `P${index % 7}`,
    })),
    beside: typed(flow, state, (index) => ({ type: 'answered', field: 'beside0', value: `B${index % 7}` })),
  };
});
const [least] = measured;
for (const { size, inside, beside: other } of measured) {
  const ratio = (one: Cost, to: Cost | undefined): string => `x${(one.us / (to?.us ?? one.us)).toFixed(2)}`;
  process.stdout.write(
    `${String(size).padStart(4)} items: a key in an item ${inside.us.toFixed(1)} us (${ratio(inside, least?.inside)}), ${inside.items} of its items drawn anew; a key beside the list ${other.us.toFixed(1)} us (${ratio(other, least?.beside)}), ${other.items} drawn anew\n`,
  );
  if (inside.items > 1 || other.items > 0 || inside.us > MOST * (least?.inside.us ?? 0)) {
    process.stdout.write(`A KEY COSTS MORE than x${MOST} of that in a list of ${SIZES[0]}, or draws other items\n`);
    process.exitCode = 1;
  }
}
