/**
 * `npm run mutants [-- part of an id ...] [--json] [--write]`: makes every small mistake in the content and prints, by kind, what notices it.
 * Exit 1 when nothing notices a mutant that survivors.json does not name. `--write` writes that list anew, with the reasons it has.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { contentOf, parseCommand } from '../../../cli/command.ts';
import { mutantsOf } from './generate.ts';
import { table, unexpected, type Survivors } from './report.ts';
import { judgeAll, type Judged } from './run.ts';

const list = new URL('./survivors.json', import.meta.url);
const known = JSON.parse(readFileSync(list, 'utf8')) as Survivors;
const { names, json, options: flags, ...rest } = parseCommand(['mutants', ...process.argv.slice(2)]);
const { files, options } = contentOf({ names, json, options: flags, ...rest });
const chosen = mutantsOf(files).filter(({ id, kind }) => names.length === 0 || names.some((name) => id.includes(name) || kind === name));
const began = performance.now();
const judged = await judgeAll({ files, options }, chosen, availableParallelism(), (done) => {
  if (done % 50 === 0) process.stderr.write(`${done} of ${chosen.length}, ${Math.round((performance.now() - began) / 1000)} s\n`);
});

const news = unexpected(judged, known);
if ('write' in flags) {
  const of = (...by: readonly string[]): readonly Judged[] => judged.filter((one) => by.includes(one.by));
  const reasons = (ones: readonly Judged[]): Record<string, string> => Object.fromEntries(ones.map(({ id, how }) => [id, how]));
  const alive = Object.fromEntries(of('nothing').map(({ id }) => [id, known.alive[id] ?? 'Not looked at yet.']));
  writeFileSync(list, `${JSON.stringify({ walked: reasons(of('ways', 'prove')), equivalent: reasons(of('equivalent')), alive } satisfies Survivors, undefined, 2)}\n`);
}
if (json) process.stdout.write(`${JSON.stringify(judged, undefined, 2)}\n`);
else {
  process.stdout.write(`${table(judged)}\n`);
  for (const { id, how } of news) process.stdout.write(`not noticed: ${id}\n    ${how}\n`);
  process.stdout.write(`${judged.length} mutants, ${judged.filter(({ by }) => by === 'nothing').length} not noticed, ${news.length} of them not in survivors.json\n`);
}
process.exitCode = news.length > 0 ? 1 : 0;
