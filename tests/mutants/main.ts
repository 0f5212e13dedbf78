/**
 * `npm run mutants -- code [room ...] [--count 200] [--seed 1] [--changed revision]`: makes small mistakes in the code
 * of each room, one at a time, and asks the tests that come by it. A sample of `--count` in each room, always the same
 * for one seed; with `--changed`, all mutants of the files that differ from a revision, and no others. Prints for each
 * room how many were noticed and lists the rest; exit 1 when fewer than 85 % are.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { resultsDir, root } from '../../scripts/lib/paths.ts';
import { rooms } from './rooms.ts';
import { coverage, judge, type Judged } from './run.ts';
import { arm, codeOf, copyProject, instrument, type Mutant } from './sandbox.ts';
import { sample } from './sample.ts';

/** Percent of a sample that the tests must notice. */
const ASKED = 85;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    changed: { type: 'string' },
  },
});
const unknown = positionals.filter((name) => !Object.hasOwn(rooms, name));
if (unknown.length > 0) {
  console.error(`There is no room "${unknown.join('", "')}". There are: ${Object.keys(rooms).join(', ')}.`);
  process.exit(2);
}
const changed =
  values.changed === undefined
    ? undefined
    : new Set(execFileSync('git', ['diff', '--name-only', values.changed], { cwd: root }).toString().split('\n'));

const lanes = availableParallelism();
const base = mkdtempSync(join(tmpdir(), 'waymark-mutants-'));
process.on('exit', () => rmSync(base, { recursive: true, force: true }));

const line = ({ file, line: at, column, kind, was, becomes, verdict, asked, covering }: Judged): string =>
  `${verdict}: ${file}:${at}:${column} ${kind} (asked ${asked} of ${covering})\n    ${was.replaceAll(/\s+/g, ' ').slice(0, 150)}\n    ${becomes.replaceAll(/\s+/g, ' ').slice(0, 150)}`;

for (const name of positionals.length > 0 ? positionals : Object.keys(rooms)) {
  const room = rooms[name];
  if (!room) continue;
  const began = performance.now();
  const { mutants, written } = await instrument(root, codeOf(root, room.code));
  const chosen = changed
    ? mutants.filter(({ file }) => changed.has(file))
    : sample(mutants, Number(values.count), Number(values.seed));
  const copies = Array.from({ length: lanes }, (_, index) => join(base, `${name}-${index}`));
  for (const copy of copies) {
    copyProject(copy);
    arm(copy, written);
  }
  const { covering, left } = await coverage(copies[0] ?? '', room.tests);
  console.log(
    `${name}: ${mutants.length} mutants in ${written.length} files, ${chosen.length} of them asked of ${covering.length} test files (${Math.round((performance.now() - began) / 1000)} s).`,
  );
  if (left.length > 0) console.log(`  Not asked, they fail in a copy without a mutant: ${left.join(', ')}`);
  const judged: Judged[] = [];
  const waiting: Mutant[] = [...chosen];
  await Promise.all(
    copies.map(async (copy) => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        // What the compiler made under another mutant is not this one's.
        rmSync(join(copy, 'node_modules', '.cache'), { recursive: true, force: true });
        judged.push(await judge(copy, next, covering));
      }
    }),
  );
  for (const copy of copies) rmSync(copy, { recursive: true, force: true });
  const alive = judged.filter(({ verdict }) => verdict === 'survived' || verdict === 'never run');
  const percent = judged.length === 0 ? 100 : (100 * (judged.length - alive.length)) / judged.length;
  for (const one of alive.toSorted((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line)))
    console.log(line(one));
  console.log(
    `${name}: ${judged.length - alive.length} of ${judged.length} noticed, ${percent.toFixed(1)} % (${judged.filter(({ verdict }) => verdict === 'timeout').length} by time, ${judged.filter(({ verdict }) => verdict === 'never run').length} never run), ${Math.round((performance.now() - began) / 1000)} s`,
  );
  mkdirSync(resultsDir, { recursive: true });
  writeFileSync(join(resultsDir, `mutants-${name}.json`), `${JSON.stringify(judged, undefined, 1)}\n`);
  if (percent < ASKED) process.exitCode = 1;
}
