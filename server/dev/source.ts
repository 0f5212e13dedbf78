/** The files that a page was made of, line by line, and where in them each of its parts stands. */
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { isObject, list } from '../../compile/json-types.ts';
import { parseJson } from '../../compile/parse.ts';
import { keyPlace, placeOf } from '../../compile/places.ts';
import { escaped } from '../http/escape.ts';
import { copied, page, type Html } from './html.ts';

/** Rooms of a content folder that hold what pages are made of. */
const ROOMS = /^(flows|brands|compliance|schemas)\/[\w./-]+\.(json|md|graphql)$/;

/** A file of the content in the folder that is laid over the others last. */
function found(contentDirs: readonly string[], file: string): string | undefined {
  if (!ROOMS.test(file) || file.split('/').includes('..')) return undefined;
  return contentDirs.map((dir) => join(dir, file)).findLast((one) => existsSync(one));
}

/** What a step asks, loads and offers, each with the line at which it stands; nothing of a file that is no JSON. */
function partsOf(file: string, text: string): readonly (readonly [name: string, line: number])[] {
  const { value: step } = parseJson(file, text);
  if (!isObject(step)) return [];
  const { fields } = step;
  const named = isObject(fields) ? Object.keys(fields).map((name) => [name, keyPlace(fields, name).line] as const) : [];
  const numbered = ['load', 'checks', 'actions'].flatMap((key) =>
    list(step[key]).map((one, index) => {
      const { call, at, id } = isObject(one) ? one : {};
      return [`${key}: ${String(id ?? call ?? at ?? index)}`, placeOf(list(step[key]), index).line] as const;
    }),
  );
  return [...named, ...numbered];
}

const linkTo = (file: string, line: number): string => `/dev/source?file=${encodeURIComponent(file)}#L${line}`;

/**
 * Links to a file of the content, and to each part of a step in it.
 * @param path its place on this machine
 * @param dir the content folder it stands in
 */
export function madeOf(path: string, dir: string): Html {
  const file = relative(dir, path);
  const parts = partsOf(path, readFileSync(path, 'utf8')).map(
    ([name, line]) => `<a href="${escaped(linkTo(file, line))}">${escaped(name)}:${line}</a>`,
  );
  return {
    html: `<a href="${escaped(linkTo(file, 1))}">${escaped(file)}</a> ${copied(path).html}<details><summary>Its parts</summary>${parts.join(', ')}</details>`,
  };
}

/** A page of the lines of a file of the content; undefined where it holds none of this name. */
export function sourcePage(contentDirs: readonly string[], file: string): string | undefined {
  const path = found(contentDirs, file);
  if (path === undefined) return undefined;
  const lines = readFileSync(path, 'utf8').split('\n');
  const shown = lines.map((line, index) => `<span id="L${index + 1}">${index + 1}\t${escaped(line)}</span>`);
  return page(file, `<p>${copied(path).html}</p><pre class="source">${shown.join('\n')}</pre>`);
}
