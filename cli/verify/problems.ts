/** The problems of all brands together. */
import { inOrder, type Problem } from '../../compile/index.ts';
import { together } from '../../verifier/check/index.ts';
import type { Verified } from './crew.ts';

/**
 * In the order of files and lines, each once. After an interruption without those that are problems only where no brand
 * knows better.
 */
export function problemsOf({
  rules,
  parts,
  interrupted,
}: Pick<Verified, 'rules' | 'parts' | 'interrupted'>): readonly Problem[] {
  const reports = parts.flatMap((part) => part.reports);
  return inOrder(
    together(
      rules,
      interrupted
        ? reports.map((report) => ({ ...report, findings: report.findings.filter(({ nobody }) => !nobody) }))
        : reports,
    ),
  );
}
