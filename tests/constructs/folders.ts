/**
 * The folders of this room, one construct of the language each, and journeys of another kind beside the project's own:
 * content that is laid over it.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const trials = join(import.meta.dirname, '../trials');

export const constructFolders: readonly string[] = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => join(import.meta.dirname, name))
  .concat(join(import.meta.dirname, '../generality/hardship'))
  .sort();

/** The trials that run over the server and in a browser too: those that say `everywhere` in tests/trials/index.json. */
export const trialFolders: readonly string[] = (
  JSON.parse(readFileSync(join(trials, 'index.json'), 'utf8')) as {
    readonly trials: readonly { readonly folder?: string; readonly everywhere?: true }[];
  }
).trials.flatMap(({ folder, everywhere }) => (folder !== undefined && everywhere ? [join(trials, folder)] : []));
