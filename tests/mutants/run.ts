/** Runs the tests of a copy of the project: once to learn what they come by, then once for each mutant. */
import { spawn } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pinnedNode, tool } from '../../scripts/lib/paths.ts';
import { ACTIVE, type Mutant } from './sandbox.ts';

/** A test file of the copy that passes there. */
export interface Covering {
  readonly file: string;
  readonly seconds: number;
  /** Ids of the mutants it comes by. */
  readonly mutants: ReadonlySet<string>;
}

type Verdict = 'killed' | 'timeout' | 'survived' | 'never run';
export interface Judged extends Mutant {
  readonly verdict: Verdict;
  /** How many test files come by it, and how many of them were asked. */
  readonly covering: number;
  readonly asked: number;
}

interface Ended {
  readonly code: number | 'timeout';
  readonly output: string;
}

/** Runs vitest over the files; the whole family of processes ends when `seconds` are over. */
function run(
  copy: string,
  {
    files,
    seconds,
    env,
  }: { readonly files: readonly string[]; readonly seconds: number; readonly env: Readonly<Record<string, string>> },
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(
      pinnedNode,
      [
        tool('vitest/vitest.mjs'),
        'run',
        ...(env['REPORT'] ? ['--reporter=json', `--outputFile.json=${env['REPORT']}`] : []),
      ],
      {
        cwd: copy,
        env: { ...process.env, ...env, MUTANT_TESTS: files.join(','), NODE_ENV: 'test' },
        stdio: ['ignore', 'pipe', 'pipe'],
        detached: true,
      },
    );
    let output = '';
    let late = false;
    const take = (chunk: string): void => {
      output = (output + chunk).slice(-4000);
    };
    child.stdout.setEncoding('utf8').on('data', take);
    child.stderr.setEncoding('utf8').on('data', take);
    const end = setTimeout(() => {
      late = true;
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    }, seconds * 1000);
    child.on('error', reject);
    child.on('close', (code) => {
      clearTimeout(end);
      resolve({ code: late ? 'timeout' : (code ?? 1), output });
    });
  });
}

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly startTime: number;
    readonly endTime: number;
    readonly message: string;
    readonly assertionResults: readonly { readonly status: string; readonly failureMessages: readonly string[] }[];
  }[];
}

/**
 * Which test files of the folders come by which mutants; those that fail without any mutant (they read the code's own
 * text, say) are left out and named in `left`.
 */
export async function coverage(
  copy: string,
  folders: readonly string[],
): Promise<{ readonly covering: readonly Covering[]; readonly left: readonly string[] }> {
  const files = folders
    .flatMap((folder) => globSync(`tests/${folder}/**/*.test.ts`, { cwd: copy }))
    .filter((file) => !file.includes('/node_modules/'));
  const kept = join(copy, '.coverage');
  const report = join(copy, 'report.json');
  rmSync(kept, { recursive: true, force: true });
  mkdirSync(kept);
  const { code, output } = await run(copy, { files, seconds: 1800, env: { MUTANT_COVERAGE: kept, REPORT: report } });
  const told = (JSON.parse(readFileSync(report, 'utf8')) as Report).testResults;
  const by = new Map(
    readdirSync(kept).map((name) => {
      const { file, mutants } = JSON.parse(readFileSync(join(kept, name), 'utf8')) as {
        file: string;
        mutants: string[];
      };
      return [file, new Set(mutants)] as const;
    }),
  );
  const passed = told.filter(({ name, status }) => status === 'passed' && by.has(name));
  return {
    covering: passed
      .map(({ name, startTime, endTime }) => ({
        file: relative(copy, name),
        seconds: (endTime - startTime) / 1000,
        mutants: by.get(name) ?? new Set<string>(),
      }))
      .toSorted((one, other) => one.seconds - other.seconds),
    left: files
      .filter((file) => !passed.some(({ name }) => relative(copy, name) === file))
      .map((file) => {
        const one = told.find(({ name }) => relative(copy, name) === file);
        const why = one?.message || one?.assertionResults.find(({ status }) => status === 'failed')?.failureMessages[0];
        return `${file} (${(why ?? (one ? 'tells no coverage' : `was not run: ${code} ${output.slice(-200)}`)).slice(0, 300)})`;
      }),
  };
}

/** Seconds of tests that one mutant may ask for, as they took without one. */
const ENOUGH = 45;

/** Whether the tests notice one mutant: the quickest that come by it first, until one fails or `ENOUGH` is over. */
export async function judge(copy: string, mutant: Mutant, covering: readonly Covering[]): Promise<Judged> {
  const by = covering.filter(({ mutants }) => mutants.has(mutant.id));
  let sum = 0;
  const asked = by.filter(({ seconds }, index) => index === 0 || (sum += seconds) <= ENOUGH);
  if (asked.length === 0) return { ...mutant, verdict: 'never run', covering: 0, asked: 0 };
  const usual = asked.reduce((all, { seconds }) => all + seconds, 0);
  const { code } = await run(copy, {
    files: asked.map(({ file }) => file),
    seconds: 60 + usual * 5,
    env: { [ACTIVE]: mutant.id },
  });
  const verdict = code === 'timeout' ? 'timeout' : code === 0 ? 'survived' : 'killed';
  return { ...mutant, verdict, covering: by.length, asked: asked.length };
}
