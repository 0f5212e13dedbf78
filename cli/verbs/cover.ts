/** `cover [flow...]`: the steps, transitions and rule clauses that no fixture reaches; `--write` adds the smallest set of fixtures that does. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ResolvedBrand } from '../../compile/resolve.ts';
import { coverOf, percent, type CoverInput, type FlowCover, type Gap } from '../../verifier/cover/cover.ts';
import { rewriting, type Rewriting } from '../../verifier/cover/write.ts';
import { fixtureFiles, readFixture } from '../../verifier/fixture/fixture.ts';
import { contentOf, type Command } from '../command.ts';
import { loadOrTell, productNamed } from '../products.ts';

/** Prints each flow's share, then each gap as `file:line:column: sentence`; 1 below 100 %. `--json`: the same as data. Progress goes to standard error. */
export async function verb(command: Command): Promise<number> {
  const loaded = await loadOrTell(contentOf(command));
  if (!loaded) return 1;
  const { files, options, products } = loaded;
  const { source, brands } = loaded.resolved;
  const unknown = command.names.filter((name) => !source.flows[name]);
  if (unknown.length > 0) {
    process.stderr.write(`There is no flow ${unknown.join(', ')}; there are ${Object.keys(source.flows).join(', ')}.\n`);
    return 1;
  }
  const fixtures = fixtureFiles(files).map((file) => readFixture(file, files[file] ?? ''));
  let interrupted = false;
  const stop = (): void => {
    interrupted = true;
  };
  process.once('SIGINT', stop);
  try {
    const inputOf = (brand: ResolvedBrand): CoverInput => {
      let told = 0;
      return {
        source, brand, product: productNamed(products, brand.id), fixtures, today: options.today, flows: command.names,
        goOn: (flow, states) => {
          if (states >= told + 1000) process.stderr.write(`${brand.id}/${flow}: ${(told = states)} states\n`);
          return !interrupted;
        },
      };
    };
    if ('write' in command.options) {
      const done = Object.values(brands).map((brand) => rewriting(inputOf(brand), files, `${options.today}T17:00:00.000Z`));
      for (const { add, again } of done) for (const { file, text } of [...add, ...again]) save(join(command.content.at(-1) ?? '.', file), text);
      process.stdout.write(command.json ? `${JSON.stringify(done.map(writtenData), undefined, 2)}\n` : done.map(writtenText).join(''));
      return done.every(({ broken, left, taken }) => broken.length + left.length + taken.length === 0) ? 0 : 1;
    }
    const found = Object.values(brands).flatMap((brand) => coverOf(inputOf(brand)).flows);
    process.stdout.write(command.json ? `${JSON.stringify(found.map(asData), undefined, 2)}\n` : found.map(asText).join(''));
    return found.every(({ gaps }) => gaps.length === 0) ? 0 : 1;
  } finally {
    process.removeListener('SIGINT', stop);
  }
}

const at = ({ goal: { place }, says }: Gap): string => `${place.file}:${place.line}:${place.column}: ${says}\n`;

const plain = ({ goal: { id, kind, place }, says }: Gap): object => ({ file: place.file, line: place.line, column: place.column, kind, id, says });

function asText(cover: FlowCover): string {
  const { brand, flow, counts, gaps, apart, states, inexact } = cover;
  const share = (name: string, kind: keyof typeof counts): string => `${name} ${percent(counts[kind])} % (${counts[kind].reached} of ${counts[kind].total})`;
  const head = `${brand}/${flow}: ${share('steps', 'step')}, ${share('transitions', 'way')}, ${share('clauses', 'clause')}, ${share('limits', 'limit')}\n`;
  const rest = apart.length === 0 ? '' : `  ${inexact === undefined ? `Unreachable; all ${states} states were looked at` : `Not reached within ${states} states either, which are not all there are (${inexact})`}, so no fixture is asked for:\n${apart.map((gap) => `    ${at(gap)}`).join('')}`;
  return head + gaps.map((gap) => `  ${at(gap)}`).join('') + rest;
}

function asData(cover: FlowCover): object {
  const { brand, flow, counts, gaps, apart, states, inexact } = cover;
  return { brand, flow, counts, gaps: gaps.map(plain), apart: apart.map(plain), exhaustive: inexact === undefined, states, ...(inexact !== undefined && { why: inexact }) };
}

function save(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function writtenText({ add, again, broken, needless, taken, left }: Rewriting): string {
  return [
    ...add.map(({ file }) => `written: ${file}`),
    ...again.flatMap(({ file, differences }) => [`recorded anew: ${file}`, ...differences.map((line) => `    ${line}`)]),
    ...broken.flatMap(({ fixture, failures }) => [`can no longer be played, mend or remove it: ${fixture.file}`, ...failures.map((line) => `    ${line}`)]),
    ...needless.map((file) => `no longer needed, everything is reached without it: ${file}`),
    ...taken.map((file) => `not written, because there is another file of this name: ${file}`),
    ...(left.length > 0 ? ['No fixture could be made for:', ...left.map((gap) => `    ${at(gap).trimEnd()}`)] : []),
    ...(add.length + again.length + broken.length + needless.length + taken.length + left.length === 0 ? ['Nothing to write: everything that can be reached is.'] : []),
    '',
  ].join('\n');
}

function writtenData({ add, again, broken, needless, taken, left }: Rewriting): object {
  return {
    written: add.map(({ file }) => file), again: again.map(({ file, differences }) => ({ file, differences })),
    broken: broken.map(({ fixture, failures }) => ({ file: fixture.file, failures })), needless, taken, left: left.map(plain),
  };
}
