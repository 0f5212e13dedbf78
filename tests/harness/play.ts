/** `npm run flow -- test --server` and `--browser`: the fixtures on the real product, one line each. */
import type { Command } from '../../cli/command.ts';
import { readFiles } from '../../compile/disk.ts';
import { isAmong } from '../../verifier/fixture/fixture.ts';
import { runLines } from '../../verifier/fixture/report.ts';
import setup from './setup.ts';
import { fixturesIn, openTheater, playable } from './theater.ts';

/**
 * @param command its `names` are parts of the paths of the fixtures wanted; none: all.
 * @returns the exit code: 1 when any fixture fails or none was found.
 */
export async function play(
  kind: 'server' | 'browser',
  { content, names, json }: Pick<Command, 'content' | 'names' | 'json'>,
): Promise<number> {
  const files = readFiles(content);
  const wanted = fixturesIn(files).filter(({ file }) => isAmong(file, names));
  const chosen = wanted.filter((fixture) => playable(fixture, kind));
  if (chosen.length === 0) {
    process.stderr.write(
      wanted.length === 0
        ? `No fixture matches ${names.join(', ') || 'the content'}. Fixtures stand in flows/<flow>/fixtures/.\n`
        : `Nothing to play: only the engine can grant what ${wanted.length === 1 ? 'this fixture supposes' : `these ${wanted.length} fixtures suppose`}, or "executors" leaves the ${kind} out.\n`,
    );
    return 1;
  }
  const tidyUp = await setup();
  const theater = await openTheater(kind, { CONTENT_DIR: content.join(':') });
  const results: { file: string; failures: readonly string[] }[] = [];
  try {
    for (const fixture of chosen) {
      const failures = await theater
        .play(fixture)
        .catch((reason: unknown) => [reason instanceof Error ? reason.message : String(reason)]);
      results.push({ file: fixture.file, failures });
      if (!json) process.stdout.write(runLines(fixture, files[fixture.file] ?? '', failures));
    }
  } finally {
    await theater.close();
    await tidyUp();
  }
  const failed = results.filter(({ failures }) => failures.length > 0).length;
  const supposing = wanted.length - chosen.length;
  if (json) process.stdout.write(`${JSON.stringify(results, undefined, 2)}\n`);
  else
    process.stdout.write(
      `${results.length - failed} passed, ${failed} failed${supposing > 0 ? `, ${supposing} not played: only the engine can grant what they suppose, or "executors" leaves the ${kind} out` : ''}\n`,
    );
  return failed > 0 ? 1 : 0;
}
