/** Runs the fixtures of a content folder over the engine alone, as `npm run flow -- test` does. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { productOf } from '../../cli/verbs/test.ts';
import { compileContent } from '../../compile/index.ts';
import { writeModules } from '../../compile/load.ts';
import { fixtureFiles, readFixture } from '../../verifier/fixture/fixture.ts';
import { runFixture } from '../../verifier/fixture/run.ts';
import { filesOf, today } from './compiled.ts';

/** Fixture file -> what differs from what it expects. Throws with the problems when the content does not pass the check. */
export async function play(folders: readonly string[], wanted: (file: string) => boolean): Promise<Readonly<Record<string, readonly string[]>>> {
  const files = filesOf(folders);
  const { problems, content } = compileContent(files, { env: 'local', today });
  if (!content) throw new Error(problems.map((p) => `${p.file}:${p.line}:${p.column}: ${p.message}`).join('\n'));
  const dir = mkdtempSync(join(tmpdir(), 'play-'));
  try {
    writeModules(dir, content);
    const failures: Record<string, readonly string[]> = {};
    for (const file of fixtureFiles(files).filter(wanted)) {
      const fixture = readFixture(file, files[file] ?? '');
      failures[file] = runFixture(await productOf(dir, content, files, fixture.brand), fixture).failures;
    }
    return failures;
  } finally {
    rmSync(dir, { recursive: true });
  }
}
