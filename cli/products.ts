/** The content of a command compiled and loaded: what every verb that looks at journeys begins with. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectDir } from '../compile/disk.ts';
import {
  compileResolved,
  resolveContent,
  type CompiledContent,
  type Files,
  type JsonObject,
  type Options,
  type Problem,
  type Resolved,
} from '../compile/index.ts';
import { loadModule, writeModules } from '../compile/load.ts';
import type { CompiledStandIns } from '../compile/stand-in.ts';
import type { CompiledApp, CompiledCompliance } from '../runtime/core/app-definition.ts';
import type { CompiledFlow } from '../runtime/core/definition.ts';
import type { Person, Product } from '../verifier/fixture/product.ts';

export interface Loaded {
  readonly files: Files;
  readonly options: Options;
  readonly resolved: Resolved;
  /** Brand id to its compiled modules and what stands beside them. */
  readonly products: Readonly<Record<string, Product>>;
}
export type Load = { readonly loaded: Loaded } | { readonly problems: readonly Problem[] };

/**
 * Compiles content and loads its modules through a folder of its own, which is gone afterwards.
 * @param shared a folder that stays instead: content that differs in one flow then loads that flow alone
 */
export async function loadContent(files: Files, options: Options, shared?: string): Promise<Load> {
  return loadResolved({ files, resolved: resolveContent(files, options), options }, shared);
}

/** The same of content that is resolved already. */
export async function loadResolved(
  { files, resolved, options }: Pick<Loaded, 'files' | 'resolved' | 'options'>,
  shared?: string,
): Promise<Load> {
  const { problems, content } = compileResolved(resolved, options);
  if (!content) return { problems };
  const dir = shared ?? mkdtempSync(join(tmpdir(), 'waymark-'));
  try {
    writeModules(dir, content);
    const products = await Promise.all(
      Object.keys(content.brands).map(async (id) => [id, await productOf({ dir, content, files }, id)] as const),
    );
    return { loaded: { files, options, resolved, products: Object.fromEntries(products) } };
  } finally {
    if (shared === undefined) rmSync(dir, { recursive: true });
  }
}

/** Loads, or tells the problems on standard error and gives undefined. */
export async function loadOrTell({
  files,
  options,
}: {
  readonly files: Files;
  readonly options: Options;
}): Promise<Loaded | undefined> {
  const load = await loadContent(files, options);
  if ('loaded' in load) return load.loaded;
  for (const { file, line, column, message, fix } of load.problems)
    process.stderr.write(`${file}:${line}:${column}: ${message} ${fix}\n`);
  return undefined;
}

/** The product of a brand. Throws when no brand has this id. */
export function productNamed(products: Loaded['products'], brand: string): Product {
  const product = Object.hasOwn(products, brand) ? products[brand] : undefined;
  if (!product) throw new Error(`There is no brand ${brand}; there are ${Object.keys(products).join(', ')}.`);
  return product;
}

async function productOf(
  { dir, content, files }: { readonly dir: string; readonly content: CompiledContent; readonly files: Files },
  brandId: string,
): Promise<Product> {
  const brand = content.brands[brandId];
  if (!brand) throw new Error(`There is no brand ${brandId}; there are ${Object.keys(content.brands).join(', ')}.`);
  const flows = await Promise.all(
    Object.entries(brand.flows).map(async ([id, { hash }]) => [id, await loadModule<CompiledFlow>(dir, hash)] as const),
  );
  const table = JSON.parse(files['schemas/api/answers.json'] ?? '{"operations":{}}') as { operations: JsonObject };
  return {
    flows: Object.fromEntries(flows),
    app: await loadModule<CompiledApp>(dir, brand.app.hash),
    compliance: await loadModule<CompiledCompliance>(dir, brand.compliance.hash),
    facts: brand.facts,
    flags: brand.flags,
    operations: content.operations,
    answers: table.operations,
    standIns: await loadModule<CompiledStandIns>(dir, content.standIns.hash),
    people: JSON.parse(readFileSync(join(projectDir, 'server/seed/people.json'), 'utf8')) as readonly Person[],
    version: (JSON.parse(readFileSync(join(projectDir, 'package.json'), 'utf8')) as { readonly version: string })
      .version,
  };
}
