/**
 * Before a version is published: whether those who began on another one would come to it whole. A version that changes
 * answers of open applications, without saying what becomes of them, is none that anybody is given.
 */
import { sql, type QueryExecutorProvider } from 'kysely';
import type { Problem } from '../../compile/types.ts';
import type { CompiledFlow } from '../../runtime/core/definition.ts';
import { lost, newer, openDraft, type Loss } from '../../runtime/core/index.ts';
import { start } from '../status/graph.ts';
import type { Definitions } from './definitions.ts';

/** Unsent applications and drafts of one version. */
interface Standing {
  readonly brand: string;
  readonly flow: string;
  readonly definition: string;
  readonly many: number;
}

/** @returns what migrations.json lacks for the applications that are open now; none when all is well */
export async function lacking(
  db: QueryExecutorProvider,
  definitions: Pick<Definitions, 'currentFlow' | 'flow'>,
  today: string,
): Promise<readonly Problem[]> {
  const found = await sql<Standing>`select brand, flow, definition, count(*)::int as many from applications
    where is_open and coalesce(draft->>'status', status) = case when draft is null then ${start}::text else ${openDraft}::text end
    group by brand, flow, definition order by brand, flow, definition`.execute(db);
  const problems: Problem[] = [];
  for (const standing of found.rows) {
    const current = definitions.currentFlow(standing.brand, standing.flow, today);
    if (current === undefined || current.hash === standing.definition) continue;
    const before = await definitions.flow(standing.definition);
    const after = await definitions.flow(current.hash);
    // Whoever opens one whose version is in no archive is told so.
    if (before && after) problems.push(...between(before, after, standing));
  }
  return problems;
}

function between(before: CompiledFlow, after: CompiledFlow, { brand, flow, many }: Standing): readonly Problem[] {
  const whose = many === 1 ? `An open application of ${brand}` : `${many} open applications of ${brand}`;
  const at = { file: `flows/${flow}/migrations.json`, line: 1, column: 1, code: 'migration' };
  // An earlier version comes back: they stay on theirs.
  if (newer(after, before)?.length) return [];
  if (newer(before, after) === undefined)
    return [
      {
        ...at,
        message: `${whose} went by migrations that stand here otherwise now.`,
        fix: 'Put back what was published, and write what is new after it.',
      },
    ];
  return lost(before, after).map(({ path, why }) => ({
    ...at,
    message: `${whose} ${many === 1 ? 'is' : 'are'} on a version that asks "${path}": ${WHY[why]}`,
    fix: `Say what becomes of it: { "rename": "${path}", "to": "…" }, { "drop": "${path}", "why": "…" } or { "askAgain": "${path}" }.`,
  }));
}

const WHY: Readonly<Record<Loss['why'], string>> = {
  gone: 'nobody asks for it in this one.',
  type: 'in this one it is of another type.',
  choice: 'this one does not offer every choice of before.',
  sensitive: 'it was sensitive, and is kept in clear in this one.',
  twice: 'another answer comes to its path in this one.',
};
