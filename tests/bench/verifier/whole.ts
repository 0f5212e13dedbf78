/** The whole verification, as `npm run flow -- verify` does it, with what it cost. */
import { verify, type Verified } from '../../../cli/verify/crew.ts';
import { problemsOf } from '../../../cli/verify/problems.ts';
import type { Files } from '../../../compile/index.ts';
import { failed } from '../../../cli/report/fixtures.ts';
import { isWrong } from '../../../cli/report/findings.ts';
import { options } from './growth.ts';

export interface Whole {
  /** From the first file to the last word. */
  readonly seconds: number;
  /** Seconds of processor time of all threads by piece of work. */
  readonly cpu: Readonly<Record<string, number>>;
  readonly states: number;
  readonly problems: number;
  readonly obligations: number;
  readonly broken: number;
  readonly fixtures: number;
  readonly failed: number;
  /** What somebody can reach and no fixture does. */
  readonly gaps: number;
}

/** Verifies content. Throws when it does not compile. */
export async function whole(files: Files): Promise<Whole> {
  const from = performance.now();
  const outcome = await verify(
    { files, options, pieces: ['check', 'prove', 'test', 'cover'], whole: false, obligations: [], flows: [] },
    () => undefined,
  );
  if (!('verified' in outcome)) throw new Error(`The content does not compile: ${JSON.stringify(outcome)}`);
  const { parts, seconds } = outcome.verified;
  const findings = parts.flatMap((part) => part.findings);
  const ran = parts.flatMap((part) => part.ran);
  return {
    seconds: (performance.now() - from) / 1000,
    cpu: sum([seconds, ...parts.map((part) => part.seconds)]),
    states: parts.reduce((all, { states }) => all + states, 0),
    problems: problemsOf(outcome.verified).length,
    obligations: findings.length,
    broken: findings.filter((one) => isWrong(one)).length,
    fixtures: ran.length,
    failed: ran.filter(failed).length,
    gaps: parts.flatMap(({ cover }) => cover.flatMap(({ gaps }) => gaps)).length,
  };
}

function sum(all: readonly Verified['seconds'][]): Readonly<Record<string, number>> {
  const total: Record<string, number> = {};
  for (const seconds of all)
    for (const [piece, one] of Object.entries(seconds)) total[piece] = (total[piece] ?? 0) + one;
  return total;
}
