/** What `flow verify` printed, as rows of a run of the tests. */
import type { TestRow } from './tally.ts';

/** How many were asked, and of how many it is proved: the summaries of obligations and of standing duties. */
const SUMMARY = /^(?:prove|standing duties): (\d+) asked: (\d+) proved/gm;

/**
 * Whether nothing is wrong with the content, and whether every obligation and standing duty of every brand is proved:
 * `verify` takes "no counterexample" for well.
 * @param code with which it ended
 * @param output all that it printed
 */
export function contentRows({ code, output }: { readonly code: number; readonly output: string }): readonly TestRow[] {
  const summaries = [...output.matchAll(SUMMARY)].map(([, asked, proved]) => [Number(asked), Number(proved)] as const);
  const isProved = summaries.length === 2 && summaries.every(([asked, proved]) => asked > 0 && asked === proved);
  const row = (title: string, holds: boolean): TestRow => ({
    title,
    file: 'cli/main.ts',
    status: holds ? 'passed' : 'failed',
  });
  return [row('the content holds', code === 0), row('every duty of every brand is proved', isProved)];
}
