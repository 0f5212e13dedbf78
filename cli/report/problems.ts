/** Problems as an analyst reads them. */
import type { Problem } from '../../compile/index.ts';
import { problemKey, type Examples } from '../verify/order.ts';

/**
 * Each problem as `file:line:column: message`, what to do and an example applicant, then how many there are.
 * @param whole whether everything was looked at
 */
export function problemsText(problems: readonly Problem[], examples: Examples, whole = true): string {
  if (problems.length === 0) return `No problems${whole ? '' : ' so far'}.\n`;
  const told = problems.map((problem) => {
    const { file, line, column, message, fix, example } = problem;
    const shown = examples[problemKey(problem)];
    const last =
      shown !== undefined
        ? `    For example when ${shown}.\n`
        : example !== undefined
          ? '    --json has the way there as a fixture.\n'
          : '';
    return `${file}:${line}:${column}: ${message}\n    ${fix}\n${last}`;
  });
  return `${told.join('')}${problems.length} problem${problems.length === 1 ? '' : 's'}${whole ? '' : ' so far'}.\n`;
}
