/** What of a page makes calls: its loads, its actions, the dialogs they open, the events of its widgets. */
import type { Action, Call, CompiledFlow, Reaction, Rule, Step, Target } from './definition.ts';
import type { Made } from './state.ts';
import { own } from './paths.ts';
import { dialogShapeOf, shapeOf, widgetId, type Placed } from './shape.ts';

/** One list of calls of a step, and what must have come before the first of them. */
export type Maker =
  | { readonly by: Extract<Made['by'], { by: 'load' }>; readonly calls: readonly Call[] }
  | { readonly by: Extract<Made['by'], { by: 'action' }>; readonly calls: readonly Call[]; readonly action: Action }
  | {
      readonly by: Extract<Made['by'], { by: 'dialog' }>;
      readonly calls: readonly Call[];
      readonly action: Action;
      readonly openers: readonly Opener[];
    }
  | {
      readonly by: Extract<Made['by'], { by: 'widget' }>;
      readonly calls: readonly Call[];
      readonly reaction: Reaction;
      readonly placed: Placed<Parameters<typeof widgetId>[0]>;
      /** What opens the dialog it stands in; absent on the page itself. */
      readonly openers?: readonly Opener[];
    };

/** What opens a dialog: an action that asks to confirm, or a target of something on the page. */
export type Opener =
  | { readonly kind: 'action'; readonly action: Action; readonly outcome?: Outcome }
  | { readonly kind: 'reaction'; readonly whens: readonly Rule[]; readonly outcome?: Outcome }
  | { readonly kind: 'link'; readonly whens: readonly Rule[] }
  /** A load, a channel or a timer did: nobody pressed anything. */
  | { readonly kind: 'itself'; readonly outcome?: Outcome };
interface Outcome {
  readonly operation: string;
  readonly name: string;
}

const known = new WeakMap<Step, readonly Maker[]>();

/** Everything of a step that makes calls; worked out once per compiled step. */
export function makersOf(flow: CompiledFlow, step: Step): readonly Maker[] {
  let found = known.get(step);
  if (!found) {
    found = build(flow, step).filter((maker) => maker.calls.length > 0);
    known.set(step, found);
  }
  return found;
}

function build(flow: CompiledFlow, step: Step): readonly Maker[] {
  return [
    { by: { by: 'load' }, calls: step.load },
    ...step.actions.map((action): Maker => ({ by: { by: 'action', action: action.id }, calls: action.calls, action })),
    ...reactions(shapeOf(flow, step).widgets, {}),
    ...[...openersOf(flow, step)].flatMap(([dialog, openers]) => [
      ...(own(flow.dialogs, dialog)?.actions ?? []).map(
        (action): Maker => ({
          by: { by: 'dialog', dialog, action: action.id },
          calls: action.calls,
          action,
          openers,
        }),
      ),
      ...reactions(dialogShapeOf(flow, dialog)?.widgets ?? [], { dialog, openers }),
    ]),
  ];
}

type Widgets = readonly Placed<Parameters<typeof widgetId>[0]>[];

function reactions(
  widgets: Widgets,
  { dialog, openers }: { readonly dialog?: string; readonly openers?: readonly Opener[] },
): readonly Maker[] {
  return widgets.flatMap((placed) =>
    Object.entries(placed.item.events).map(
      ([event, reaction]): Maker => ({
        by: { by: 'widget', widget: widgetId(placed.item), event, ...(dialog !== undefined && { dialog }) },
        calls: reaction.calls,
        reaction,
        placed,
        ...(openers && { openers }),
      }),
    ),
  );
}

/**
 * The dialogs a step can open, each with everything that opens it; one that a dialog opens is opened by what opened the
 * first.
 */
function openersOf(flow: CompiledFlow, step: Step): ReadonlyMap<string, readonly Opener[]> {
  const found = new Map<string, Opener[]>();
  const open = (dialog: string, opener: Opener): void => {
    const openers = found.get(dialog) ?? [];
    if (openers.some((one) => JSON.stringify(one) === JSON.stringify(opener))) return;
    found.set(dialog, [...openers, opener]);
    for (const action of own(flow.dialogs, dialog)?.actions ?? []) does(action, () => opener);
    const { widgets = [], links = [] } = dialogShapeOf(flow, dialog) ?? {};
    for (const { item } of widgets) for (const reaction of Object.values(item.events)) does(reaction, () => opener);
    for (const { item } of links) target(item.target, opener);
  };
  const target = (to: Target | undefined, opener: Opener): void => {
    if (to?.kind === 'dialog') open(to.dialog, opener);
    else if (to?.kind === 'signOut') target(to.then, opener);
  };
  const calls = (list: readonly Call[], by: (outcome: Outcome) => Opener): void =>
    list.forEach(({ operation, on }) =>
      Object.entries(on).forEach(([name, to]) => target(to, by({ operation, name }))),
    );
  const does = (reaction: Pick<Reaction, 'calls' | 'next'>, by: (outcome?: Outcome) => Opener): void => {
    calls(reaction.calls, by);
    reaction.next.forEach((choice) => target(choice.target, by()));
  };
  for (const action of step.actions) {
    does(action, (outcome) => ({ kind: 'action', action, ...(outcome && { outcome }) }));
    if (action.confirm !== undefined) open(action.confirm, { kind: 'action', action });
  }
  const { widgets, links } = shapeOf(flow, step);
  for (const { item, whens } of widgets)
    for (const reaction of Object.values(item.events))
      does(reaction, (outcome) => ({ kind: 'reaction', whens, ...(outcome && { outcome }) }));
  for (const { item, whens } of links) target(item.target, { kind: 'link', whens });
  calls(step.load, (outcome) => ({ kind: 'itself', outcome }));
  for (const { target: to } of step.next) target(to, { kind: 'itself' });
  for (const { channel, on, onGiveUp } of step.listen) {
    for (const [name, to] of Object.entries(on)) target(to, { kind: 'itself', outcome: { operation: channel, name } });
    target(onGiveUp, { kind: 'itself' });
  }
  for (const timer of step.timers) target(timer.do, { kind: 'itself' });
  return found;
}
