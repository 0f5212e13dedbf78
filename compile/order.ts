/** Problems in the order in which one reads files. */
import type { Problem } from './types.ts';

/** Each problem once (brands share files, and pages what their step says), by file, line and column. */
export function inOrder(problems: readonly Problem[]): readonly Problem[] {
  const once = new Map(
    problems.map((problem) => [
      `${problem.file}:${problem.line}:${problem.column}:${problem.code}:${ofStep(problem)}`,
      problem,
    ]),
  );
  return [...once.values()].sort((a, b) =>
    a.file === b.file ? a.line - b.line || a.column - b.column : a.file < b.file ? -1 : 1,
  );
}

/** What a problem says, whichever page of the step in its file it was found on. */
function ofStep({ file, message }: Problem): string {
  const step = /\/steps\/([^/]+)\.json$/.exec(file)?.[1];
  return step === undefined ? message : message.replace(new RegExp(`"${step}\\.[\\w-]+"`, 'g'), `"${step}"`);
}
