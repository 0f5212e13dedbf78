/** Counts what passed and what failed, over everything that `npm test` runs. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}
export interface TestRow {
  readonly title: string;
  /** From the project's root. */
  readonly file: string;
  readonly status: 'passed' | 'failed' | 'skipped';
}

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

/**
 * Reads the JSON report of vitest.
 * A file that could not even be loaded has no test; it is one failed row of its own.
 * @throws when there is no report: vitest ended before it could write one.
 */
export function readReport(file: string, root: string): TestRow[] {
  if (!existsSync(file)) throw new Error(`vitest left no report at ${file}: read its output above.`);
  const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
  return report.testResults.flatMap((suite) => {
    const name = suite.name.startsWith(root) ? suite.name.slice(root.length) : suite.name;
    const rows = suite.assertionResults.map(
      (one): TestRow => ({
        title: one.fullName,
        file: name,
        status: one.status === 'passed' ? 'passed' : one.status === 'failed' ? 'failed' : 'skipped',
      }),
    );
    const broken = suite.status === 'failed' && !rows.some((row) => row.status === 'failed');
    return broken ? [...rows, { title: `${name} loads`, file: name, status: 'failed' as const }] : rows;
  });
}

/** The test files there are, from the root: what a whole run must have run. */
export const testFiles = (root: string): readonly string[] =>
  readdirSync(join(root, 'tests'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.test\.tsx?$/.test(name) && !/(^|[/\\])node_modules[/\\]/.test(name))
    .map((name) => `tests/${name.replaceAll('\\', '/')}`)
    .sort();

/**
 * A failed row for each file of which no row tells anything: it was not run, and what it would have shown is not known.
 */
export function unheardOf(files: readonly string[], rows: readonly TestRow[]): TestRow[] {
  const heard = new Set(rows.map(({ file }) => file));
  return files
    .filter((file) => !heard.has(file))
    .map((file): TestRow => ({ title: `${file} runs`, file, status: 'failed' }));
}

export const count = (rows: readonly Pick<TestRow, 'status'>[]): Tally => ({
  passed: rows.filter((row) => row.status === 'passed').length,
  failed: rows.filter((row) => row.status === 'failed').length,
  skipped: rows.filter((row) => row.status === 'skipped').length,
});

/** The closing line of `npm test`. */
export const closingLine = ({ passed, failed, skipped }: Tally): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
