import { callsOfFlow } from '../../contract/calls.ts';
import type { JsonObject } from '../../runtime/core/facts.ts';
import type { RequestContext } from '../graphql/context.ts';
import { know } from './acts/store.ts';
import { openDocument } from './document.ts';
import { applicationEntity } from './entity.ts';
import { applicationHead } from './head.ts';
import { ownersView } from './sealing.ts';
import type { ApplicationRow } from './tables.ts';

/** An application as the schema's type of the same name; all of it at once, so that outcomes can be read from it. */
export async function viewApplication(context: RequestContext, row: ApplicationRow): Promise<JsonObject> {
  const { flow, answers } = await openDocument(context, row);
  return {
    ...applicationHead(row, context.now),
    ...(await applicationEntity(context, row, answers)),
    answers: ownersView(flow, answers),
    journey: row.journey as unknown as JsonObject,
    results: row.results,
  };
}

/**
 * The same as its owner comes back to it: with what they were served beside it, by calls that name no application and
 * whose answers the flow keeps. The lock walks over them too (`trailOf`).
 */
export async function viewResumed(context: RequestContext, row: ApplicationRow): Promise<JsonObject> {
  const { flow } = await openDocument(context, row);
  const kept = new Set(
    callsOfFlow(flow).flatMap(({ operation, keeps }) => (keeps === 'application' ? [operation] : [])),
  );
  const known = await know(context.services.db, row.id, { key: undefined, session: context.session });
  const beside = (known?.earlier ?? []).flatMap(({ operation, outcome, value }) =>
    kept.has(operation) && value !== null ? [[operation, { outcome, value }] as const] : [],
  );
  return { ...(await viewApplication(context, row)), results: { ...Object.fromEntries(beside), ...row.results } };
}
