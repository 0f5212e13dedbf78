/** `npm run mutants`: makes every small mistake in the content and prints, by kind, what notices it. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { contentOf, parseCommand } from '../../../cli/command.ts';
import { asksOf, HELP } from './asks.ts';
import { mutantsOf } from './generate.ts';
import { stale, table, unexpected, type Survivors } from './report.ts';
import { addTo, resultsIn } from './results.ts';
import { judgeAll, type Judged } from './run.ts';
import { share, spread } from './spread.ts';

const list = new URL('./survivors.json', import.meta.url);
const known = JSON.parse(readFileSync(list, 'utf8')) as Survivors;
const command = parseCommand(['mutants', ...process.argv.slice(2)]);
const asks = asksOf(command.options);
if (asks === 'help') {
  process.stdout.write(HELP);
  process.exit(0);
}
if (typeof asks === 'string') {
  process.stderr.write(`${asks}\n`);
  process.exit(2);
}
const { names, json } = command;
const { files, options } = contentOf(command);
const all = mutantsOf(files);
const named = ('share' in command.options ? share(all) : all).filter(
  ({ id, kind }) => names.length === 0 || names.some((name) => id.includes(name) || kind === name),
);
const chosen = asks.count === undefined ? named : spread(named, asks.count);
const { results } = asks;
const verdicts = new Map((results === undefined ? [] : resultsIn(results, files)).map((one) => [one.id, one]));
const began = performance.now();
const modules = mkdtempSync(join(tmpdir(), 'waymark-mutants-'));
process.on('exit', () => rmSync(modules, { recursive: true }));
await judgeAll(
  { files, options, modules },
  chosen.filter(({ id }) => !verdicts.has(id)),
  {
    threads: asks.threads ?? availableParallelism(),
    told: (judged) => {
      for (const one of judged) verdicts.set(one.id, one);
      if (results !== undefined) addTo(results, judged);
      if (verdicts.size % 50 < judged.length)
        process.stderr.write(
          `${verdicts.size} of ${chosen.length}, ${Math.round((performance.now() - began) / 1000)} s\n`,
        );
    },
  },
);
const judged = chosen.map(({ id }): Judged => {
  const one = verdicts.get(id);
  if (!one) throw new Error(`The mutant "${id}" was not judged: a thread ended early.`);
  return one;
});

const news = unexpected(judged, known);
const noticed = stale(judged, known);
if ('write' in command.options) {
  const asked = new Set(judged.map(({ id }) => id));
  const made = new Set(all.map(({ id }) => id));
  const now = (was: Readonly<Record<string, string>>, by: readonly Judged['by'][]): Record<string, string> => ({
    ...Object.fromEntries(Object.entries(was).filter(([id]) => made.has(id) && !asked.has(id))),
    ...Object.fromEntries(
      judged
        .filter((one) => by.includes(one.by))
        .map((one) => [one.id, by.includes('nothing') ? (was[one.id] ?? one.how) : one.how]),
    ),
  });
  const after: Survivors = {
    walked: now(known.walked, ['ways', 'prove', 'mistake']),
    equivalent: now(known.equivalent, ['equivalent']),
    alive: now(known.alive, ['nothing']),
  };
  writeFileSync(list, `${JSON.stringify(after, undefined, 2)}\n`);
}
if (json) process.stdout.write(`${JSON.stringify(judged, undefined, 2)}\n`);
else {
  process.stdout.write(`${table(judged)}\n`);
  for (const { id, how } of news) process.stdout.write(`not noticed: ${id}\n    ${how}\n`);
  for (const { id, how } of noticed)
    process.stdout.write(`noticed after all, though survivors.json says otherwise: ${id}\n    ${how}\n`);
  process.stdout.write(
    `${judged.length} mutants, ${judged.filter(({ by }) => by === 'nothing').length} not noticed, ${news.length} of them not in survivors.json\n`,
  );
}
process.exitCode = news.length > 0 || noticed.length > 0 ? 1 : 0;
