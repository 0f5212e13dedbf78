import type { Problem } from '../../compile/types.ts';

/** The content is wrong; the server must not serve it. `problems` is never empty. */
export class ContentError extends Error {
  readonly problems: readonly Problem[];
  constructor(problems: readonly Problem[]) {
    super(problems.map(problemText).join('\n'));
    this.name = 'ContentError';
    this.problems = problems;
  }
}

/** One problem as `file:line:column: message`, then what to do, indented. */
export function problemText(problem: Problem): string {
  return `${problem.file}:${problem.line}:${problem.column}: ${problem.message}\n  ${problem.fix}`;
}
