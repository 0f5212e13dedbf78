/** The kit: every operator, format and ajv helper as one ES module beside the compiled content, immutable by hash. Bundled once in a process. */
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
 * Each operator file becomes one scope that gives its exports; names inside never meet. `ajv-formats` is one file without imports, so it is
 * wrapped as it is.
 */
function bundle(): Module {
  const { operators, formats } = kitSources();
  const order = inOrder(operators);
  const parts = order.map(([name, source]) => {
    const exported = [...source.matchAll(/^export (?:function|const) (\w+)/gm)].map((match) => match[1] ?? '');
    const imported = [...source.matchAll(/^import \{([^}]*)\} from '\.\/([\w-]+)\.ts';/gm)].map(
      (match) => `const {${match[1]}}=${scopeName(match[2] ?? '')};`,
    );
    const body = source.replace(/^import .*$/gm, '').replace(/^export (?=function|const)/gm, '');
    return {
      exported,
      text: `const ${scopeName(name)}=(()=>{${imported.join('')}${body}\nreturn{${exported.join(',')}}})();`,
    };
  });
  const all = order.flatMap(
    ([name], i) => parts[i]?.exported.map((one) => `export const ${one}=${scopeName(name)}.${one};`) ?? [],
  );
  const code = [
    ...parts.map((part) => part.text),
    `const $ajvFormats=(()=>{const exports={};${formats.replace(/^\/\/# sourceMappingURL=.*$/gm, '')}\nreturn exports.fullFormats})();`,
    ...all,
    'export const formats=$ajvFormats;\n',
  ].join('\n');
  const small = minified(code);
  return { hash: contentHash(small), code: small };
}
/** Smaller text of the same module; names that it exports stay. */
function minified(code: string): string {
  const result = minifySync('kit.js', code, { module: true, sourcemap: false });
  if (result.errors.length > 0) throw new Error(`The kit does not parse: ${result.errors[0]?.message}`);
  return result.code;
}
const scopeName = (file: string): string => `$${file.replaceAll('-', '_')}`;

/** Files after those they import. */
function inOrder(sources: Readonly<Record<string, string>>): [string, string][] {
  const done = new Map<string, string>();
  const visit = (name: string): void => {
    const source = sources[name];
    if (done.has(name)) return;
    if (source === undefined)
      throw new Error(`compile/operators/${name}.ts is imported by an operator but does not exist.`);
    for (const match of source.matchAll(/^import .* from '\.\/([\w-]+)\.ts';/gm)) visit(match[1] ?? '');
    done.set(name, source);
  };
  for (const name of Object.keys(sources).sort()) visit(name);
  return [...done];
}
