/**
 * The steps of a compiled flow as a graph: which step can follow which. Rules are not looked at, so there may be more
 * edges than ways.
 */
import type {
  Action,
  Call,
  CompiledFlow,
  LayoutItem,
  Reaction,
  Step,
  StepId,
  Target,
} from '../../runtime/core/definition.ts';
import { leadsWithin } from '../../runtime/core/targets.ts';

/** How one step can lead to another; `by` is a sentence fragment an analyst understands. */
interface Edge {
  readonly from: StepId;
  readonly to: StepId;
  readonly by: string;
}
/** How an entry follows a step from which nothing else leads there. */
export const BY_ADDRESS = 'address';
export interface StepGraph {
  readonly edges: readonly Edge[];
}

/** A target of a step with the act or event that takes it. */
interface Led {
  readonly by: string;
  readonly target: Target;
  /** The call by whose outcome it is taken. */
  readonly outcome?: { readonly call: Call; readonly name: string };
}

/** Every target of a step with the act or event that takes it, reactions of dialogs and widgets included. */
export function targetsOf(flow: CompiledFlow, step: Step): readonly Led[] {
  const found: Led[] = [];
  /** `open`: the dialogs that were opened on the way there. */
  type From = Pick<Led, 'by' | 'outcome'> & { readonly open: readonly string[] };
  const page: From = { by: '', open: [] };
  const then = ({ by, open }: From, what: string): From => ({ by: by === '' ? what : `${by}, then ${what}`, open });
  const add = ({ by, open, outcome }: From, target: Target): void => {
    found.push({ by, target, ...(outcome && { outcome }) });
    if (target.kind !== 'dialog' || open.includes(target.dialog)) return;
    const inside = { by, open: [...open, target.dialog] };
    const dialog = flow.dialogs[target.dialog];
    for (const action of dialog?.actions ?? []) addAction(then(inside, action.id), action);
    addItems(inside, dialog?.layout ?? []);
  };
  const addReaction = (from: From, { calls, next }: Pick<Reaction, 'calls' | 'next'>): void => {
    addCalls(from, calls);
    next.forEach(({ target }) => add(from, target));
  };
  const addCalls = (from: From, calls: readonly Call[]): void =>
    calls.forEach((call) =>
      Object.entries(call.on).forEach(([name, target]) =>
        add({ ...from, by: `${from.by}: ${call.operation} gives ${name}`, outcome: { call, name } }, target),
      ),
    );
  const addAction = (from: From, action: Action): void => {
    addReaction(from, action);
    if (action.confirm !== undefined) add(from, { kind: 'dialog', dialog: action.confirm });
  };
  const addItems = (from: From, items: readonly LayoutItem[]): void =>
    items.forEach((item) => {
      if (item.kind === 'group' || item.kind === 'repeat') addItems(from, item.items);
      if (item.kind === 'link') add(then(from, 'follow the link'), item.target);
      if (item.kind === 'widget' || item.kind === 'repeat')
        Object.entries(item.events).forEach(([event, reaction]) =>
          addReaction(then(from, `${item.widget ?? item.id}: ${event}`), reaction),
        );
    });
  for (const action of step.actions) addAction(then(page, `press ${action.id}`), action);
  addCalls(then(page, 'on entry'), step.load);
  step.next.forEach(({ target }) => add(then(page, 'by rule'), target));
  for (const listen of step.listen) {
    Object.entries(listen.on).forEach(([event, target]) => add(then(page, `event ${event}`), target));
    if (listen.onGiveUp) add(then(page, 'no event in time'), listen.onGiveUp);
  }
  step.timers.forEach((timer) => add(then(page, `after ${timer.afterMs / 1000} s`), timer.do));
  addItems(page, step.layout);
  return found;
}

/** Whether leaving a form by falling through to the next in order is possible. */
export function fallsThrough(step: Step): boolean {
  const goesOn = (action: Action): boolean =>
    action.next.every((choice) => choice.when !== undefined) &&
    !action.calls.some((call) => call.when === undefined && Object.hasOwn(call.on, 'ok'));
  return step.kind === 'form' && step.actions.some(goesOn);
}

/**
 * Steps that can directly follow one, whatever the rules say, without opening an address.
 * @param without leaves out what these outcomes of calls lead to
 */
export function followersWithin(
  flow: CompiledFlow,
  step: Step,
  without: (outcome: NonNullable<Led['outcome']>) => boolean,
): ReadonlySet<StepId> {
  const led = targetsOf(flow, step).filter(({ outcome }) => !outcome || !without(outcome));
  // Without a target of its own an "ok" goes on to the next step in order.
  const goesOn = ({ calls }: Action): boolean => !calls.some((call) => without({ call, name: 'ok' }));
  return new Set([
    ...led.flatMap(({ target }) =>
      leadsWithin(flow, target) ? entered(flow, target.step) : target.kind === 'reopen' ? target.steps : [],
    ),
    ...(fallsThrough({ ...step, actions: step.actions.filter(goesOn) }) ? followers(flow, step.id) : []),
  ]);
}

/** The graph of a flow. Over-approximates: rules are not looked at. */
export function stepGraph(flow: CompiledFlow): StepGraph {
  const edges: Edge[] = [];
  for (const step of Object.values(flow.steps)) {
    for (const { by, target } of targetsOf(flow, step)) {
      if (leadsWithin(flow, target)) for (const to of entered(flow, target.step)) edges.push({ from: step.id, to, by });
      else if (target.kind === 'reopen')
        target.steps.forEach((to) => edges.push({ from: step.id, to, by: `${by} (asked again)` }));
    }
    if (fallsThrough(step))
      for (const to of followers(flow, step.id)) edges.push({ from: step.id, to, by: 'continue' });
  }
  const entries = Object.values(flow.steps).flatMap(({ id, entry }) => (entry ? [id] : []));
  // Whoever stands anywhere in the flow may open the address of an entry.
  for (const from of Object.keys(flow.steps))
    for (const to of entries)
      if (from !== to && !edges.some((edge) => edge.from === from && edge.to === to))
        edges.push({ from, to, by: BY_ADDRESS });
  for (const to of [flow.line[0], ...followers(flow, undefined), ...entries])
    if (to !== undefined && !edges.some((edge) => edge.from === 'start' && edge.to === to))
      edges.push({ from: 'start', to, by: 'enter' });
  return { edges };
}

/** The step, and those that come instead of it where it is skipped. */
function entered(flow: CompiledFlow, step: StepId): readonly StepId[] {
  return flow.steps[step]?.when === undefined ? [step] : [step, ...followers(flow, step)];
}

/** Steps of the line that may come after `step`: up to and including the first that is never skipped. */
export function followers(flow: CompiledFlow, step: StepId | undefined): readonly StepId[] {
  const found: StepId[] = [];
  for (const id of flow.line.slice(step === undefined ? 0 : flow.line.indexOf(step) + 1)) {
    found.push(id);
    if (flow.steps[id]?.when === undefined) break;
  }
  return step !== undefined && !flow.line.includes(step) ? [] : found;
}

/** Whether a person can go on within the flow from this page without its fields being asked to hold. */
export function leavesHalfFilled(flow: CompiledFlow, step: Step): boolean {
  const goes = (target: Target): boolean =>
    leadsWithin(flow, target) || target.kind === 'reopen' || target.kind === 'dialog';
  const items = (list: readonly LayoutItem[]): boolean =>
    list.some((item) => {
      if (item.kind === 'group') return items(item.items);
      if (item.kind === 'link') return goes(item.target);
      return (
        (item.kind === 'repeat' && items(item.items)) ||
        ((item.kind === 'widget' || item.kind === 'repeat') &&
          Object.values(item.events).some(
            (reaction) =>
              reaction.next.some(({ target }) => goes(target)) ||
              reaction.calls.some((call) => Object.values(call.on).some(goes)),
          ))
      );
    });
  const loose = step.actions.filter(({ validates }) => !validates);
  return (
    items(step.layout) ||
    step.timers.some(({ do: target }) => goes(target)) ||
    step.listen.some(({ on }) => Object.values(on).some(goes)) ||
    loose.some(
      (action) =>
        action.confirm !== undefined ||
        action.next.some(({ target }) => goes(target)) ||
        action.calls.some((call) => Object.values(call.on).some(goes)),
    ) ||
    fallsThrough({ ...step, actions: loose })
  );
}
