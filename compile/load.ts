/** Compiled modules on disk: written once by content hash beside the kit they call, loaded by hash. */
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CompiledContent, Module } from './types.ts';

/** The modules of compiled content, the kit first. */
export function modulesOf(content: CompiledContent): readonly { readonly name: string; readonly module: Module }[] {
  const brands = Object.values(content.brands).flatMap((brand) => [
    ...Object.values(brand.flows),
    brand.app,
    brand.compliance,
  ]);
  return [
    { name: `kit-${content.kit.hash}.js`, module: content.kit },
    ...brands.map((module) => ({ name: `${module.hash}.js`, module })),
  ];
}

/** Writes what is not there yet; a file that exists is left alone, because its name is the hash of what it holds. */
export function writeModules(dir: string, content: CompiledContent): void {
  mkdirSync(dir, { recursive: true });
  writeOnce(join(dir, 'package.json'), '{ "type": "module" }\n');
  for (const { name, module } of modulesOf(content)) writeOnce(join(dir, name), module.code);
}
function writeOnce(path: string, text: string): void {
  if (existsSync(path)) return;
  const half = `${path}.${process.pid}.part`;
  writeFileSync(half, text);
  renameSync(half, path);
}

/** The default export of the module with this hash. Throws when the folder does not hold it. */
export async function loadModule<T>(dir: string, hash: string): Promise<T> {
  const path = resolve(dir, `${hash}.js`);
  if (!existsSync(path))
    throw new Error(`The compiled version ${hash} is not in ${dir}. Compile its content again with writeModules().`);
  const loaded = (await import(/* @vite-ignore */ pathToFileURL(path).href)) as { default: T };
  return loaded.default;
}
