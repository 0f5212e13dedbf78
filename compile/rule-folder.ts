/** Rules are found by their folder: adding one is adding a file. */
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
    files.map(async (file) => {
      const { RULE } = (await import(new URL(file, folder).href)) as { readonly RULE?: Rule };
      if (!RULE) throw new Error(`${file} exports no "RULE": every file of ${folder.pathname} is one.`);
      return [file.replace(/\.ts$/, ''), RULE] as const;
    }),
  );
  return Object.fromEntries(found);
}
