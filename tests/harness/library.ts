/** The compiled definitions as a page gets them: over HTTP, by hash. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { addressPath, matchAddress, type Matched } from '../../contract/address.ts';
import type { Boot } from '../../contract/boot.ts';
import { places } from '../../contract/places.ts';
import { createDefinitions, type Definitions } from './gateway.ts';
import type { CompiledApp, CompiledCompliance } from '../../runtime/core/app-definition.ts';
import type { Call, CompiledFlow, Target } from '../../runtime/core/definition.ts';
import { completed, fill, missing } from '../../runtime/core/index.ts';

export interface Library {
  readonly boot: Boot;
  readonly app: CompiledApp;
  readonly compliance: CompiledCompliance;
  readonly definitions: Definitions;
  readonly flows: Readonly<Record<string, CompiledFlow>>;
  /** `flow/step` and parameters of an address, as the page's route table finds them. */
  match(pathname: string): Matched | undefined;
  /** Address of `flow/step`. */
  address(place: string): string;
}

/** Where this process keeps modules; a name holds the hash of what it names, so each is fetched and read once. */
const folder = mkdtempSync(join(tmpdir(), 'waymark-definitions-'));
writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const kept = new Map<string, Promise<string>>();

/** Keeps a module and what it imports beside each other, as the server does, and gives its file. */
function keep(address: string, name: string): Promise<string> {
  const found = kept.get(name) ?? fetched(address, name);
  kept.set(name, found);
  // What one server does not hold, another may.
  found.catch(() => kept.delete(name));
  return found;
}

async function fetched(address: string, name: string): Promise<string> {
  const answer = await fetch(`${address}/definitions/${name}`);
  if (!answer.ok)
    throw new Error(
      `GET /definitions/${name} answered ${answer.status}: the server does not hold a version that it names.`,
    );
  const code = await answer.text();
  for (const found of code.matchAll(/from\s*["']\.\/(kit-[\w-]+\.js)["']/g)) await keep(address, found[1] as string);
  const file = join(folder, name);
  await writeFile(file, code);
  return file;
}

/** Loads boot data and definitions of a brand from a running server; `cookie` is what the page would send. */
export async function openLibrary(address: string, brand: string, cookie: string): Promise<Library> {
  const definitions = createDefinitions(async (url) => {
    const file = await keep(address, url.replace('/definitions/', ''));
    return (await import(/* @vite-ignore */ pathToFileURL(file).href)) as { readonly default: unknown };
  });

  const whole = async (first: CompiledCompliance): Promise<CompiledCompliance> =>
    first.pieces === undefined ? first : completed(first, await definitions.compliance(first.pieces[0]));

  const answer = await fetch(`${address}${places.boot}?brand=${encodeURIComponent(brand)}`, {
    headers: { cookie },
  });
  if (!answer.ok) throw new Error(`GET ${places.boot} answered ${answer.status}: ${await answer.text()}`);
  const boot = (await answer.json()) as Boot;
  if (boot.brand !== brand) throw new Error(`The server has no brand ${brand}; it answered with ${boot.brand}.`);
  const flows: Record<string, CompiledFlow> = {};
  for (const [id, { hash }] of Object.entries(boot.flows)) {
    const flow = await definitions.flow(hash);
    for (const piece of missing(flow)) fill(flow, await definitions.piece(piece));
    flows[id] = flow;
  }

  return {
    boot,
    app: await definitions.app(boot.app),
    compliance: await whole(await definitions.compliance(boot.compliance)),
    definitions,
    flows,
    match: (pathname) => matchAddress(boot.flows, pathname),
    address(place) {
      const [flow = '', step] = place.split('/');
      const meta = boot.flows[flow];
      const route = meta?.routes.find((one) => one.step === step);
      if (meta === undefined || route === undefined)
        throw new Error(`There is no step ${place} among the routes of ${brand}.`);
      return addressPath(meta.base, route.path);
    },
  };
}

/** The pages an event or outcome of this name leads to from a page. */
export function leadsTo({ flows }: Pick<Library, 'flows'>, place: string, event: string): readonly string[] {
  const [flow = '', id = ''] = place.split('/');
  const step = flows[flow]?.steps[id];
  if (step === undefined) return [];
  const tables: Readonly<Record<string, Target>>[] = [
    ...step.listen.map(({ on }) => on),
    ...step.load.map(({ on }: Call) => on),
    ...step.actions.flatMap(({ calls }) => calls.map(({ on }) => on)),
  ];
  return tables.flatMap((on) => {
    const target = on[event];
    if (target === undefined) return [];
    if (target.kind === 'to') return [`${target.flow}/${target.step}`];
    if (target.kind === 'reopen') return target.steps.map((one) => `${flow}/${one}`);
    return target.kind === 'stay' ? [place] : [];
  });
}
