import type { JsonObject } from '../../runtime/core/facts.ts';
import type { RequestContext } from '../graphql/context.ts';
import { openDocument } from './document.ts';
import { applicationHead } from './head.ts';
import { ownersView } from './sealing.ts';
import type { ApplicationRow } from './tables.ts';

/** An application as the schema's type of the same name; all of it at once, so that outcomes can be read from it. */
export async function viewApplication(context: RequestContext, row: ApplicationRow): Promise<JsonObject> {
  const { flow, answers } = await openDocument(context, row);
  return {
    ...applicationHead(row),
    answers: ownersView(flow, answers),
    journey: row.journey as unknown as JsonObject,
    results: row.results,
  };
}
