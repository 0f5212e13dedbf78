/**
 * Flows whose parts ask nothing of each other: questions and lists, which must not be multiplied, and entries, which
 * are: whoever opens the address of another finds left there what they left.
 */
import { readFiles } from '../../../compile/disk.ts';
import type { Json, JsonObject } from '../../../compile/index.ts';
import { appAt, sharedFiles } from '../../verifier/brute/made-flow.ts';
import { explored, load, type Effort } from './growth.ts';

type Docs = Readonly<Record<string, Json | string>>;

const words: Json = [{ copy: 'Made up.' }];
const page = (id: string, more: JsonObject): JsonObject => ({
  kind: 'form',
  actions: [{ id: 'go', label: 'Go' }],
  layout: words,
  id,
  title: id,
  ...more,
});
const box = (name: string): JsonObject => ({
  bind: `m.${name}`,
  type: 'boolean',
  control: 'checkbox',
  required: false,
  label: name,
});
const isTrue = (path: string): Json => ({ '==': [{ var: path }, true] });
const namesOf = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => `b${index}`);
const each = <T>(names: readonly string[], of: (name: string) => T): Record<string, T> =>
  Object.fromEntries(names.map((name) => [name, of(name)]));

/** A flow `x` whose pages stand in this order, with an end behind them; each answer is below `m`. */
async function effortOf(
  pages: readonly JsonObject[],
  answers: JsonObject,
  flow: JsonObject = { saves: 'application' },
): Promise<Effort> {
  const [first] = pages;
  const begins = `x/${String(first?.['id'])}`;
  const docs: Docs = {
    ...sharedFiles('x'),
    'flows/app.json': appAt(begins),
    'flows/x/flow.json': {
      id: 'x',
      title: 'Made up',
      base: '/x',
      access: 'public',
      ...flow,
      line: [...pages.map(({ id }) => String(id)), 'end'],
      outcomes: ['done'],
      answers: { type: 'object', properties: { m: { type: 'object', properties: answers } } },
    },
    ...Object.fromEntries(pages.map((one) => [`flows/x/steps/${String(one['id'])}.json`, one])),
    'flows/x/steps/end.json': { id: 'end', kind: 'form', title: 'End', layout: words, outcome: 'done' },
  };
  const files = Object.entries(docs).map(([file, doc]) => [file, typeof doc === 'string' ? doc : JSON.stringify(doc)]);
  return explored(await load({ ...readFiles([]), ...Object.fromEntries(files) }));
}

/** What exploring so many boxes on one page costs, each with a page for who ticks it. */
export function questions(count: number): Promise<Effort> {
  const names = namesOf(count);
  return effortOf(
    [
      page('ask', { layout: [...names], fields: each(names, box) }),
      ...names.map((name) => page(`p${name}`, { when: isTrue(`answers.m.${name}`) })),
    ],
    each(names, () => ({ type: 'boolean' })),
  );
}

/** What so many pages cost that each ask for up to three things of a list, with a page for who names more than one. */
export function lists(count: number): Promise<Effort> {
  const names = namesOf(count);
  const list = (name: string): JsonObject => ({
    bind: `m.${name}`,
    type: 'array',
    label: name,
    minItems: 1,
    maxItems: 3,
    item: {
      name: 'thing',
      title: '{{item.kind}}',
      fields: {
        kind: {
          bind: 'kind',
          type: 'string',
          label: 'Kind',
          control: 'radio',
          choices: ['big', 'small'].map((value) => ({ value, label: value })),
        },
      },
    },
  });
  return effortOf(
    names.flatMap((name) => [
      page(`ask${name}`, { layout: [name], fields: { [name]: list(name) } }),
      page(`more${name}`, { when: { '>': [{ count: [{ var: `answers.m.${name}` }] }, 1] } }),
    ]),
    each(names, () => ({
      type: 'array',
      items: { type: 'object', properties: { kind: { type: 'string', enum: ['big', 'small'] } } },
    })),
  );
}

/** What so many pages cost that an address opens, each with a box, and a page for who ticks it. */
export function entries(count: number): Promise<Effort> {
  const names = namesOf(count);
  return effortOf(
    names.flatMap((name) => [
      page(`ask${name}`, { entry: true, layout: [name], fields: { [name]: box(name) } }),
      page(`p${name}`, { when: isTrue(`answers.m.${name}`) }),
    ]),
    each(names, () => ({ type: 'boolean' })),
    { saves: 'session' },
  );
}
