import type { CompiledFlow } from '../../runtime/core/definition.ts';
import { isDraft, own } from '../../runtime/core/index.ts';
import type { StoredDraft } from './tables.ts';

/** The draft of a flow at one of its statuses. Throws for a flow that keeps none, and for a status it does not have. */
export function draftAt({ id, saves }: Pick<CompiledFlow, 'id' | 'saves'>, status: string): StoredDraft {
  const row = isDraft(saves) ? own(saves.statuses, status) : undefined;
  if (!isDraft(saves) || row === undefined) throw new Error(`The flow ${id} has no draft at the status ${status}.`);
  return { name: saves.draft, status, keptDays: row.keptDays ?? null };
}
