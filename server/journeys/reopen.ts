import type { CompiledFlow, Target } from '../../runtime/core/definition.ts';
import { get, own } from '../../runtime/core/index.ts';
import type { Effect } from './acts/act.ts';
import type { ApplicationRow } from './tables.ts';
import { applicationChannel } from './trail.ts';

/**
 * What an event of the application takes back, as the flow itself says it: the records of the pages that its targets
 * `reopen`, and the answers of their `hidden: erase` fields, and what their calls brought: it is asked anew, and a lock
 * that hangs on what was done there holds no more. The browser hears of the event; the server does not wait for it.
 */
export function takenBack(
  flow: CompiledFlow,
  row: ApplicationRow,
  event: string,
): Pick<Effect, 'answers' | 'journey' | 'results'> {
  const targets = Object.values(flow.steps).flatMap((step) =>
    step.listen.flatMap(({ channel, on }) => (channel === applicationChannel ? (own(on, event) ?? []) : [])),
  );
  const steps = new Set(targets.flatMap((target: Target) => (target.kind === 'reopen' ? target.steps : [])));
  const left = [...steps].filter((id) => Object.hasOwn(row.journey, id));
  const erased = [...steps].flatMap((id) =>
    Object.values(flow.steps[id]?.fields ?? {}).filter(
      ({ hidden, bind }) => hidden === 'erase' && get(row.answers, bind) !== undefined,
    ),
  );
  const served = [...steps].flatMap((id) => {
    const { load = [], actions = [] } = flow.steps[id] ?? {};
    return [...load, ...actions.flatMap(({ calls }) => calls)].flatMap(({ operation, keeps }) => {
      const known = keeps === 'application' ? own(row.results, operation) : undefined;
      return known === undefined ? [] : [[operation, { ...known, value: null }] as const];
    });
  });
  return {
    ...(served.length > 0 && { results: Object.fromEntries(served) }),
    answers: Object.fromEntries(erased.map(({ bind }) => [bind, null])),
    journey: Object.fromEntries(left.map((id) => [id, null])),
  };
}
