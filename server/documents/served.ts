/** The content an application's documents are printed from. */
import { easternDate } from '../../contract/days.ts';
import type { CompiledCompliance } from '../../runtime/core/app-definition.ts';
import type { World } from '../../runtime/core/state.ts';
import type { RequestContext } from '../graphql/context.ts';
import type { ActBody } from '../journeys/acts/act.ts';
import { readActs } from '../journeys/acts/store.ts';
import { contentOf } from '../journeys/left-over.ts';
import type { ApplicationRow } from '../journeys/tables.ts';

export interface Served {
  /** Of the day on which it is served. */
  readonly context: RequestContext;
  readonly compliance: CompiledCompliance;
  /** Of the brand, where they are other than today's. */
  readonly facts: Partial<Pick<World, 'brand' | 'flags'>>;
}

/**
 * What is in force today; of an application that is over, what was served with the last page that its owner left: a
 * copy of an agreement says what was agreed to, whatever its text says by now.
 */
export async function servedTo(context: RequestContext, row: ApplicationRow): Promise<Served> {
  const { services } = context;
  if (row.is_open)
    return { context, compliance: await services.definitions.compliance(row.brand, context.today), facts: {} };
  const acts = await readActs(services.db, row.id);
  const act = acts.findLast(({ body }) => (JSON.parse(body) as ActBody).seen !== undefined);
  const at = new Date(act?.at ?? row.finished_at ?? row.modified_at);
  const today = easternDate(at);
  await services.definitions.prepare(today);
  const { compliance, facts } = await contentOf(services, { act, row, at: at.toISOString() });
  return { context: { ...context, now: at, today }, compliance, facts };
}
