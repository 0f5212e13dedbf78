/**
 * The kit: every operator, format and ajv helper as one ES module beside the compiled content, immutable by hash.
 * Bundled once in a process.
 */
import { minifySync } from 'rolldown/utils';
import { contentHash } from './emit/module.ts';
import { kitSources } from './disk.ts';
import type { Module } from './types.ts';

let made: Module | undefined;

/** The kit and its hash. */
export function kit(): Module {
  made ??= bundle();
  return made;
}

/**
 * Each file becomes one scope that gives its exports; names inside never meet. `ajv-formats` is one file without
 * imports, so it is wrapped as it is.
 */
function bundle(): Module {
  const { files, formats } = kitSources();
  const scopes = new Map<string, string>();
  const texts: string[] = [];
  const all: string[] = [];
  for (const [path, source] of inOrder(files)) {
    const scope = `$${scopes.size}`;
    scopes.set(path, scope);
    const imported = importsOf(path, source).map(({ names, from }) => `const {${names}}=${scopes.get(from) ?? ''};`);
    const exported = [...source.matchAll(/^export (?:function|const) (\w+)/gm)].map((match) => match[1] ?? '');
    const body = source.replace(IMPORT, '').replace(/^export (?=function|const)/gm, '');
    texts.push(`const ${scope}=(()=>{${imported.join('')}${body}\nreturn{${exported.join(',')}}})();`);
    all.push(...exported.map((one) => `export const ${one}=${scope}.${one};`));
  }
  const code = [
    ...texts,
    `const $date=(()=>{${functionsOf(formats)}\nreturn fmtDef(date,compareDate)})();`,
    ...all,
    'export const formats={date:$date};\n',
  ].join('\n');
  const small = minified(code);
  return { hash: contentHash(small), code: small };
}
/** The functions of ajv's formats without the tables that name them: who keeps one keeps what it calls. */
const functionsOf = (formats: string): string =>
  formats
    .replace(/^\/\/# sourceMappingURL=.*$/gm, '')
    .replace(/^exports\.\w+ = (?:\{[^]*?^\}|[^\n]*);$|^Object\.defineProperty\(exports.*$/gm, '');

/**
 * Text of an expression: ajv's formats that are functions, but `date`, which the kit has. Hardly a form asks for one of
 * them, so they stand where they are asked for.
 */
export const rareFormats = (): string =>
  (rare ??= minified(
    `export default (()=>{const exports={};${kitSources()
      .formats.replace(/^\/\/# sourceMappingURL=.*$/gm, '')
      .replace(/^exports\.fastFormats = \{[^]*?^\};$/gm, '')
      .replace(/^ {4}(?:"[\w-]+"|\w+): \/.*\/[a-z]*,$/gm, '')}\nreturn exports.fullFormats})();`,
  )
    .replace(/^export default ?/, '')
    .replace(/;\s*$/, ''));
let rare: string | undefined;

/** Smaller text of the same module; names that it exports stay. */
function minified(code: string): string {
  const result = minifySync('kit.js', code, { module: true, sourcemap: false });
  if (result.errors.length > 0) throw new Error(`The kit does not parse: ${result.errors[0]?.message}`);
  return result.code;
}

const IMPORT = /^import \{([^}]*)\} from ["']([^"']+)["'];$/gm;

/** What a file imports of others, by their paths from the project. */
function importsOf(path: string, source: string): readonly { readonly names: string; readonly from: string }[] {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  return [...source.matchAll(IMPORT)].map(([, names = '', from = '']) => ({
    names,
    from: new URL(from, `file:///${folder}`).pathname.slice(1),
  }));
}

/** Files after those they import. */
function inOrder(files: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  const done = new Map<string, string>();
  const visit = (path: string): void => {
    const source = files[path];
    if (done.has(path)) return;
    if (source === undefined)
      throw new Error(
        `${path} is imported by the kit, but lies neither in compile/kit nor in an operator's evaluate.ts.`,
      );
    for (const { from } of importsOf(path, source)) visit(from);
    done.set(path, source);
  };
  for (const path of Object.keys(files)) visit(path);
  return done;
}
