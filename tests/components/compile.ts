/**
 * Compiles the examples of the components ahead of time to static modules: `node tests/components/compile.ts`. The page
 * imports them by name.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { componentsContent } from './content.ts';

/** Writes `dist/given.js` with the flow and the answers in it, and the modules that it stands on. */
function compileComponents(into = join(import.meta.dirname, 'dist')): void {
  const { flow, modules, pieces, ...answers } = componentsContent('2026-11-20');
  rmSync(into, { recursive: true, force: true });
  mkdirSync(into, { recursive: true });
  writeFileSync(join(into, 'package.json'), '{ "type": "module" }\n');
  for (const [name, code] of modules) writeFileSync(join(into, name), code);
  const imports = [flow, ...pieces].map((hash, index) => `import m${index} from './${hash}.js';`);
  const given = `export default { flow: m0, pieces: [${pieces.map((_, index) => `m${index + 1}`).join(', ')}], ...${JSON.stringify(answers)} };\n`;
  writeFileSync(join(into, 'given.js'), `${imports.join('\n')}\n${given}`);
}

if (import.meta.main) compileComponents();
