/** Problems in the order of files and lines, each once. */
import type { Problem } from '../../compile/types.ts';

/** Brands share files: the same problem of several brands is told once. */
export function inOrder(problems: readonly Problem[]): readonly Problem[] {
  const once = new Map<string, Problem>();
  for (const problem of problems) {
    const key = [problem.file, problem.line, problem.column, problem.code, problem.message].join('\u0000');
    if (!once.has(key)) once.set(key, problem);
  }
  return [...once.values()].sort((a, b) => (a.file === b.file ? a.line - b.line || a.column - b.column : a.file < b.file ? -1 : 1));
}
