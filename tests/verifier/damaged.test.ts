import { expect, test } from 'vitest';
import { projectDir, readFiles } from '../../compile/disk.ts';
import { compileResolved, concernsOf, resolveContent, type Files, type Problem } from '../../compile/index.ts';
import { damages, type Damage } from './damaged.ts';
import { checked, lending } from './lending.ts';

const options = { env: 'local', today: '2026-11-20' } as const;
const real = readFiles([projectDir]);
/**
 * Seconds that one damaged file may take of a processor, on a machine that checks the whole content in a tenth of one.
 */
const LIMIT = 2;

interface Outcome {
  readonly damage: Damage;
  /** `undefined`: it was thrown. */
  readonly problems?: readonly Problem[];
  readonly thrown?: string;
  /** Processor time. */
  readonly seconds: number;
}

function seconds(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

function suffer(damage: Damage): Outcome {
  const files: Files = Object.fromEntries(
    Object.entries({ ...real, ...damage.changed }).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  let problems: readonly Problem[] | undefined;
  let thrown: string | undefined;
  const spent = seconds(() => {
    try {
      const resolved = resolveContent(files, options);
      problems = [...compileResolved(resolved, options).problems, ...concernsOf(resolved, true)];
    } catch (error) {
      thrown = error instanceof Error ? (error.stack ?? error.message) : String(error);
    }
  });
  return { damage, seconds: spent, ...(problems && { problems }), ...(thrown !== undefined && { thrown }) };
}

const name = ({ damage }: Outcome): string => `${damage.kind}: ${damage.file}`;

const all = damages(real, 20_261_120);

test('there are more than five hundred damaged definitions', () => {
  expect(all.length).toBeGreaterThan(500);
});

test.each([0, 1])(
  'each damaged definition gives a problem or loads, none crashes, none takes long: half %i',
  (half) => {
    const mine = all.filter((_, index) => index % 2 === half);
    for (let warm = 0; warm < 3; warm++) resolveContent(real, options);
    const whole = seconds(() =>
      resolveContent({ ...real, 'flows/app.json': `${real['flows/app.json'] ?? ''} ` }, options),
    );
    const outcomes = mine.map(suffer);

    expect(
      outcomes.filter(({ thrown }) => thrown !== undefined).map((one) => `${name(one)}\n${one.thrown ?? ''}`),
    ).toEqual([]);
    expect(outcomes.filter(({ damage, problems }) => damage.certain && problems?.length === 0).map(name)).toEqual([]);
    const illTold = outcomes.flatMap((one) =>
      (one.problems ?? [])
        .filter(
          ({ file, line, column, code, message, fix }) =>
            !(
              file.length > 0 &&
              line >= 1 &&
              column >= 1 &&
              code.length > 0 &&
              message.length > 3 &&
              message.length < 2000 &&
              fix.length > 3
            ),
        )
        .map((problem) => `${name(one)}: ${JSON.stringify(problem).slice(0, 300)}`),
    );
    expect(illTold).toEqual([]);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);

    const slowest = [...outcomes].sort((a, b) => b.seconds - a.seconds).slice(0, 5);
    const told = outcomes.filter(({ problems }) => problems && problems.length > 0).length;
    console.info(
      `${mine.length} damaged definitions: ${told} told, ${mine.length - told} loaded; ${outcomes.reduce((sum, one) => sum + one.seconds, 0).toFixed(1)} s of processor time; slowest ${slowest.map((one) => `${one.seconds.toFixed(2)} s (${name(one)})`).join(', ')}`,
    );
    const limit = LIMIT * Math.max(1, whole / 0.1);
    expect(slowest.filter((one) => one.seconds > limit).map((one) => `${name(one)}: ${one.seconds} s`)).toEqual([]);
  },
  240_000,
);

test('what loads all the same is checked to the end', async () => {
  const own = damages(lending, 1).filter(
    ({ kind, file }, i) =>
      i % 4 === 0 && /^(flows|brands|compliance)/.test(file) && !/megabytes|hundred thousand|just not/.test(kind),
  );
  const crashed: string[] = [];
  let loaded = 0;
  for (const damage of [
    ...own,
    { kind: 'a file is gone', file: 'flows/app.json', changed: { 'flows/app.json': undefined } },
  ]) {
    const files: Files = Object.fromEntries(
      Object.entries({ ...lending, ...damage.changed }).filter(
        (entry): entry is [string, string] => entry[1] !== undefined,
      ),
    );
    if (resolveContent(files, options).problems.length > 0) continue;
    loaded += 1;
    try {
      await checked(files);
    } catch (error) {
      crashed.push(`${damage.kind}: ${damage.file}\n${error instanceof Error ? (error.stack ?? '') : String(error)}`);
    }
  }
  expect(crashed).toEqual([]);
  expect(loaded).toBeGreaterThan(5);
}, 240_000);

test('the same seed makes the same damages, another makes others', () => {
  const texts = (seed: number): string =>
    JSON.stringify(damages(real, seed).filter(({ kind }) => !kind.includes('megabytes')));
  expect(texts(7) === texts(7)).toBe(true);
  expect(texts(7) === texts(8)).toBe(false);
});
