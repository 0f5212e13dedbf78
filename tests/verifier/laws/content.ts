/** Small contents in a few lines: a flow of pages, and what is said of its obligations. */
import { loadContent, productNamed } from '../../../cli/products.ts';
import { readFiles } from '../../../compile/disk.ts';
import type { Json, JsonObject } from '../../../compile/index.ts';
import { check } from '../../../verifier/check/index.ts';
import { readFixture } from '../../../verifier/fixture/fixture.ts';
import { runFixture } from '../../../verifier/fixture/run.ts';
import { proveAll, type Finding } from '../../../verifier/prove/prove-all.ts';
import { appAt, sharedFiles } from '../brute/made-flow.ts';
import { loadedOf } from '../lending.ts';

const today = '2026-11-22';
export const options = { env: 'local', today } as const;
const schemas = readFiles([]);

/** A page with a button that goes on. */
export const page = (more: JsonObject = {}): JsonObject => ({
  kind: 'form',
  actions: [{ id: 'go', label: 'Go' }],
  ...more,
});
/** A page that shows the notice, under a condition where one is given. */
export const warning = (when?: Json): JsonObject =>
  page({ layout: [{ copy: 'Made up.' }, { disclosure: 'notice', ...(when !== undefined && { when }) }] });
/** A page that asks for answers below `m`. */
export const asking = (fields: Readonly<Record<string, JsonObject>>, more: JsonObject = {}): JsonObject =>
  page({
    layout: [...Object.keys(fields), { copy: 'Made up.' }],
    fields: Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [name, { bind: `m.${name}`, label: name, ...field }]),
    ),
    ...more,
  });
export const answer = (name: string): Json => ({ var: `answers.m.${name}` });

/** An operation `ask`, that brings such a value and may end in these ways. */
export const askOperation = (value: JsonObject, outcomes: readonly string[]) => ({
  'schemas/api/operations/ask.json': {
    name: 'ask',
    kind: 'rest',
    method: 'POST',
    path: '/ask',
    input: { type: 'object', properties: {}, additionalProperties: false },
    value,
    access: 'public',
    timeoutMs: 1000,
    outcomes: Object.fromEntries(outcomes.map((name) => [name, 'Made up'])),
  },
});

export interface Made {
  /** Pages in their order; `end` follows them. */
  readonly steps: Readonly<Record<string, JsonObject>>;
  /** Schemas of the answers below `m`. */
  readonly answers?: JsonObject;
  /** By name; each is asked before `end` unless it says otherwise. */
  readonly duties: Readonly<Record<string, JsonObject>>;
  /** More files, and files that stand in place of others. */
  readonly files?: Readonly<Record<string, Json | string>>;
}

export function filesOf({ steps, answers = {}, duties, files = {} }: Made): Readonly<Record<string, string>> {
  const first = Object.keys(steps)[0] ?? 'end';
  const docs: Readonly<Record<string, Json | string>> = {
    ...sharedFiles('x'),
    'flows/app.json': appAt(`x/${first}`),
    'flows/x/flow.json': {
      id: 'x',
      title: 'Made up',
      base: '/x',
      access: 'public',
      saves: 'application',
      line: [...Object.keys(steps), 'end'],
      outcomes: ['done'],
      answers: { type: 'object', properties: { m: { type: 'object', properties: answers } } },
    },
    ...Object.fromEntries(
      Object.entries(steps).map(([id, step]) => [
        `flows/x/steps/${id}.json`,
        { id, title: `Page ${id}`, layout: [{ copy: 'Made up.' }], ...step },
      ]),
    ),
    'flows/x/steps/end.json': {
      id: 'end',
      kind: 'form',
      title: 'End',
      layout: [{ copy: 'Made up.' }],
      outcome: 'done',
    },
    ...Object.fromEntries(
      Object.entries(duties).map(([name, duty]) => [
        `compliance/obligations/${name}.json`,
        { says: `The duty ${name}`, before: { step: 'x/end' }, citation: 'Made up', ...duty },
      ]),
    ),
    ...files,
  };
  return {
    ...schemas,
    ...Object.fromEntries(
      Object.entries(docs).map(([file, doc]) => [file, typeof doc === 'string' ? doc : JSON.stringify(doc)]),
    ),
  };
}

/**
 * What is said of each duty, by its name and flow; every counterexample was played and fails by what it expects.
 * @param of whether standing duties are asked besides, and which brand is meant
 */
export async function said(
  made: Made,
  { standing = false, brand: id = 'made' }: { readonly standing?: boolean; readonly brand?: string } = {},
): Promise<readonly Finding[]> {
  const { resolved, products } = loadedOf(await loadContent(filesOf(made), options));
  const brand = resolved.brands[id];
  if (!brand) throw new Error(`The made-up brand ${id} is gone: mend this test.`);
  const product = productNamed(products, id);
  const found = proveAll(resolved.source, brand, { product, names: [], standing, today, goOn: () => true });
  for (const { obligation, day, days, counterexample, replays = [] } of found) {
    if (!replays.every((one) => 'same' in one && one.same))
      throw new Error(
        `The counterexample of ${obligation} goes another way: ${JSON.stringify([replays, counterexample])}`,
      );
    if (!counterexample || days.some((one) => one.day !== day && one.verdict === 'broken')) continue;
    const ran = runFixture(product, readFixture('counterexample.json', JSON.stringify(counterexample)));
    if (ran.stopped !== undefined || ran.failures.length === 0)
      throw new Error(`The counterexample of ${obligation} does not run into it: ${JSON.stringify(counterexample)}`);
  }
  return found;
}

/** The verdict of each duty by its name. */
export const verdicts = async (made: Made): Promise<Readonly<Record<string, string>>> =>
  Object.fromEntries((await said(made)).map(({ obligation, verdict }) => [obligation, verdict]));

/** Messages of `check`. */
export async function checked(made: Made): Promise<readonly string[]> {
  return check(loadedOf(await loadContent(filesOf(made), options))).map(({ message }) => message);
}
