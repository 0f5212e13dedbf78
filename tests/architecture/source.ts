/** Reads code files as syntax trees; every architecture test looks through this one window. */
import { readFileSync, readdirSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { parseSync } from 'vite';

export const root = join(import.meta.dirname, '..', '..');
const code = /\.(ts|tsx|mts|cts|js|jsx|mjs|cjs)$/;
/** Folders of tools and of what is made, by name or by path; git ignores each of them too. */
const skipped = new Set([
  'node_modules',
  '.git',
  '.data',
  'dist',
  '.cache',
  '.results',
  'results',
  'tests/bench/ours/generated',
]);

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

/** Every code file below a folder, from the folder, sorted. */
export function codeFiles(dir: string, below = ''): string[] {
  return readdirSync(join(dir, below), { withFileTypes: true })
    .flatMap((entry) => {
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory()) return skipped.has(entry.name) || skipped.has(path) ? [] : codeFiles(dir, path);
      return code.test(entry.name) ? [path] : [];
    })
    .sort();
}

/** Every file that git knows or would add, code or not. */
export function gitFiles(): string[] {
  const known = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  const gone = new Set(
    execFileSync('git', ['ls-files', '-z', '--deleted'], { cwd: root, encoding: 'utf8' }).split('\0'),
  );
  return [...new Set(known.split('\0'))].filter((file) => file !== '' && !gone.has(file)).sort();
}
export const isCode = (file: string): boolean => code.test(file);

/** Reads and parses the code files below a folder. */
export const sources = (dir: string): Source[] =>
  codeFiles(dir).map((file) => parse(file, readFileSync(join(dir, file), 'utf8')));

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
