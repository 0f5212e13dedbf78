/** What the kinds read of the content as it is, and write into it. */
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readFiles } from '../../../compile/disk.ts';
import type { JsonObject } from '../../../runtime/core/facts.ts';
import { root } from '../paths.ts';
import { Unmade, type Made, type Order } from './kind.ts';

/** The files of a template, with its words filled in. */
export function filled(kind: string, { name, options }: Order, more: Readonly<Record<string, string>>): Made {
  const folder = join(root, 'scripts', 'templates', kind);
  const title = titleOf(name, options);
  const words: Readonly<Record<string, string>> = { name, title, Component: title.replace(/\W/g, ''), ...more };
  const fill = (text: string): string => text.replace(/__(\w+?)__/g, (whole, word: string) => words[word] ?? whole);
  return {
    written: Object.fromEntries(
      filesBelow(folder).map((file) => [
        fill(file).replace(/\.template$/, ''),
        fill(readFileSync(join(folder, file), 'utf8')),
      ]),
    ),
    copied: {},
  };
}

/** A name in a list of a file, its layout kept: the list stands on one line, as short lists of names do. */
export function inList(
  text: string,
  {
    list,
    add,
    file,
    after,
  }: { readonly list: string; readonly add: string; readonly file: string; readonly after?: string },
): string {
  const found = new RegExp(`"${list}": \\[([^\\]]*)\\]`).exec(text);
  if (!found) throw new Unmade(`${file} has no "${list}" to add "${add}" to.`);
  const names = [...(found[1] ?? '').matchAll(/"([^"]+)"/g)].map(([, one = '']) => one);
  if (names.includes(add)) throw new Unmade(`${file} names "${add}" already.`);
  const now = names.toSpliced(after === undefined ? names.length : names.indexOf(after) + 1, 0, add);
  return text.replace(found[0], () => `"${list}": [${now.map((one) => JSON.stringify(one)).join(', ')}]`);
}

/** The text of a file as the folders together have it: a brand is what each of them adds. */
export function textOf(folders: readonly string[], file: string): string {
  const text = readFiles([...folders])[file];
  if (text === undefined) throw new Unmade(`There is no ${file}.`);
  return text;
}
/** A file as the folders together have it. */
export const read = (folders: readonly string[], file: string): JsonObject =>
  JSON.parse(textOf(folders, file)) as JsonObject;

/** The brand that a command means when it names none. */
export function defaultBrand(folders: readonly string[]): string {
  const brands = folders
    .flatMap((folder) => (existsSync(join(folder, 'brands')) ? readdirSync(join(folder, 'brands')) : []))
    .sort();
  const whole = brands.filter((one) => folders.some((folder) => existsSync(join(folder, 'brands', one, 'theme.json'))));
  const found = whole.find((one) => read(folders, `brands/${one}/brand.json`)['default'] === true) ?? whole[0];
  if (found === undefined) throw new Unmade('There is no brand yet: name one with --brand.');
  return found;
}

/** Files below a folder, in order; none where it is not. */
export function filesBelow(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => statSync(join(folder, file)).isFile())
    .sort();
}

export const json = (doc: JsonObject): string => `${JSON.stringify(doc, undefined, 2)}\n`;
export const titleOf = (name: string, options: Order['options']): string =>
  options['title'] ?? name.replace(/^./, (letter) => letter.toUpperCase()).replaceAll('-', ' ');
