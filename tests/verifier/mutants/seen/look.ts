/** A page as a person sees it, in lines: what another version must show as well for nobody to see a difference. */
import type { Action, CompiledFlow, LayoutItem } from '../../../../runtime/core/definition.ts';
import type { Facts } from '../../../../runtime/core/facts.ts';
import { evaluate, facts, holds, text } from '../../../../runtime/core/index.ts';
import type { FieldView, State } from '../../../../runtime/core/state.ts';

/**
 * Everything on the page: title, dialog, notice, items in their order, fields with their choices, limits and what is wrong with each, buttons.
 * @param calls operations under way, in order: the other side must be told the same
 */
export function look(flow: CompiledFlow, state: State, calls: readonly string[]): readonly string[] {
  const { page } = state;
  const step = flow.steps[page.step];
  if (!step) throw new Error(`The flow ${flow.id} has no step ${page.step}.`);
  const seen = facts(flow, state);
  const dialog = page.dialog === undefined ? undefined : flow.dialogs[page.dialog];
  return [
    `page ${page.step}: ${text(step.title, seen)}`,
    ...(page.notice ? [`notice: ${page.notice.text}`] : []),
    ...items(step.layout, seen, page.fields),
    ...Object.values(page.fields).filter(({ visible }) => visible).map(field),
    ...buttons(step.actions, seen),
    ...(dialog ? [`dialog: ${text(dialog.title, seen)}`, ...items(dialog.layout, seen, {}), ...buttons(dialog.actions, seen)] : []),
    ...calls.map((operation) => `call ${operation}`),
  ];
}

function field({ id, label, hint, required, choices, options, value, problem }: FieldView): string {
  const offered = (choices ?? []).map((choice) => `${String(choice.value)}=${choice.label}`).join('|');
  return `field ${id}: ${label} ${hint ?? ''} ${required ? 'required' : 'optional'} [${offered}] ${JSON.stringify(options)} = ${JSON.stringify(value)}; ${problem?.message ?? ''}`;
}

const buttons = (actions: readonly Action[], seen: Facts): readonly string[] => actions.filter(({ when }) => holds(when, seen)).map(({ id, label }) => `button ${id}: ${text(label, seen)}`);

function items(layout: readonly LayoutItem[], seen: Facts, fields: Readonly<Record<string, FieldView>>): readonly string[] {
  return layout.flatMap((item): readonly string[] => {
    if (item.kind === 'field') return fields[item.field]?.visible ? [`here ${item.field}`] : [];
    if (!holds(item.when, seen)) return [];
    switch (item.kind) {
      case 'copy': return [`${item.as}: ${text(item.text, seen)}`];
      case 'disclosure': return [`disclosure ${item.idTag}`];
      case 'summary': return [`summary of ${item.steps.join(', ')}`];
      case 'link': return [`link ${text(item.text, seen)} to ${JSON.stringify(item.target)}`];
      case 'group': return [...(item.title === undefined ? [] : [`group ${text(item.title, seen)}`]), ...items(item.items, seen, fields)];
      case 'widget': return [`widget ${item.id}: ${JSON.stringify(evaluate(item.options, seen))}`];
      case 'repeat': return [`each ${JSON.stringify(item.each.of(seen))}`];
    }
  });
}
