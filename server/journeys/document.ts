import type { CompiledFlow } from '../../runtime/core/definition.ts';
import type { JsonObject } from '../../runtime/core/facts.ts';
import type { Services } from '../services.ts';
import type { ApplicationRow } from './tables.ts';
import { unsealAnswers } from './sealing.ts';

/**
 * An application with the flow it is pinned to and its answers in clear: for the engine and the rules, never for a log.
 */
export interface OpenDocument {
  readonly row: ApplicationRow;
  readonly flow: CompiledFlow;
  readonly answers: JsonObject;
}

/** Answers as stored -> in clear: what one call has opened, it does not open twice. Gone with the row. */
const opened = new WeakMap<JsonObject, Promise<JsonObject>>();

/** Opens an application; throws when its version is in no archive. */
export async function openDocument(
  context: { readonly services: Pick<Services, 'definitions' | 'sealer'> },
  row: ApplicationRow,
): Promise<OpenDocument> {
  const flow = await context.services.definitions.flow(row.definition);
  if (!flow)
    throw new Error(
      `Application ${row.id} is pinned to the definition ${row.definition}, which is in no archive: restore the definitions table.`,
    );
  const clear = opened.get(row.answers) ?? unsealAnswers(context.services.sealer, row.id, row.answers);
  opened.set(row.answers, clear);
  return { row, flow, answers: await clear };
}
