/** Verdicts in a file, line by line as they come: a run that is stopped goes on where it was. */
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Files } from '../../../compile/types.ts';
import type { Judged } from './run.ts';

/**
 * The verdicts a file holds; begins the file when there is none.
 * @throws when they are of other content: then they say nothing of this.
 */
export function resultsIn(file: string, files: Files): readonly Judged[] {
  const hash = createHash('sha256')
    .update(JSON.stringify(Object.entries(files).sort()))
    .digest('hex');
  if (!existsSync(file)) writeFileSync(file, `${JSON.stringify({ content: hash })}\n`);
  const [head, ...lines] = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Judged & { readonly content?: string });
  if (head?.content !== hash)
    throw new Error(`${file} holds results of other content: name another file, or take it away.`);
  return lines;
}

/** Adds verdicts. */
export function addTo(file: string, judged: readonly Judged[]): void {
  appendFileSync(file, judged.map((one) => `${JSON.stringify(one)}\n`).join(''));
}
