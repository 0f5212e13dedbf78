/** Every call that the fixtures make, and what is known of the product around them. */
import { readSource } from '../../compile/content.ts';
import { operationsOf } from '../../compile/operations.ts';
import type { Operation } from '../../contract/operation.ts';
import { loadContent, productNamed } from '../../cli/products.ts';
import { isFinal, transitions, type Status } from '../../server/status/graph.ts';
import { fixtureFiles, readFixture } from '../../verifier/fixture/fixture.ts';
import { runFixture } from '../../verifier/fixture/run.ts';
import type { JudgedCall } from '../../verifier/fixture/back-end.ts';
import { isDraft } from '../../runtime/core/index.ts';
import { filesOf, today } from '../content/compiled.ts';

/** The product, and beside it a journey that keeps a draft of its own. */
export const contentFolders = ['.', 'tests/generality/hardship'] as const;

/** The calls that went through the lock of the engine, in the order of the fixtures. */
export async function judgedCalls(): Promise<readonly JudgedCall[]> {
  const files = filesOf(contentFolders);
  const load = await loadContent(files, { env: 'local', today });
  if ('problems' in load)
    throw new Error(load.problems.map((one) => `${one.file}:${one.line}: ${one.message}`).join('\n'));
  return fixtureFiles(files).flatMap((file) => {
    const fixture = readFixture(file, files[file] ?? '');
    return runFixture(productNamed(load.loaded.products, fixture.brand), fixture).judged ?? [];
  });
}

export const operations: Readonly<Record<string, Operation>> = operationsOf(readSource(filesOf(contentFolders)).source);

/** What a call stands on: the loan application, or the draft of its flow. */
export interface Ground {
  readonly statuses: readonly string[];
  /** Whether nothing follows from a status. */
  readonly ends: (status: string) => boolean;
  /** The status that the fixture's world tells, if it tells one. */
  readonly told: unknown;
  /** The world at another status. */
  readonly at: (status: string) => JudgedCall['world'];
}
export function groundOf({ flow: { saves }, world }: JudgedCall): Ground {
  if (isDraft(saves))
    return {
      statuses: Object.keys(saves.statuses),
      ends: (status) => saves.statuses[status]?.keptDays === undefined,
      told: world.draft?.['status'],
      at: (status) => ({ ...world, draft: { ...world.draft, status } }),
    };
  return {
    statuses: Object.keys(transitions),
    ends: (status) => isFinal(status as Status),
    told: world.application['progress'],
    at: (status) => ({ ...world, application: { ...world.application, progress: status } }),
  };
}
