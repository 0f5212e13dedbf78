import { walk } from '../../runtime/core/index.ts';
import { unauthenticated } from '../graphql/errors.ts';
import type { RequestContext } from '../graphql/context.ts';
import { callsFrom } from '../../contract/calls.ts';
import { openDocument } from './document.ts';
import type { Known } from './acts/store.ts';
import { refused } from './refused.ts';
import { trailOf } from './trail.ts';
import { worldOf } from './world.ts';

/**
 * Lets an operation through only when a step on the way the stored application takes calls it: an application that
 * has not come so far cannot be submitted or signed. Throws REFUSED with reason `notReached` and the step it stands at.
 */
export async function mustReach(context: RequestContext, known: Known, field: string): Promise<void> {
  if (!context.caller) throw unauthenticated();
  const { row } = known;
  const { flow, answers } = await openDocument(context, row);
  const { operations } = context.services.definitions.content(context.today);
  const trail = trailOf(known, operations);
  const world = await worldOf(context, context.caller, { application: row, flow, values: trail.values });
  const names = new Set(
    Object.entries(operations).flatMap(([name, one]) =>
      one.kind === 'graphql' && (one.valueAt ?? one.outcomeAt ?? name).split('.')[0] === field ? [name] : [],
    ),
  );
  const walked = walk(flow, { answers, journey: row.journey }, world);
  const reached = [...walked.path, walked.at].some((id) => {
    const step = flow.steps[id];
    return step !== undefined && callsFrom(flow, step).some((call) => names.has(call.operation));
  });
  if (!reached) throw refused('notReached', walked.at);
}
