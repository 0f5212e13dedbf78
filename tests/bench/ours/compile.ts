/**
 * Compiles the bench's content ahead of time to static modules: `node tests/bench/ours/compile.ts`. The bench page
 * imports them by name.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileContent } from '../../../compile/index.ts';
import { readFiles } from '../../../compile/disk.ts';
import { benchContent, BRAND } from './content.ts';

/**
 * Writes `dist/<flow>.js`, its pieces as `piece-<hash>.js` and the kit they import; throws with the first problem when
 * the content is wrong.
 */
export function compileBench(into = join(import.meta.dirname, 'dist')): void {
  const { problems, content } = compileContent(
    { ...readFiles([]), ...benchContent() },
    { env: 'local', today: '2026-11-20' },
  );
  const [first] = problems;
  if (!content)
    throw new Error(
      `The bench's content does not compile: ${first?.file}:${first?.line}: ${first?.message} ${first?.fix}`,
    );
  const brand = content.brands[BRAND];
  if (!brand) throw new Error(`The bench's content has no brand "${BRAND}".`);
  rmSync(into, { recursive: true, force: true });
  mkdirSync(into, { recursive: true });
  writeFileSync(join(into, 'package.json'), '{ "type": "module" }\n');
  writeFileSync(join(into, `kit-${content.kit.hash}.js`), content.kit.code);
  for (const flow of Object.values(brand.flows)) {
    writeFileSync(join(into, `${flow.id}.js`), flow.code);
    for (const piece of flow.pieces ?? []) writeFileSync(join(into, `piece-${piece.hash}.js`), piece.code);
  }
  writeFileSync(join(into, 'app.js'), brand.app.code);
}

if (import.meta.main) compileBench();
