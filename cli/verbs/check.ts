/** `check`: every problem of the content as `file:line:column: message`, then what to do and, for rules and paths, an example applicant; exit 1 when there is any. */
import type { Problem } from '../../compile/index.ts';
import { check } from '../../verifier/check/index.ts';
import { contentOf, type Command } from '../command.ts';
import { loadContent } from '../products.ts';

/** Problems of form first; rules and paths are looked at when there are none. `--json`: the problems as a list. Progress goes to standard error. */
export async function verb(command: Command): Promise<number> {
  const { files, options } = contentOf(command);
  const load = await loadContent(files, options);
  let told = 0;
  const progress = (what: string, states: number): void => {
    if (states < told) told = 0;
    if (states >= told + 1000) process.stderr.write(`${what}: ${(told = states)} states\n`);
  };
  const problems = 'loaded' in load ? check(load.loaded, progress) : load.problems;
  if (command.json) process.stdout.write(`${JSON.stringify(problems, undefined, 2)}\n`);
  else {
    process.stdout.write(problems.map(words).join(''));
    process.stdout.write(problems.length === 0 ? 'No problems.\n' : `${problems.length} problem${problems.length === 1 ? '' : 's'}.\n`);
  }
  return problems.length === 0 ? 0 : 1;
}

function words({ file, line, column, message, fix, example }: Problem): string {
  return `${file}:${line}:${column}: ${message}\n    ${fix}\n${example === undefined ? '' : `    For example: ${JSON.stringify(example)}\n`}`;
}
