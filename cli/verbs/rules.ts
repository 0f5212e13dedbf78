/**
 * `rules [name or code]`: what the rules of `check` tell, what to do, and an example of each; `--write` makes
 * docs/rules.md anew.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectDir } from '../../compile/disk.ts';
import { nearest } from '../../compile/suggest.ts';
import { RULES } from '../../verifier/check/index.ts';
import type { Command } from '../command.ts';
import { rulesPage, ruleWords } from '../report/rules.ts';

/**
 * Prints the rules with this name or code, all of them without one; 1 when there is none. `--json`: the same as data.
 */
export function verb({ names, json, options }: Command): number {
  if ('write' in options) {
    writeFileSync(join(projectDir, 'docs/rules.md'), rulesPage(RULES));
    return 0;
  }
  const all = Object.entries(RULES);
  const known = [...new Set(all.flatMap(([name, { codes }]) => [name, ...codes]))];
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    const near = nearest(unknown, known);
    process.stderr.write(
      `There is no rule ${unknown}. ${near === undefined ? `There are ${known.join(', ')}.` : `Did you mean ${near}?`}\n`,
    );
    return 1;
  }
  const chosen = all.filter(
    ([name, { codes }]) => names.length === 0 || names.some((one) => one === name || codes.includes(one)),
  );
  process.stdout.write(
    json
      ? `${JSON.stringify(
          chosen.map(([name, { codes, severity, says, remedy, bad, good }]) => ({
            name,
            codes,
            severity,
            says,
            remedy,
            bad,
            good,
          })),
          undefined,
          2,
        )}\n`
      : chosen.map(([name, rule]) => ruleWords(name, rule)).join('\n'),
  );
  return 0;
}
