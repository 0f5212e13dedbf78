/** Every call that the fixtures make, and what is known of the product around them. */
import { readSource } from '../../compile/content.ts';
import { operationsOf } from '../../compile/operations.ts';
import type { Operation } from '../../contract/operation.ts';
import { loadContent, productNamed } from '../../cli/products.ts';
import { transitions, type Status } from '../../server/status/graph.ts';
import { fixtureFiles, readFixture } from '../../verifier/fixture/fixture.ts';
import { runFixture } from '../../verifier/fixture/run.ts';
import type { JudgedCall } from '../../verifier/fixture/stage.ts';
import { filesOf, today } from '../content/compiled.ts';

/** The calls that went through the lock of the engine, in the order of the fixtures. */
export async function judgedCalls(): Promise<readonly JudgedCall[]> {
  const files = filesOf(['.']);
  const load = await loadContent(files, { env: 'local', today });
  if ('problems' in load)
    throw new Error(load.problems.map((one) => `${one.file}:${one.line}: ${one.message}`).join('\n'));
  return fixtureFiles(files).flatMap((file) => {
    const fixture = readFixture(file, files[file] ?? '');
    return runFixture(productNamed(load.loaded.products, fixture.brand), fixture).judged ?? [];
  });
}

export const operations: Readonly<Record<string, Operation>> = operationsOf(readSource(filesOf(['schemas'])).source);
export const statuses = Object.keys(transitions) as readonly Status[];
