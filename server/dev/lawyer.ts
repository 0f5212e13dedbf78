/** The texts of the content that a lawyer still has to write, as their front matter says. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseDocument } from '../../compile/documents.ts';

/** Rooms of `compliance/` that hold documents: `<room>/<idTag>/<version>.md`. */
const ROOMS = ['agreements', 'disclosures', 'mails'];

/**
 * File, title and reason of each, of all folders of the content; what a later folder says of the same file counts. A
 * document that cannot be read is left out: the server does not start with one.
 */
export function lawyersTexts(contentDirs: readonly string[]): readonly (readonly [string, string, string])[] {
  const found = new Map<string, readonly [string, string, string] | undefined>();
  for (const dir of contentDirs)
    for (const room of ROOMS)
      for (const idTag of namesIn(join(dir, 'compliance', room)))
        for (const name of namesIn(join(dir, 'compliance', room, idTag)).filter((one) => one.endsWith('.md'))) {
          const file = `compliance/${room}/${idTag}/${name}`;
          const { document } = parseDocument({
            file,
            idTag,
            version: basename(name, '.md'),
            text: readFileSync(join(dir, file), 'utf8'),
          });
          const { title, lawyer } = document?.front ?? {};
          found.set(file, title === undefined || lawyer === undefined ? undefined : [file, title, lawyer]);
        }
  return [...found.values()].flatMap((one) => (one === undefined ? [] : [one]));
}

const namesIn = (folder: string): readonly string[] => (existsSync(folder) ? readdirSync(folder).sort() : []);
