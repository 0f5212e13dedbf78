/** The judge's own mutants: which of them its cases take for the judge. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { projectDir } from '../../../compile/disk.ts';
import { mutationsOf, type Mutation } from './mutate.ts';

const folder = join(projectDir, 'verifier/judge');
/** A mutant that is not done by then goes round for ever, and is noticed by that, in milliseconds. */
const LONGEST = 60_000;

export const mutations: readonly Mutation[] = readdirSync(folder)
  .sort()
  .flatMap((file) => mutationsOf(file, readFileSync(join(folder, file), 'utf8')));

/** The judge with one file changed, in a folder of its own. */
function planted({ file: changed, text }: Mutation, into: string): string {
  mkdirSync(into);
  const above = pathToFileURL(join(projectDir, 'verifier')).href;
  for (const file of readdirSync(folder)) {
    const whole = file === changed ? text : readFileSync(join(folder, file), 'utf8');
    const moved = whole.replaceAll("'../../", `'${above}/../`).replaceAll("'../certificate", `'${above}/certificate`);
    writeFileSync(join(into, file), moved);
  }
  return pathToFileURL(join(into, 'judge.ts')).href;
}

/**
 * Those of the mutants that nothing notices.
 * @param tell told of each as it is done
 */
export async function survivors(
  chosen: readonly Mutation[],
  tell: (done: number) => void = () => undefined,
): Promise<readonly Mutation[]> {
  const dir = mkdtempSync(join(tmpdir(), 'waymark-judge-'));
  const open = () => new Worker(new URL('./worker.ts', import.meta.url));
  let worker = open();
  const asks = async (judge: string): Promise<boolean> => {
    const { promise, resolve, reject } = Promise.withResolvers<boolean | 'late'>();
    const late = setTimeout(() => resolve('late'), LONGEST);
    worker.removeAllListeners().once('message', resolve).once('error', reject).postMessage(judge);
    const noticed = await promise.finally(() => clearTimeout(late));
    if (noticed !== 'late') return noticed;
    await worker.terminate();
    worker = open();
    return true;
  };
  try {
    const found: Mutation[] = [];
    for (const [index, mutation] of chosen.entries()) {
      if (!(await asks(planted(mutation, join(dir, String(index)))))) found.push(mutation);
      tell(index + 1);
    }
    return found;
  } finally {
    await worker.terminate();
    rmSync(dir, { recursive: true });
  }
}
