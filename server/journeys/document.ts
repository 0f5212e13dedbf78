import type { CompiledFlow } from '../../runtime/core/definition.ts';
import type { JsonObject } from '../../runtime/core/facts.ts';
import type { Services } from '../services.ts';
import type { ApplicationRow } from './tables.ts';
import { unsealAnswers } from './sealing.ts';

/** An application with the flow it is pinned to and its answers in clear: for the engine and the rules, never for a log. */
export interface OpenDocument {
  readonly row: ApplicationRow;
  readonly flow: CompiledFlow;
  readonly answers: JsonObject;
}

export async function openDocument(
  context: { readonly services: Pick<Services, 'definitions' | 'sealer'> },
  row: ApplicationRow,
): Promise<OpenDocument> {
  const flow = await context.services.definitions.flow(row.definition);
  if (!flow)
    throw new Error(
      `Application ${row.id} is pinned to the definition ${row.definition}, which is in no archive: restore the definitions table.`,
    );
  return { row, flow, answers: await unsealAnswers(context.services.sealer, row.id, row.answers) };
}
