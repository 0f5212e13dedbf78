/** Runs compiled text the way a page does: as a module beside the kit, imported from a folder. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Scope } from '../../compile/emit/code.ts';
import { compileExpression } from '../../compile/emit/expression.ts';
import { ModuleText } from '../../compile/emit/module.ts';
import { loadModule } from '../../compile/load.ts';
import { kit } from '../../compile/kit.ts';
import type { Json } from '../../runtime/core/facts.ts';

/** Imports a module whose text may use the kit as `k`. */
export async function importText<T>(body: string): Promise<T> {
  const dir = mkdtempSync(join(tmpdir(), 'compiled-'));
  try {
    writeFileSync(join(dir, 'package.json'), '{"type":"module"}');
    writeFileSync(join(dir, `kit-${kit().hash}.js`), kit().code);
    writeFileSync(join(dir, 'm.js'), `import * as k from './kit-${kit().hash}.js';\n${body}`);
    return await loadModule<T>(dir, 'm');
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** Compiles rules, each to a function of its data. */
export async function runnable(
  rules: readonly Json[],
  policy: Scope['policy'] = 'unknown',
): Promise<((data: unknown) => unknown)[]> {
  const module = new ModuleText();
  const none = (): never => {
    throw new Error('This test has no named rules.');
  };
  const scope: Scope = {
    policy,
    data: 'f',
    depth: 0,
    hoist: (prefix, text) => module.hoist(prefix, text),
    rule: none,
    value: none,
  };
  const bodies = rules.map((rule) => {
    const code = compileExpression(rule, scope);
    return code.loops ? `f=>k.bounded(()=>(${code.js}))` : `f=>(${code.js})`;
  });
  const { code } = module.finish(kit().hash, {});
  const hoisted = code.slice(code.indexOf('\n') + 1, code.lastIndexOf('export default'));
  return importText(`${hoisted}\nexport default [${bodies.join(',\n')}];`);
}
