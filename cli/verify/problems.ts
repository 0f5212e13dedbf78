/** The problems of all brands together. */
import { inOrder, type Problem } from '../../compile/index.ts';
import { together } from '../../verifier/check/index.ts';
import type { PathReport } from '../../verifier/check/paths.ts';
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
  return inOrder(together(rules, reportsOf({ parts, interrupted })));
}

/** What was found on the ways; after an interruption without what is wrong only where it is so in every brand. */
export function reportsOf({ parts, interrupted }: Pick<Verified, 'parts' | 'interrupted'>): readonly PathReport[] {
  const reports = parts.flatMap((part) => part.reports);
  return interrupted
    ? reports.map((report) => ({ ...report, findings: report.findings.filter(({ nobody }) => !nobody) }))
    : reports;
}
