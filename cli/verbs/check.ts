/**
 * `check [flow...]`: every problem of the content as `file:line:column: message`, then what to do and, for rules and
 * paths, an example applicant; exit 1 when there is any.
 */
import type { Problem } from '../../compile/index.ts';
import type { Command } from '../command.ts';
import { problemsText } from '../report/problems.ts';
import { ordered } from '../verify/run.ts';
import type { Examples } from '../verify/order.ts';

/**
 * Problems of form first; rules and paths are looked at when there are none, the paths of these flows alone where any
 * is named. `--json`: the problems as a list, a whole way as a fixture. Progress goes to standard error.
 */
export async function verb(command: Command): Promise<number> {
  const print = (problems: readonly Problem[], examples: Examples, whole: boolean): string =>
    command.json ? `${JSON.stringify(problems, undefined, 2)}\n` : problemsText(problems, examples, whole);
  return ordered(
    command,
    { pieces: ['check'], flows: command.names },
    {
      tell: (verified) => {
        const { problems } = verified;
        return { text: print(problems, verified.examples, !verified.interrupted), well: problems.length === 0 };
      },
      refused: (problems) => void process.stdout.write(print(problems, {}, true)),
    },
  );
}
