/** What is found by its folder: adding one is adding a file, or a folder. */
import { readdirSync } from 'node:fs';
import type { RuleText } from './rule.ts';

/**
 * The `RULE` that each file of a folder exports, by the file's name, in the order of names.
 * @throws when a file exports none
 */
export async function rulesIn<Rule extends RuleText>(folder: URL): Promise<Readonly<Record<string, Rule>>> {
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.ts'))
    .sort();
  const found = await Promise.all(
    files.map(
      async (file) => [file.replace(/\.ts$/, ''), await exported<Rule>(new URL(file, folder), 'RULE')] as const,
    ),
  );
  return Object.fromEntries(found);
}

/**
 * What the `index.ts` of each folder inside a folder exports by this name, in the order of the folders' names.
 * @throws when one exports nothing by it
 */
export async function foldersOf<Exported>(folder: URL, name: string): Promise<readonly Exported[]> {
  const folders = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
  return Promise.all(folders.map((one) => exported<Exported>(new URL(`${one}/index.ts`, folder), name)));
}

async function exported<Exported>(file: URL, name: string): Promise<Exported> {
  const found = ((await import(file.href)) as Readonly<Record<string, Exported | undefined>>)[name];
  if (!found) throw new Error(`${file.pathname} exports no "${name}": whatever stands in its folder is one.`);
  return found;
}
