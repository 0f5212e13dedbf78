/** Reads code files as syntax trees; every architecture test looks through this one window. */
import { readFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { parseSync } from 'vite';

export const root = join(import.meta.dirname, '..', '..');
const code = /\.(ts|tsx|mts|cts|js|jsx|mjs|cjs)$/;
/** One node of a syntax tree (ESTree with TypeScript's own nodes). */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}
export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as { type?: unknown }).type === 'string' &&
  typeof (value as { start?: unknown }).start === 'number';

export interface Source {
  /** From the root, with slashes. */
  readonly file: string;
  readonly text: string;
  readonly tree: Node;
  readonly comments: readonly { readonly value: string; readonly start: number }[];
}

/** @throws with file and reason when the text does not parse: a file that cannot be read holds no law. */
export function parse(file: string, text: string): Source {
  const lang = /\.(tsx|jsx)$/.test(file) ? 'tsx' : /\.([mc]?js)$/.test(file) ? 'js' : 'ts';
  const done = parseSync(file, text, { lang, sourceType: file.endsWith('.cjs') ? 'script' : 'module' });
  const [first] = done.errors;
  if (first !== undefined) throw new Error(`${file} does not parse: ${first.message}`);
  return { file, text, tree: done.program as unknown as Node, comments: done.comments };
}

/**
 * Every file of a folder, from the folder, that git knows or would add, code or not: what a build or a tool makes is
 * ignored and no source.
 */
export function gitFiles(dir = root): string[] {
  const list = (...options: readonly string[]): string[] =>
    execFileSync('git', ['ls-files', '-z', ...options], { cwd: dir, encoding: 'utf8' }).split('\0');
  const gone = new Set(list('--deleted'));
  return [...new Set(list('--cached', '--others', '--exclude-standard'))]
    .filter((file) => file !== '' && !gone.has(file))
    .sort();
}
const isCode = (file: string): boolean => code.test(file);
/** Every code file of a folder, from the folder, sorted. */
export const codeFiles = (dir: string): string[] => gitFiles(dir).filter(isCode);

const read = new Map<string, readonly Source[]>();
/** The code files of a folder as trees; read and parsed once. */
export function sources(dir: string): readonly Source[] {
  const known = read.get(dir) ?? codeFiles(dir).map((file) => parse(file, readFileSync(join(dir, file), 'utf8')));
  read.set(dir, known);
  return known;
}

/** Calls `visit` for every node from the outside in, with the nodes around it (nearest last). */
export function visit(tree: Node, see: (node: Node, around: readonly Node[]) => void): void {
  const around: Node[] = [];
  const go = (node: Node): void => {
    see(node, around);
    around.push(node);
    for (const value of Object.values(node)) {
      if (Array.isArray(value)) value.filter(isNode).forEach(go);
      else if (isNode(value)) go(value);
    }
    around.pop();
  };
  go(tree);
}

/** The string a node is, when it is a literal or a template without placeholders. */
export function literal(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === 'Literal' && typeof node['value'] === 'string') return node['value'];
  if (node.type === 'TemplateLiteral' && (node['expressions'] as unknown[]).length === 0) {
    return ((node['quasis'] as { value: { cooked: string } }[])[0] as { value: { cooked: string } }).value.cooked;
  }
  return undefined;
}

/** `file:line` of a place in a source. */
export const at = (source: Source, start: number): string =>
  `${source.file}:${source.text.slice(0, start).split('\n').length}`;
