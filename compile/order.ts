/** Problems in the order in which one reads files. */
import type { Problem } from './types.ts';

/** Each problem once (brands share files), by file, line and column. */
export function inOrder(problems: readonly Problem[]): readonly Problem[] {
  const once = new Map(
    problems.map((problem) => [
      `${problem.file}:${problem.line}:${problem.column}:${problem.code}:${problem.message}`,
      problem,
    ]),
  );
  return [...once.values()].sort((a, b) =>
    a.file === b.file ? a.line - b.line || a.column - b.column : a.file < b.file ? -1 : 1,
  );
}
