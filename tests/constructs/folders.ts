/** The folders of this room: one construct of the language each, as content that is laid over the project's own. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

export const constructFolders: readonly string[] = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => join(import.meta.dirname, name))
  .sort();
