/** The test of one page of docs/: a test for each section, which does what the section says. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectDir } from '../../compile/disk.ts';
import { notPrinted, readPage, type Section } from './page.ts';
import { Copy, runVerb, wordsOf, type Printed } from './run.ts';

/** Commands of the pages that are shown elsewhere, with the reason. */
export const ELSEWHERE: readonly (readonly [RegExp, string])[] = [
  [/^npm start$/, 'runs until it is stopped; tests/server/process.test.ts starts it and waits for its last line'],
  [/^npm run dev$/, 'runs until it is stopped; it is npm start with a watcher over the same content'],
  [/^npm test$/, 'is what runs this test'],
  [
    /^npm run flow -- replay [0-9a-f-]+$/,
    'needs a database with this application; tests/verifier/replay.test.ts makes one and replays it',
  ],
  [
    /^npm run flow -- test .*--server$/,
    'starts the server; tests/harness/fixtures-server.test.ts plays every fixture there',
  ],
  [
    /^npm run flow -- test .*--browser$/,
    'starts a browser; tests/harness/fixtures-browser-*.test.ts play fixtures there',
  ],
];

/** The pages there are, by file name. */
export const pages = (): readonly { readonly name: string; readonly sections: readonly Section[] }[] =>
  readdirSync(join(projectDir, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => ({ name, sections: readPage(name, readFileSync(join(projectDir, 'docs', name), 'utf8')) }));

async function run(line: string, content: string): Promise<Printed> {
  const [npm, word, task = '', ...rest] = wordsOf(line);
  if (npm !== 'npm' || word !== 'run')
    throw new Error(
      `"${line}" is no command of this project: begin it with npm run, or name it in ELSEWHERE with a reason.`,
    );
  const words = rest.filter((one, index) => !(index === 0 && one === '--'));
  if (task === 'flow') return runVerb(words, content);
  const done = spawnSync(process.execPath, [join(projectDir, 'scripts', 'run.mjs'), task, ...words], {
    cwd: projectDir,
    env: { ...process.env, CONTENT_DIR: content },
    encoding: 'utf8',
  });
  return { exit: done.status ?? 1, output: `${done.stdout}${done.stderr}` };
}

/** Defines the tests of one page. */
export function follow(name: string): void {
  const page = pages().find((one) => one.name === name);
  if (!page) throw new Error(`There is no docs/${name}.`);
  test.each(page.sections)(
    '$title',
    async ({ acts }) => {
      using copy = new Copy();
      for (const act of acts) {
        if (act.kind !== 'command') {
          copy.apply(act);
          continue;
        }
        if (ELSEWHERE.some(([pattern]) => pattern.test(act.words))) continue;
        const { exit, output } = await run(act.words, copy.dir);
        const missing = notPrinted(act.prints ?? [], output);
        expect({
          line: act.line,
          command: act.words,
          exit,
          ...((missing !== undefined || exit !== act.exit) && { missing, output }),
        }).toEqual({ line: act.line, command: act.words, exit: act.exit });
      }
    },
    120_000,
  );
}
