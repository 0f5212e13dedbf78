/** Builds the text of one ES module: hoisted constants and functions, each once, and a default export. */
import { createHash } from 'node:crypto';
import { isObject } from '../json-types.ts';

/** JavaScript text that stands as it is among data. */
export class Js {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Sixteen hexadecimal digits of SHA-256. */
export function contentHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** What a module's default export begins with; the hash is of all the rest of the text. */
const opening = (hash: string): string => `export default {"hash":"${hash}",`;

/** Whether the text of a module or of a kit is all of what its hash was made from. */
export function moduleHolds(hash: string, code: string): boolean {
  const at = code.indexOf(opening(hash));
  const text = at < 0 ? code : `${code.slice(0, at)}{${code.slice(at + opening(hash).length).replace(/;\n$/, '')}`;
  return contentHash(text) === hash;
}

/** The hashes of the pieces that belong to a flow's module; none where it holds all of its steps. */
export function piecesOf(code: string): readonly string[] {
  return [...(PIECES.exec(code)?.[1] ?? '').matchAll(/"([\w-]+)"/g)].map(([, hash = '']) => hash);
}
const PIECES = /^const pieces=\[([^\]\n]*)\];$/m;

/** The hash of the kit that a module calls. */
export function kitOf(code: string): string | undefined {
  return /^import \* as k from '\.\/kit-([\w-]+)\.js';\n/.exec(code)?.[1];
}

/**
 * Data as JavaScript text; members that are `undefined` are left out. `__proto__` can only be data, never a prototype.
 */
function print(value: unknown): string {
  if (value instanceof Js) return value.text;
  if (Array.isArray(value)) return `[${value.map((item) => print(item)).join(',')}]`;
  if (isObject(value) || (typeof value === 'object' && value !== null)) {
    const members = Object.entries(value).filter(([, item]) => item !== undefined);
    return `{${members.map(([key, item]) => `${printKey(key)}:${print(item)}`).join(',')}}`;
  }
  return printPrimitive(value);
}
function printKey(key: string): string {
  if (key === '__proto__') return '["__proto__"]';
  return /^[A-Za-z]\w*$/.test(key) ? key : JSON.stringify(key);
}
function printPrimitive(value: unknown): string {
  // U+2028 and U+2029 are legal in JavaScript strings, but not in a script element of old parsers.
  return (JSON.stringify(value) ?? 'undefined').replace(/[\u2028\u2029]/g, (c) => `\\u${c.charCodeAt(0).toString(16)}`);
}

export class ModuleText {
  readonly #names = new Map<string, string>();
  readonly #lines: string[] = [];

  /**
   * A hoisted constant for this JavaScript expression; the same expression gives the same name. A constant of this
   * module stands for itself: a rule that is one function of two facts would be written as another name of it.
   */
  hoist(prefix: string, expression: string): string {
    if (/^[a-z]\d+$/.test(expression)) return expression;
    const known = this.#names.get(expression);
    if (known !== undefined) return known;
    const name = `${prefix}${this.#names.size}`;
    this.#names.set(expression, name);
    this.#lines.push(`const ${name}=${expression};`);
    return name;
  }

  /** A flow's module names its pieces, so that its hash is one of theirs, and whoever has its text knows them. */
  names(pieces: readonly { readonly hash: string }[]): Js {
    this.#lines.push(`const pieces=${JSON.stringify(pieces.map(({ hash }) => hash))};`);
    return new Js('pieces');
  }

  /** The module; `hash` of what it holds and of the kit it calls is written into its default export as `hash`. */
  finish(kitHash: string, root: Readonly<Record<string, unknown>>): { readonly hash: string; readonly code: string } {
    const head = `import * as k from './kit-${kitHash}.js';\n${this.#lines.join('\n')}\n`;
    const body = print(root);
    const hash = contentHash(head + body);
    return { hash, code: `${head}${opening(hash)}${body.slice(1)};\n` };
  }
}
