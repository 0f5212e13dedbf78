/**
 * The tests of the pages of docs/: they do what the pages say. A page for a kind of reader is a test for each section,
 * which begins with the content as it is; a task page is one example from its beginning to its end.
 */
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

interface Page {
  /** Below docs/. */
  readonly name: string;
  readonly sections: readonly Section[];
}
const TASKS = 'tasks/';

/** The pages there are. */
export const pages = (): readonly Page[] =>
  readdirSync(join(projectDir, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .toSorted()
    .map((name) => ({
      name,
      sections: readPage(name, readFileSync(join(projectDir, 'docs', name), 'utf8'), { isOne: name.startsWith(TASKS) }),
    }));

/** The brand of most examples. */
const BRAND = 'payday';
/**
 * Speaks of other brands: by their ids, not by a word that is one too ("consumer installment loans"), or by what they
 * share with this one, whose app no longer uses it.
 */
const OTHERS = new RegExp(
  `(?:\\bbrands/|--(?:brand|like) |\\\\")(?:${readdirSync(join(projectDir, 'brands'))
    .filter((name) => name !== BRAND)
    .join('|')})\\b|brands/${BRAND}/app\\.json`,
);
/** What is proved is counted over all brands; a page that prints the count asks all of them. */
const COUNTS = /^\d+ asked: /;
/** The only brand that a section needs: everything is said of one as of all; undefined where it speaks of others. */
const brandOf = ({ acts }: Section): string | undefined =>
  OTHERS.test(JSON.stringify(acts)) ||
  acts.some((act) => act.kind === 'command' && act.prints?.some((line) => COUNTS.test(line)))
    ? undefined
    : BRAND;

/** @param content the copy of the content that a page changes; CONTENT_DIR=+my lays its folder `my` over it */
async function run(line: string, content: string): Promise<Printed> {
  const [, over, command = line] = /^CONTENT_DIR=\+(\S+) (.*)$/.exec(line) ?? [];
  const [npm, word, task = '', ...rest] = wordsOf(command);
  if (npm !== 'npm' || word !== 'run')
    throw new Error(
      `"${line}" is no command of this project: begin it with npm run, or name it in ELSEWHERE with a reason.`,
    );
  const words = rest.filter((one, index) => !(index === 0 && one === '--'));
  if (task === 'flow') return runVerb(over === undefined ? words : [...words, '--content', `+${over}`], content);
  const done = spawnSync(process.execPath, [join(projectDir, 'scripts', 'run.mjs'), task, ...words], {
    cwd: projectDir,
    env: { ...process.env, CONTENT_DIR: over === undefined ? content : `+${join(content, over)}` },
    encoding: 'utf8',
  });
  return { exit: done.status ?? 1, output: `${done.stdout}${done.stderr}` };
}

/** Defines the tests of a page for a kind of reader. */
export function follow(name: string): void {
  const page = pages().find((one) => one.name === name);
  if (!page) throw new Error(`There is no docs/${name}.`);
  followSections(page.sections);
}

/** Defines the tests of all task pages: one each. */
export function followTasks(): void {
  followSections(pages().flatMap(({ name, sections }) => (name.startsWith(TASKS) ? sections : [])));
}

function followSections(sections: readonly Section[]): void {
  test.each(sections)(
    '$title',
    async (section) => {
      using copy = new Copy(brandOf(section));
      for (const act of section.acts) {
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
    480_000,
  );
}
