/** What fixtures reach, and what was written so that they reach more. */
import { percent } from '../../verifier/cover/cover.ts';
import type { ToldCover, ToldGap, ToldWriting } from '../verify/order.ts';

const at = ({ file, line, column, says }: ToldGap): string => `${file}:${line}:${column}: ${says}\n`;

/** The shares of one flow in a line. */
export function coverHead({ brand, flow, counts }: ToldCover): string {
  const share = (name: string, kind: keyof typeof counts): string =>
    `${name} ${percent(counts[kind])} % (${counts[kind].reached} of ${counts[kind].total})`;
  return `${brand}/${flow}: ${share('steps', 'step')}, ${share('transitions', 'way')}, ${share('clauses', 'clause')}, ${share('limits', 'limit')}\n`;
}

export const gapsText = ({ gaps }: ToldCover): string => gaps.map((gap) => `  ${at(gap)}`).join('');

/** The shares, each gap, and what nobody reaches. */
export function coverText(cover: ToldCover): string {
  const { apart, states, inexact } = cover;
  const rest =
    apart.length === 0
      ? ''
      : `  ${inexact === undefined ? `Unreachable; all ${states} situations were looked at` : `Not reached within ${states} situations either, which are not all there are (${inexact})`}, so no fixture is asked for:\n${apart.map((gap) => `    ${at(gap)}`).join('')}`;
  return coverHead(cover) + gapsText(cover) + rest;
}

export function coverData({ brand, flow, counts, gaps, apart, states, inexact }: ToldCover): object {
  return {
    brand,
    flow,
    counts,
    gaps,
    apart,
    exhaustive: inexact === undefined,
    states,
    ...(inexact !== undefined && { why: inexact }),
  };
}

/** Whether everything that can be reached is, now. */
export const writtenAll = ({ broken, left }: ToldWriting): boolean => broken.length + left.length === 0;

export function writingText({ add, again, broken, needless, left }: ToldWriting): string {
  return [
    ...add.map(({ file }) => `written: ${file}`),
    ...again.flatMap(({ file, differences }) => [
      `recorded anew: ${file}`,
      ...differences.map((line) => `    ${line}`),
    ]),
    ...broken.flatMap(({ file, failures }) => [
      `can no longer be played, mend or remove it: ${file}`,
      ...failures.map((line) => `    ${line}`),
    ]),
    ...needless.map((file) => `no longer needed, everything is reached without it: ${file}`),
    ...(left.length > 0 ? ['No fixture could be made for:', ...left.map((gap) => `    ${at(gap).trimEnd()}`)] : []),
    ...(add.length + again.length + broken.length + needless.length + left.length === 0
      ? ['Nothing to write: everything that can be reached is.']
      : []),
    '',
  ].join('\n');
}

export function writingData({ add, again, broken, needless, left }: ToldWriting): object {
  return {
    written: add.map(({ file }) => file),
    again: again.map(({ file, differences }) => ({ file, differences })),
    broken,
    needless,
    left,
  };
}
