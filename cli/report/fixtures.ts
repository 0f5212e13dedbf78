/** How fixtures came out. */
import type { Files } from '../../compile/index.ts';
import { otherDay } from '../../verifier/fixture/day.ts';
import { runLines } from '../../verifier/fixture/report.ts';
import type { Ran } from '../../verifier/fixture/verdict.ts';

export const failed = ({ failures }: Ran): boolean => failures.length > 0;

/**
 * One line, and one more for each difference, with its place in the file.
 * @param today the day whose rows and documents it was played with
 */
export function ranText({ fixture, failures }: Ran, files: Files, today: string): string {
  const lines = runLines(fixture, files[fixture.file] ?? '', failures);
  const day = failures.length > 0 ? otherDay(files, fixture.clock, today) : undefined;
  return day === undefined ? lines : `${lines}        ${day}\n`;
}

export function ranSummary(ran: readonly Ran[]): string {
  const bad = ran.filter(failed).length;
  return `${ran.length - bad} passed, ${bad} failed\n`;
}

/** The whole outcome as data, with the fixture's file and title in place of all of it. */
export const ranData = ({ fixture, ...rest }: Ran): object => ({ file: fixture.file, title: fixture.title, ...rest });
