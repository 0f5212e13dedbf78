/** A made-up flow of a few pages, written down as an analyst would, and what `check` finds on its ways. */
import { loadContent, type Loaded } from '../../cli/products.ts';
import { readFiles } from '../../compile/disk.ts';
import type { Files, Json, JsonObject, Problem } from '../../compile/index.ts';
import { pathProblems, pathReport } from '../../verifier/check/paths.ts';
import { survey } from '../../verifier/explore/survey.ts';
import { OBLIGATIONS } from '../../verifier/prove/questions.ts';
import { appAt } from './brute/made-flow.ts';

export const options = { env: 'local', today: '2026-11-21' } as const;
const schemas = readFiles([]);

/** Answers of the made-up flow. */
const ANSWERS: Json = {
  type: 'object',
  properties: {
    trip: {
      type: 'object',
      properties: {
        kind: { type: 'string', enum: ['TRAIN', 'BOAT', 'PLANE'] },
        size: { type: 'string', enum: ['SMALL', 'LARGE'] },
        bags: { type: 'integer' },
        insured: { type: 'boolean' },
        cabin: { type: 'string', enum: ['INSIDE', 'OUTSIDE'] },
        people: {
          type: 'array',
          items: {
            type: 'object',
            properties: { kind: { type: 'string' }, age: { type: 'integer' }, seat: { type: 'string' } },
          },
        },
      },
    },
  },
};

type Step = JsonObject & { readonly id: string };
/** A question with the values of its choices. */
export const choice = (bind: string, ...values: readonly string[]): JsonObject => ({
  bind: `trip.${bind}`,
  type: 'string',
  enum: [...values],
  control: 'radio',
  label: `Which ${bind}?`,
  choices: values.map((value) => ({ value, label: value })),
});
/** A page with fields and a button that checks them. */
export const form = (id: string, fields: JsonObject = {}, more: JsonObject = {}): Step => ({
  id,
  kind: 'form',
  title: `Page ${id}`,
  fields,
  layout: Object.keys(fields),
  actions: [{ id: 'continue', label: 'Continue' }],
  ...more,
});
/** A page on which the journey ends. */
export const end = (id: string, more: JsonObject = {}): Step => ({
  id,
  kind: 'form',
  title: `Page ${id}`,
  layout: [{ copy: 'The end.' }],
  outcome: 'ended',
  ...more,
});
export const is = (bind: string, value: Json): JsonObject => ({ '==': [{ var: `answers.trip.${bind}` }, value] });

export interface Trip {
  readonly line: readonly string[];
  readonly steps: readonly Step[];
  /** Further content files. */
  readonly files?: Files;
  /** Brands beside the one called `north`, each with its facts. */
  readonly brands?: Readonly<Record<string, JsonObject>>;
}

export function tripFiles({ line, steps, files = {}, brands = {} }: Trip): Files {
  const docs: Record<string, Json> = {
    'flows/app.json': appAt(`trip/${line[0] ?? ''}`),
    'flows/trip/flow.json': {
      id: 'trip',
      title: 'Book a trip',
      base: '/trip',
      access: 'public',
      saves: 'application',
      line: [...line],
      outcomes: ['ended', 'refused'],
      answers: ANSWERS,
    },
    'brands/north/brand.json': { key: 'north', name: 'North Trips', flows: ['trip'] },
  };
  for (const step of steps) docs[`flows/trip/steps/${step.id}.json`] = step;
  for (const [id, facts] of Object.entries(brands))
    docs[`brands/${id}/brand.json`] = { key: id, name: id, flows: ['trip'], ...facts };
  return {
    ...schemas,
    ...Object.fromEntries(Object.entries(docs).map(([file, doc]) => [file, JSON.stringify(doc, undefined, 1)])),
    ...files,
  };
}

/** Content loaded; throws with its problems when the compiler accepts it not. */
export async function loaded(files: Files): Promise<Loaded> {
  const load = await loadContent(files, options);
  if ('problems' in load)
    throw new Error(load.problems.map(({ file, line, message }) => `${file}:${line}: ${message}`).join('\n'));
  return load.loaded;
}

/** What is wrong with the ways of all flows of all brands, or of one flow. */
export function waysOf({ resolved, products }: Loaded, chosen?: string): readonly Problem[] {
  return pathProblems(
    Object.values(resolved.brands).flatMap((brand) =>
      Object.keys(brand.flows)
        .filter((flow) => chosen === undefined || flow === chosen)
        .map((flow) => {
          const product = products[brand.id];
          if (!product) throw new Error(`The brand ${brand.id} was resolved but not compiled.`);
          return pathReport(
            survey({ source: resolved.source, brand, product, flow, today: options.today, questions: OBLIGATIONS }),
            resolved.source,
          );
        }),
    ),
  );
}
export const wayProblems = async (files: Files): Promise<readonly Problem[]> => waysOf(await loaded(files));

/** `code file:line` of each problem: the line is where its text stands in the file. */
export const told = (problems: readonly Problem[]): readonly string[] =>
  problems.map(({ code, file, message }) => `${code} ${file.replace('flows/trip/steps/', '')}: ${message}`);
