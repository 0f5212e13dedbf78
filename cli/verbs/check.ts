/** `check`: every problem of the content as `file:line:column: message`, then what to do and, for rules and paths, an example applicant; exit 1 when there is any. */
import { projectDir } from '../../compile/disk.ts';
import { concernsOf, inOrder, type Problem } from '../../compile/index.ts';
import { exampleWords } from '../../verifier/check/example.ts';
import { check } from '../../verifier/check/index.ts';
import { contentOf, type Command } from '../command.ts';
import { loadContent, type Loaded } from '../products.ts';

/** States between two lines of progress. */
const STRIDE = 5_000;

/** Problems of form first; rules and paths are looked at when there are none. `--json`: the problems as a list, a whole way as a fixture. Progress goes to standard error. */
export async function verb(command: Command): Promise<number> {
  const { files, options } = contentOf(command);
  const load = await loadContent(files, options);
  const loaded = 'loaded' in load ? load.loaded : undefined;
  // A folder of other content borrows the project's schemas and need not use all of them.
  const problems = 'problems' in load ? load.problems : inOrder([...concernsOf(load.loaded.resolved, command.content.includes(projectDir)), ...check(load.loaded, progress())]);
  if (command.json) process.stdout.write(`${JSON.stringify(problems, undefined, 2)}\n`);
  else process.stdout.write(text(problems, loaded));
  return problems.length === 0 ? 0 : 1;
}

function text(problems: readonly Problem[], loaded: Loaded | undefined): string {
  if (problems.length === 0) return 'No problems.\n';
  const words = loaded ? exampleWords(loaded.resolved) : () => undefined;
  const told = problems.map((problem) => {
    const { file, line, column, message, fix, example } = problem;
    const shown = words(problem);
    const last = shown !== undefined ? `    For example when ${shown}.\n` : example !== undefined ? '    --json has the way there as a fixture.\n' : '';
    return `${file}:${line}:${column}: ${message}\n    ${fix}\n${last}`;
  });
  return `${told.join('')}${problems.length} problem${problems.length === 1 ? '' : 's'}.\n`;
}

function progress(): (what: string, states: number) => void {
  let walked = '';
  let next = STRIDE;
  return (what, states) => {
    if (what !== walked) [walked, next] = [what, STRIDE];
    if (states < next) return;
    process.stderr.write(`${what}: ${states} states\n`);
    next = states + STRIDE;
  };
}
