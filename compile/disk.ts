/** The only file access of compile beside `load.ts`: content folders to `Files`, and the sources of the kit. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { join, resolve } from 'node:path';
import { transformSync } from 'rolldown/utils';
import { laidOver } from './laid-over.ts';
import type { Files } from './types.ts';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));
/** The folders of content. */
export const CONTENT = ['flows', 'brands', 'compliance'];
/** What every content stands on, from the project itself: folder, and the only file that counts in it. */
export const PROVIDED: readonly (readonly [string, string?])[] = [
  ['schemas'],
  ['widgets', 'widget.json'],
  ['runtime/react/controls', 'control.json'],
  ['runtime/react/styles', 'tokens.css'],
];

/** The project's own root: its content folder when none is configured. */
export const projectDir: string = PROJECT.replace(/[/\\]$/, '');

/**
 * The folders that a list names: separated by `:`, later ones over earlier ones. A `+` before the first lays them over
 * the project's own content; without it they stand in its place.
 */
export function contentFolders(names: string): readonly string[] {
  const listed = names.split(':').filter((name) => name !== '');
  const adds = listed[0]?.startsWith('+') === true;
  return [...(adds ? [projectDir] : []), ...listed.map((name) => resolve(name.replace(/^\+/, '')))];
}

/**
 * Reads content folders, later ones over earlier ones, file by file. A folder holds `flows/`, `brands/`, `compliance/`,
 * and of `schemas/` what it says otherwise than the project; what widgets and controls say of themselves always comes
 * from the project. A brand's assets are there by their names alone, without what they hold. Throws when a folder does
 * not exist.
 */
export function readFiles(dirs: readonly string[]): Files {
  const files: Record<string, string> = {};
  for (const [under, only] of PROVIDED)
    collect({ root: PROJECT, under }, files, (path) => only === undefined || path.endsWith(`/${only}`));
  for (const dir of dirs) {
    if (!statSync(dir, { throwIfNoEntry: false })?.isDirectory())
      throw new Error(`The content folder ${dir} does not exist. Check CONTENT_DIR or --content.`);
    for (const [file, text] of Object.entries(filesIn(dir))) files[file] = laidOver(file, files[file], text);
  }
  return files;
}

/** What lies in one content folder alone. */
export function filesIn(dir: string): Files {
  const own: Record<string, string> = {};
  for (const name of [...CONTENT, 'schemas']) collect({ root: dir, under: name }, own, () => true);
  return own;
}

const ASSET = /^brands\/[^/]+\/assets\//;

function collect(
  { root, under }: { readonly root: string; readonly under: string },
  files: Record<string, string>,
  wanted: (path: string) => boolean,
): void {
  const folder = join(root, under);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = `${under}/${entry.name}`;
    if (entry.name.startsWith('.')) continue;
    if (entry.isDirectory()) collect({ root, under: path }, files, wanted);
    // Of a picture or a font the name is enough: nothing reads what it holds.
    else if (ASSET.test(path)) files[path] = '';
    else if (/\.(json|md|graphql|css)$/.test(entry.name) && wanted(path))
      files[path] = readFileSync(join(root, path), 'utf8');
  }
}

/**
 * The kit's sources as JavaScript: what lies in `compile/kit` and each operator's `evaluate.ts`, by path; and the one
 * file of `ajv-formats`.
 */
export function kitSources(): { readonly files: Readonly<Record<string, string>>; readonly formats: string } {
  const files: Record<string, string> = {};
  const shared = readdirSync(join(PROJECT, 'compile/kit')).map((name) => `compile/kit/${name}`);
  const own = readdirSync(join(PROJECT, 'compile/operators')).map((name) => `compile/operators/${name}/evaluate.ts`);
  for (const path of [...shared, ...own].sort()) {
    if (!existsSync(join(PROJECT, path))) continue;
    const result = transformSync(path, readFileSync(join(PROJECT, path), 'utf8'), { lang: 'ts' });
    if (result.errors.length > 0) throw new Error(`${path} does not parse: ${result.errors[0]?.message}`);
    files[path] = result.code;
  }
  const require = createRequire(import.meta.url);
  return { files, formats: readFileSync(require.resolve('ajv-formats/dist/formats'), 'utf8') };
}
