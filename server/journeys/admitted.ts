/**
 * The one door of an owner's calls: law 4 for everything but the runtime's own save, which has the same lock for
 * answers.
 */
import type { Way } from '../../contract/act.ts';
import { easternDate } from '../../contract/days.ts';
import { complianceFacts } from '../../contract/application.ts';
import type { Operation } from '../../contract/operation.ts';
import { standingOf } from '../../contract/standing.ts';
import { admitCall, evaluate, holds, same, whyLocked, type CallAdmission } from '../../runtime/core/index.ts';
import type { CompiledFlow } from '../../runtime/core/definition.ts';
import type { Facts, JsonObject } from '../../runtime/core/facts.ts';
import type { Made, World } from '../../runtime/core/state.ts';
import { envelopeOf, type RequestContext } from '../graphql/context.ts';
import { unauthenticated } from '../graphql/errors.ts';
import { servedMs } from '../definitions/ahead.ts';
import { isFinal, type Status } from '../status/graph.ts';
import type { Known } from './acts/store.ts';
import { statusOf } from './applications.ts';
import { openDocument } from './document.ts';
import { draftAt } from './draft.ts';
import { misfit } from '../http/misfit.ts';
import { askingOperations } from './record.ts';
import { refused } from './refused.ts';
import { apart } from './supplied.ts';
import type { ApplicationRow, StoredDraft } from './tables.ts';
import { trailOf } from './trail.ts';
import { worldOf } from './world.ts';

/** A call as it counts. */
export interface Admitted {
  /** Stored values in the place of masked markers. */
  readonly args: JsonObject;
  /** The status it leads the loan application to, when it leads to another. */
  readonly to?: Status;
  /** Where it leads a draft, when it comes out well. */
  readonly draft?: StoredDraft;
  /** It has been done already: nothing is to be done but to answer. */
  readonly done?: true;
}

/**
 * Lets a call through that a step on the way of the stored application makes now, with the arguments that the
 * definition computes, at a status at which its operation may be performed. Throws REFUSED with the reason and the
 * step, answer or argument it is about.
 */
export async function admitted(
  context: RequestContext,
  known: Known,
  { field, args }: { readonly field: string; readonly args: Readonly<Record<string, unknown>> },
): Promise<Admitted> {
  if (!context.caller) throw unauthenticated();
  const { row } = known;
  const asking = askingOperations(context, field);
  mustBeOpen(row, asking);
  const { flow, answers } = await openDocument(context, row);
  const trail = trailOf(known, context.services.definitions.content(context.today).operations);
  const world = await worldOf(context, context.caller, { application: row, flow, values: trail.values });
  const earlier = await servedBefore(context, row.brand);
  const { step, by, shown } = envelopeOf(context) ?? {};
  let refusal: CallAdmission | undefined;
  for (const [name, operation] of asking) {
    const { given, secrets } = apart([operation], args);
    const act = {
      operation: name,
      arguments: { ...given } as JsonObject,
      step,
      by: by && isMaker(by) ? by : undefined,
      shown,
    };
    const judged = admitCall(
      flow,
      { answers, journey: row.journey },
      {
        act,
        world,
        trail: trail.outcomes,
        earlier,
        refused: (counted) => misfit(operation, { ...counted, ...secrets }),
      },
    );
    if (judged.ok)
      return { args: { ...judged.arguments, ...(secrets as JsonObject) }, ...standing(flow, row, operation) };
    refusal ??= judged;
  }
  if (refusal?.ok === false) {
    const why = refusal.code === 'locked' ? whyLocked(flow, refusal.path ?? refusal.step, world) : undefined;
    throw refused(refusal.code, refusal.path ?? refusal.step, why === undefined ? {} : { why });
  }
  throw refused('notReached');
}

/**
 * Whether a question is one that a page on the way asks now, or that is asked before any page, with the arguments that
 * the definition computes:
 * what it is answered is then what was served to this person. Anybody may ask more of their own application; that
 * counts for nothing and is not kept.
 */
export async function isAskedByPage(
  context: RequestContext,
  known: Known,
  { field, args }: { readonly field: string; readonly args: Readonly<Record<string, unknown>> },
): Promise<boolean> {
  if (!context.caller) return false;
  const { row } = known;
  const { flow, answers } = await openDocument(context, row);
  const trail = trailOf(known, context.services.definitions.content(context.today).operations);
  const world = await worldOf(context, context.caller, { application: row, flow, values: trail.values });
  const earlier = await servedBefore(context, row.brand);
  const given = Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null)) as JsonObject;
  const { sessionLoads = [] } = await context.services.definitions.app(row.brand, context.today);
  const facts: Facts = { ...world, answers: {}, typed: {} };
  return askingOperations(context, field).some(
    ([operation]) =>
      sessionLoads.some(
        (load) => load.operation === operation && holds(load.when, facts) && same(evaluate(load.with, facts), given),
      ) ||
      admitCall(
        flow,
        { answers, journey: row.journey },
        { act: { operation, arguments: given }, world, trail: trail.outcomes, earlier },
      ).ok,
  );
}

/**
 * What the operation does at the status of the application or draft. Throws REFUSED when it may not be performed at it.
 */
function standing(flow: CompiledFlow, row: ApplicationRow, operation: Operation): Omit<Admitted, 'args'> {
  const status = statusOf(row);
  const found = standingOf(operation, status);
  if (!found.may && !found.done) throw refused('notNow', status);
  if (!found.may) return { done: true };
  if (found.to === undefined) return {};
  // The check of the content knows every status.
  return row.draft === null ? { to: found.to as Status } : { draft: draftAt(flow, found.to) };
}

/** Nothing is changed about an application that has ended, but what follows from its decision. Throws REFUSED. */
export function mustBeOpen(row: ApplicationRow, asking: ReturnType<typeof askingOperations>): void {
  if (!row.is_open && !asking.some(([, operation]) => isDecided(row, operation))) throw refused('closed');
}

/**
 * Whether a decision closed the application after this was done, or this follows from the decision itself. Of the first
 * its page may not have heard (a tab that was killed in between): it is told how the application stands, and goes on
 * from there. The second is another beginning, of an application that was denied.
 */
function isDecided(row: ApplicationRow, operation: Operation): boolean {
  const found = standingOf(operation, statusOf(row));
  return (
    (row.draft === null ? isFinal(row.status) : row.draft.keptDays === null) &&
    (found.may ? operation.from !== undefined : found.done)
  );
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
