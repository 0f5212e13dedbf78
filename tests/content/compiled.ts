/** The project's own content, compiled once for all tests of content. */
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readFiles } from '../../compile/disk.ts';
import { loadModule, writeModules } from '../../compile/load.ts';
import type { Files } from '../../compile/types.ts';
import type { CompiledCompliance } from '../../runtime/core/app-definition.ts';
import type { CompiledFlow, Field } from '../../runtime/core/definition.ts';
import type { Facts, Json, JsonObject } from '../../runtime/core/facts.ts';
import { compileKept } from '../../server/definitions/kept.ts';

export const root = new URL('../../', import.meta.url).pathname;
export const today = '2026-11-20';

export interface Loaded {
  readonly flows: Readonly<Record<string, CompiledFlow>>;
  readonly compliance: CompiledCompliance;
  readonly brand: JsonObject;
  readonly flags: JsonObject;
}

/** The files of folders laid over each other; a trial brings widgets of its own along. */
export function filesOf(folders: readonly string[]): Files {
  const files: Record<string, string> = { ...readFiles([...folders]) };
  for (const folder of folders.slice(1))
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
      if (name.startsWith('widgets/') && statSync(join(folder, name)).isFile())
        files[name] = readFileSync(join(folder, name), 'utf8');
  return files;
}

/**
 * Compiles folders laid over each other, as a server that starts on them, and loads one brand; throws with the problems
 * when there are any.
 */
export async function load(folders: readonly string[], brand: string): Promise<Loaded> {
  const { problems, content } = compileKept(filesOf(folders), { env: 'local', today });
  const made = content?.brands[brand];
  if (!content || !made)
    throw new Error(
      `Content does not compile, or has no brand ${brand}:\n${problems.map((p) => `${p.file}:${p.line}: ${p.message}`).join('\n')}`,
    );
  const dir = mkdtempSync(join(tmpdir(), 'content-'));
  try {
    writeModules(dir, content);
    const flows: Record<string, CompiledFlow> = {};
    for (const [id, flow] of Object.entries(made.flows)) flows[id] = await loadModule<CompiledFlow>(dir, flow.hash);
    return {
      flows,
      compliance: await loadModule<CompiledCompliance>(dir, made.compliance.hash),
      brand: made.facts,
      flags: made.flags,
    };
  } finally {
    rmSync(dir, { recursive: true });
  }
}

/** Facts with nothing answered, for rules and dynamic limits of one field. */
export function factsOf(loaded: Loaded, answers: JsonObject = {}, typed: JsonObject = {}): Facts {
  return {
    answers,
    typed,
    results: {},
    session: { isAuthenticated: true },
    application: { id: 'app-1' },
    customer: { customerType: 'NEW' },
    brand: loaded.brand,
    flags: loaded.flags,
    route: { params: {}, query: {} },
    cookies: {},
    device: {},
    compliance: { states: loaded.compliance.states, documents: {} },
    today,
    now: `${today}T15:00:00.000Z`,
  };
}

/** A field of a page. @param place `flow/step` */
export function field(loaded: Loaded, place: string, id: string): Field {
  const [flow = '', step = ''] = place.split('/');
  const found = loaded.flows[flow]?.steps[step]?.fields[id];
  if (!found) throw new Error(`There is no field ${id} on ${place}.`);
  return found;
}

/** The words a field shows for a value that does not fit, or for no value; undefined when it fits. */
export function message(
  loaded: Loaded,
  of: Field,
  { value, answers = {} }: { readonly value: Json | undefined; readonly answers?: JsonObject },
): string | undefined {
  const facts = factsOf(loaded, answers);
  const words = (keyword: string) => {
    const text = of.messages[keyword] ?? of.messages['invalid'];
    return typeof text === 'string' ? text : text?.of(facts);
  };
  if (value === undefined) return words('required');
  const wrong = of.validate(value);
  if (wrong) return words(wrong.keyword);
  for (const { keyword, limit } of of.dynamic) {
    const bound = limit.of(facts);
    if (keyword === 'pattern' && typeof bound === 'string' && !new RegExp(bound, 'u').test(String(value)))
      return words(keyword);
    if (keyword === 'maximum' && typeof bound === 'number' && Number(value) > bound) return words(keyword);
    if (keyword === 'minimum' && typeof bound === 'number' && Number(value) < bound) return words(keyword);
  }
  return undefined;
}

interface Row {
  readonly id: string;
  readonly text: string;
  readonly detail: JsonObject;
}
const rows = new Map(
  (JSON.parse(readFileSync(join(root, 'tests/spec/inventory.json'), 'utf8')) as Row[]).map((one) => [one.id, one]),
);

/** A row of the specification; a test reads its expected values from it. */
export function row(id: string): Row {
  const found = rows.get(id);
  if (!found) throw new Error(`The specification has no row ${id}.`);
  return found;
}
export function detail<T extends Json>(id: string, key: string): T {
  const value = row(id).detail[key];
  if (value === undefined) throw new Error(`Row ${id} has no ${key}.`);
  return value as T;
}
export const json = <T>(path: string): T => JSON.parse(readFileSync(join(root, path), 'utf8')) as T;
