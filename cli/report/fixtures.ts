/** How fixtures came out. */
import type { Files } from '../../compile/index.ts';
import { runLines } from '../../verifier/fixture/report.ts';
import type { Ran } from '../../verifier/fixture/verdict.ts';

export const failed = ({ failures }: Ran): boolean => failures.length > 0;

/** One line, and one more for each difference, with its place in the file. */
export const ranText = ({ fixture, failures }: Ran, files: Files): string =>
  runLines(fixture, files[fixture.file] ?? '', failures);

export function ranSummary(ran: readonly Ran[]): string {
  const bad = ran.filter(failed).length;
  return `${ran.length - bad} passed, ${bad} failed\n`;
}

/** The whole outcome as data, with the fixture's file and title in place of all of it. */
export const ranData = ({ fixture, ...rest }: Ran): object => ({ file: fixture.file, title: fixture.title, ...rest });
