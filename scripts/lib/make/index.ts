/** New things of the content, each as files that `check` accepts at once: a file of kinds/ for each kind. */
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Kind } from './kind.ts';

const files = readdirSync(join(import.meta.dirname, 'kinds')).sort();

/** Kind to how one is made. */
export const KINDS: Readonly<Record<string, Kind>> = Object.fromEntries(
  await Promise.all(
    files.map(async (file) => {
      const { KIND } = (await import(`./kinds/${file}`)) as { readonly KIND: Kind };
      return [basename(file, '.ts'), KIND] as const;
    }),
  ),
);
