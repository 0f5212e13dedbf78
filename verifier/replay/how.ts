/** How a page was left, in words. */
import type { CompiledFlow, LayoutItem, Step } from '../../runtime/core/definition.ts';
import type { Facts } from '../../runtime/core/facts.ts';
import { text } from '../../runtime/core/index.ts';
import type { Transition } from '../../runtime/core/state.ts';
import { ordinal, plainWords, quoted } from '../../compile/english.ts';

/** `by the button "Continue", after savePersonalInformation answered "ok"`. */
export function howWords(
  flow: CompiledFlow,
  { step, how }: { readonly step: Step; readonly how: Transition },
  facts: Facts,
): string {
  const end =
    'outcome' in how && how.outcome ? `, after ${how.outcome.operation} answered ${quoted(how.outcome.name)}` : '';
  switch (how.by) {
    case 'action':
      return `by the button ${quoted(label(step.actions, how.action, facts))}${end}`;
    case 'dialog':
      return `by the button ${quoted(label(flow.dialogs[how.dialog]?.actions ?? [], how.action, facts))} of the dialog ${quoted(text(flow.dialogs[how.dialog]?.title ?? how.dialog, facts))}${end}`;
    case 'load':
      return `by itself${end}`;
    case 'event':
      return `when ${quoted(plainWords(how.event))} was heard`;
    case 'giveUp':
      return `because nothing was heard in time`;
    case 'timer':
      return `by itself, after ${(step.timers[how.index]?.afterMs ?? 0) / 1000} seconds`;
    case 'widget':
      return `when ${quoted(plainWords(how.widget))} told ${quoted(plainWords(how.event))}${end}`;
    case 'link': {
      const { layout = [] } = how.dialog === undefined ? step : (flow.dialogs[how.dialog] ?? {});
      const link = linksOf(layout)[how.index];
      return `by the ${link?.kind === 'link' ? `link ${quoted(text(link.text, facts))}` : `${ordinal(how.index)} link`}`;
    }
  }
}

const label = (actions: Step['actions'], id: string, facts: Facts): string => {
  const action = actions.find((one) => one.id === id);
  return action ? text(action.label, facts) : plainWords(id);
};

function linksOf(items: readonly LayoutItem[]): readonly LayoutItem[] {
  return items.flatMap((item) =>
    item.kind === 'group' || item.kind === 'repeat' ? linksOf(item.items) : item.kind === 'link' ? [item] : [],
  );
}
