/** The one door of an owner's calls: law 4 for everything but the runtime's own save, which has the same lock for answers. */
import type { Way } from '../../contract/act.ts';
import { easternDate } from '../../contract/days.ts';
import { complianceFacts } from '../../contract/application.ts';
import { admitCall, type CallAdmission } from '../../runtime/core/index.ts';
import type { JsonObject } from '../../runtime/core/facts.ts';
import type { Made, World } from '../../runtime/core/state.ts';
import { envelopeOf, type RequestContext } from '../graphql/context.ts';
import { unauthenticated } from '../graphql/errors.ts';
import type { Known } from './acts/store.ts';
import { openDocument } from './document.ts';
import { askingOperations } from './record.ts';
import { refused } from './refused.ts';
import { trailOf } from './trail.ts';
import { worldOf } from './world.ts';

/** A page may have been served this long before its call comes: days and rows in force of then are taken, too. */
const servedMs = 10 * 60_000;

/**
 * Lets a call through that a step on the way of the stored application makes now, with the arguments that the definition computes.
 * Throws REFUSED with the reason and the step, answer or argument it is about.
 * @returns the arguments as they count: stored values in the place of masked markers
 */
export async function admitted(
  context: RequestContext,
  known: Known,
  { field, args }: { readonly field: string; readonly args: Readonly<Record<string, unknown>> },
): Promise<JsonObject> {
  if (!context.caller) throw unauthenticated();
  const { row } = known;
  if (!row.is_open) throw refused('closed');
  const { flow, answers } = await openDocument(context, row);
  const trail = trailOf(known, context.services.definitions.content(context.today).operations);
  const world = await worldOf(context, context.caller, { application: row, flow, values: trail.values });
  const earlier = await servedBefore(context, row.brand);
  const { step, by, shown } = envelopeOf(context) ?? {};
  let refusal: CallAdmission | undefined;
  for (const [operation] of askingOperations(context, field)) {
    const act = {
      operation,
      arguments: { ...args } as JsonObject,
      step,
      by: by && isMaker(by) ? by : undefined,
      shown,
    };
    const judged = admitCall(flow, { answers, journey: row.journey }, { act, world, trail: trail.outcomes, earlier });
    if (judged.ok) return judged.arguments;
    refusal ??= judged;
  }
  if (refusal?.ok === false) throw refused(refusal.code, refusal.path ?? refusal.step);
  throw refused('notReached');
}

/** Whether this way of leaving a page is one that makes calls. */
function isMaker(by: Way): by is Way & Made['by'] {
  return by.by === 'load' || by.by === 'action' || by.by === 'dialog' || by.by === 'widget';
}

/** What of the world was different when the page may have been served. */
async function servedBefore({ services, now, today }: RequestContext, brand: string): Promise<Partial<World>> {
  const before = new Date(now.getTime() - servedMs);
  const day = easternDate(before);
  if (day === today) return { now: before.toISOString() };
  return {
    now: before.toISOString(),
    today: day,
    compliance: complianceFacts(await services.definitions.compliance(brand, day)),
  };
}
