/**
 * Compiled modules on disk: stored whole or not at all, by content hash beside the kit they call, and loaded by hash.
 * A name appears with a rename, so nobody ever reads half a file; what stands there is measured by its hash before it
 * is run, because the module of a name is kept by the machine until the process ends.
 */
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { completed, fill, fillWords, missing } from '../runtime/core/index.ts';
import type { CompiledApp, CompiledCompliance } from '../runtime/core/app-definition.ts';
import type { CompiledFlow, FlowPiece } from '../runtime/core/definition.ts';
import { kitOf, moduleHolds, piecesOf } from './emit/module.ts';
import type { CompiledContent, Module } from './types.ts';

/** The modules of compiled content, the kit first. */
export function modulesOf(content: CompiledContent): readonly { readonly name: string; readonly module: Module }[] {
  const brands = Object.values(content.brands).flatMap((brand) => [
    ...Object.values(brand.flows).flatMap((flow) => [...(flow.pieces ?? []), flow]),
    ...brand.app.pieces,
    brand.app,
    ...(brand.compliance.pieces ?? []),
    brand.compliance,
  ]);
  return [
    { name: kitFile(content.kit.hash), module: content.kit },
    ...[...brands, content.standIns].map((module) => ({ name: `${module.hash}.js`, module })),
  ];
}

/** Writes what is not there whole; a whole file is left alone, because its name is the hash of what it holds. */
export function writeModules(dir: string, content: CompiledContent): void {
  prepare(dir);
  for (const { name, module } of modulesOf(content)) if (!isWhole(dir, name)) put(join(dir, name), module.code);
}

/** A module with all that it cannot do without. */
export interface Stored {
  readonly module: Module;
  readonly kit: Module;
  /** Of a flow in pieces: every one of them. */
  readonly pieces?: readonly Module[];
}

/** Stores one module with its kit and its pieces, itself last: whoever sees the module sees all that it needs. */
export function storeModule(dir: string, { module, kit, pieces = [] }: Stored): void {
  prepare(dir);
  const kitName = kitFile(kit.hash);
  if (!isWhole(dir, kitName)) put(join(dir, kitName), kit.code);
  for (const one of [...pieces, module])
    if (!isWhole(dir, `${one.hash}.js`)) put(join(dir, `${one.hash}.js`), one.code);
}

/** Whether the folder holds the module of this hash with its pieces and its kit, all undamaged. */
export function isStored(dir: string, hash: string): boolean {
  const code = read(join(dir, `${hash}.js`));
  const kit = code === undefined ? undefined : kitOf(code);
  return (
    code !== undefined &&
    moduleHolds(hash, code) &&
    kit !== undefined &&
    isWhole(dir, kitFile(kit)) &&
    piecesOf(code).every((piece) => isWhole(dir, `${piece}.js`))
  );
}

/**
 * The default export of the module with this hash, with all that its pieces hold. Throws when the folder does not hold
 * it.
 */
export async function loadModule<T>(dir: string, hash: string): Promise<T> {
  const path = resolve(dir, `${hash}.js`);
  if (!existsSync(path))
    throw new Error(`The compiled version ${hash} is not in ${dir}. Compile its content again with writeModules().`);
  const loaded = (await import(/* @vite-ignore */ pathToFileURL(path).href)) as { default: T };
  const found = loaded.default as Partial<CompiledFlow> | CompiledCompliance | CompiledApp;
  if (isFlowInPieces(found)) for (const piece of missing(found)) fill(found, await loadModule<FlowPiece>(dir, piece));
  if ('errors' in found)
    for (const piece of found.pieces ?? [])
      fillWords(found, (await loadModule<Pick<CompiledApp, 'words'>>(dir, piece)).words);
  if ('documents' in found && found.pieces !== undefined)
    return completed(found, await loadModule<CompiledCompliance>(dir, found.pieces[0])) as T;
  return loaded.default;
}

const isFlowInPieces = (found: object): found is CompiledFlow => 'steps' in found && 'pieces' in found;

const kitFile = (hash: string): string => `kit-${hash}.js`;

function prepare(dir: string): void {
  mkdirSync(dir, { recursive: true });
  if (!existsSync(join(dir, 'package.json'))) put(join(dir, 'package.json'), '{ "type": "module" }\n');
}
function isWhole(dir: string, name: string): boolean {
  const code = read(join(dir, name));
  return code !== undefined && moduleHolds(name.replace(/^kit-|\.js$/g, ''), code);
}
function read(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}
/** Several threads and processes may write the same name at once: each its own draft, and any of them is right. */
function put(path: string, text: string): void {
  const draft = `${path}.${randomUUID()}.part`;
  try {
    writeFileSync(draft, text, { flush: true });
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}
