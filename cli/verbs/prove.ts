/** `prove [obligation]`: each obligation proved, or its shortest counterexample as a fixture. */
import type { Command } from '../command.ts';
import { findingText, findingsSummary, isWrong } from '../report/findings.ts';
import { replayed } from '../verify/replayed.ts';
import { ordered } from '../verify/run.ts';

/**
 * Prints what is known of each obligation and brand, each counterexample played again by the engine and the server; 1
 * when any is broken or never asked. `--json`: every finding whole. Progress goes to standard error; Ctrl-C prints what
 * is known so far.
 */
export async function verb(command: Command): Promise<number> {
  return ordered(
    command,
    { pieces: ['prove'], obligations: command.names },
    {
      tell: async ({ parts }) => {
        const found = parts.flatMap((part) => part.findings);
        const findings = await replayed(command, found);
        return {
          text: command.json
            ? `${JSON.stringify(findings, undefined, 2)}\n`
            : `${findings.map((one) => findingText(one)).join('')}${findingsSummary(findings)}`,
          well: !findings.some((one) => isWrong(one)),
        };
      },
    },
  );
}
