/**
 * `npm run mutants [-- part of an id ...] [--share] [--json] [--write]`: makes every small mistake in the content and prints, by kind, what notices it.
 * Exit 1 when nothing notices a mutant that survivors.json does not name. `--write` corrects that list by what was asked now. `--share` asks only
 * about those that `npm test` asks about.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { contentOf, parseCommand } from '../../../cli/command.ts';
import { mutantsOf } from './generate.ts';
import { table, unexpected, type Survivors } from './report.ts';
import { judgeAll, type Judged } from './run.ts';
import { share } from './spread.ts';

const list = new URL('./survivors.json', import.meta.url);
const known = JSON.parse(readFileSync(list, 'utf8')) as Survivors;
const { names, json, options: flags, ...rest } = parseCommand(['mutants', ...process.argv.slice(2)]);
const { files, options } = contentOf({ names, json, options: flags, ...rest });
const all = mutantsOf(files);
const chosen = ('share' in flags ? share(all) : all).filter(({ id, kind }) => names.length === 0 || names.some((name) => id.includes(name) || kind === name));
const began = performance.now();
const modules = mkdtempSync(join(tmpdir(), 'waymark-mutants-'));
process.on('exit', () => rmSync(modules, { recursive: true }));
const judged = await judgeAll({ files, options, modules }, chosen, availableParallelism(), (done) => {
  if (done % 50 === 0) process.stderr.write(`${done} of ${chosen.length}, ${Math.round((performance.now() - began) / 1000)} s\n`);
});

const news = unexpected(judged, known);
if ('write' in flags) {
  const asked = new Set(judged.map(({ id }) => id));
  const made = new Set(all.map(({ id }) => id));
  const now = (was: Readonly<Record<string, string>>, by: readonly string[], reason = ({ how }: Judged) => how): Record<string, string> => ({
    ...Object.fromEntries(Object.entries(was).filter(([id]) => made.has(id) && !asked.has(id))),
    ...Object.fromEntries(judged.filter((one) => by.includes(one.by)).map((one) => [one.id, reason(one)])),
  });
  const after: Survivors = { walked: now(known.walked, ['ways', 'prove']), equivalent: now(known.equivalent, ['equivalent']), alive: now(known.alive, ['nothing']) };
  writeFileSync(list, `${JSON.stringify(after, undefined, 2)}\n`);
}
if (json) process.stdout.write(`${JSON.stringify(judged, undefined, 2)}\n`);
else {
  process.stdout.write(`${table(judged)}\n`);
  for (const { id, how } of news) process.stdout.write(`not noticed: ${id}\n    ${how}\n`);
  process.stdout.write(`${judged.length} mutants, ${judged.filter(({ by }) => by === 'nothing').length} not noticed, ${news.length} of them not in survivors.json\n`);
}
process.exitCode = news.length > 0 ? 1 : 0;
