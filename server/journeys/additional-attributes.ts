/** What an applicant wants besides, and what is known of how they applied, by the names of the documents. */
import { consentTo, get, own } from '../../runtime/core/index.ts';
import type { CompiledFlow } from '../../runtime/core/definition.ts';
import type { JsonObject } from '../../runtime/core/facts.ts';
import type { RequestContext } from '../graphql/context.ts';
import { link, writeAct } from './acts/store.ts';
import { findOpenApplication } from './applications.ts';
import { openDocument } from './document.ts';
import { entityFlag } from './entities.ts';
import { actorName } from './perform.ts';
import type { ApplicationRow, OtpResponse } from './tables.ts';

/** Where what tells a device from others is sealed. */
export const blackBoxPlace = (row: string) => ({ table: 'applications', column: 'progress.blackBox', row });

/** The members of the documents' additional attributes, as the schema's type names them. */
export async function additionalAttributes(context: RequestContext, row: ApplicationRow): Promise<JsonObject> {
  const { services, caller } = context;
  const { flow, answers } = await openDocument(context, row);
  const { blackBox, otpResponse = null, autoOrigination = null } = row.progress;
  // A device is its owner's: whoever acts for them is not told what tells it from others.
  const isTold = blackBox !== undefined && caller?.actor === undefined;
  return {
    optOut: entityFlag(answers, 'optOut'),
    canShareInfo: entityFlag(answers, 'canShareInfo'),
    smsOptIn: entityFlag(answers, 'smsOptIn'),
    otpResponse,
    iovationBlackBox: isTold ? await services.sealer.unseal(blackBox, blackBoxPlace(row.id)) : null,
    flagAutoOrigination: autoOrigination,
    disclosures: disclosuresSeen(flow, row, answers),
  };
}

/** Each once, in the order of their names. */
function disclosuresSeen(flow: CompiledFlow, { journey }: ApplicationRow, answers: JsonObject): JsonObject[] {
  const seen = new Map<string, boolean>();
  for (const [id, { shown = {} }] of Object.entries(journey)) {
    const step = own(flow.steps, id);
    if (!step) continue;
    for (const idTag of Object.keys(shown)) {
      const bind = own(step.fields, consentTo(flow, step, idTag) ?? '')?.bind;
      seen.set(idTag, bind === undefined || get(answers, bind) === true);
    }
  }
  return [...seen].sort(([a], [b]) => (a < b ? -1 : 1)).map(([idTag, value]) => ({ idTag, value }));
}

/**
 * Notes on the open loan application of whoever asks how a code came out that they brought. Without one nothing is
 * noted; where somebody else writes to it in between, it is noted after them.
 */
export async function noteCode(context: RequestContext, otpResponse: OtpResponse): Promise<void> {
  const { services, caller, brand, now } = context;
  if (!caller) return;
  for (;;) {
    const row = await findOpenApplication(services.db, { owner: caller.sub, brand, now });
    if (row?.is_open !== true || row.progress.otpResponse === otpResponse) return;
    const act = { actor: actorName(caller), operation: 'noteCode', body: { progress: { otpResponse } }, now };
    if (await writeAct(services.db, link(row, act))) return;
  }
}
