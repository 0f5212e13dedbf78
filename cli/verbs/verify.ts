/**
 * `verify`: check, prove, test and cover at once, on one exploration of each flow and on two threads; exit 1 when any
 * of them finds something wrong.
 */
import type { Files } from '../../compile/index.ts';
import type { Finding } from '../../verifier/prove/prove-all.ts';
import { contentOf, type Command } from '../command.ts';
import { coverData, coverHead, gapsText } from '../report/cover.ts';
import { findingText, findingsSummary, isWrong } from '../report/findings.ts';
import { failed, ranData, ranSummary, ranText } from '../report/fixtures.ts';
import { problemsText } from '../report/problems.ts';
import { replayed } from '../verify/replayed.ts';
import { ordered, type Told } from '../verify/run.ts';

/**
 * Prints what each of the four finds wrong, and their summaries. `--json`: `{ check, prove, test, cover }`, each as its
 * own verb gives it. Progress goes to standard error; Ctrl-C prints what is known so far.
 */
export async function verb(command: Command): Promise<number> {
  const { today } = contentOf(command).options;
  return ordered(
    command,
    { pieces: ['check', 'prove', 'test', 'cover'] },
    {
      tell: async (verified, files) => {
        const known = foundIn(verified);
        const found = { ...known, findings: await replayed(command, known.findings) };
        const well =
          found.problems.length === 0 &&
          !found.findings.some((one) => isWrong(one)) &&
          !found.ran.some(failed) &&
          found.covers.every(({ gaps }) => gaps.length === 0);
        return { text: command.json ? asData(found) : asText(found, verified, { files, today }), well };
      },
    },
  );
}

function foundIn({ parts, problems }: Told) {
  return {
    problems,
    findings: parts.flatMap((part) => part.findings),
    ran: parts.flatMap((part) => part.ran),
    covers: parts.flatMap((part) => part.cover),
  };
}
type Found = Omit<ReturnType<typeof foundIn>, 'findings'> & { readonly findings: readonly Finding[] };

function asText(
  { problems, findings, ran, covers }: Found,
  { examples, interrupted }: Told,
  { files, today }: { readonly files: Files; readonly today: string },
): string {
  return [
    'check: ',
    problemsText(problems, examples, !interrupted),
    ...findings.filter((one) => one.verdict === 'tried' || isWrong(one)).map((one) => findingText(one)),
    'prove: ',
    findingsSummary(findings),
    ...ran.filter(failed).map((one) => ranText(one, files, today)),
    'test: ',
    ranSummary(ran),
    ...covers.flatMap((cover) => ['cover: ', coverHead(cover), gapsText(cover)]),
  ].join('');
}

const asData = ({ problems, findings, ran, covers }: Found): string =>
  `${JSON.stringify({ check: problems, prove: findings, test: ran.map(ranData), cover: covers.map(coverData) }, undefined, 2)}\n`;
