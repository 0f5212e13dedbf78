import { useId, useMemo } from 'react';
import type { LayoutItem } from '../../core/definition.ts';
import type { Facts } from '../../core/facts.ts';
import { useComputed, useRule, useSelected, useSession } from '../page/session.tsx';
import { revealedItems, useRevealed } from './revealed.ts';
import { WidgetFrame, optionsOf } from './widget.tsx';

type Widget = Extract<LayoutItem, { kind: 'widget' }>;
type Repeat = Extract<LayoutItem, { kind: 'repeat' }>;

/** A widget without a field that is given as many items of a list as a repeat of the page shows of it. */
export function ListedWidget({ item }: { readonly item: Widget }) {
  const { flow } = useSession();
  const layout = useSelected((state) => flow.steps[state.page.step]?.layout);
  const { timesOf } = useRevealed();
  const computes = useMemo(() => {
    const listed = Object.entries(item.asListed ?? {}).map(([option, id]) => {
      const repeat = repeatOf(layout ?? [], id);
      if (repeat === undefined)
        throw new Error(`The page of the widget "${item.id}" has no list "${id}": compile anew.`);
      const of = (facts: Facts) => revealedItems(repeat, facts, timesOf(id)).map((row) => row.item);
      return [option, { of, reads: [...repeat.each.reads, ...(repeat.only?.reads ?? [])] }] as const;
    });
    return { ...item.options, ...Object.fromEntries(listed) };
  }, [item, layout, timesOf]);
  const options = optionsOf(useComputed(computes));
  const id = useId();
  if (!useRule(item.when)) return null;
  return (
    <div className="field">
      <WidgetFrame
        name={item.widget}
        widgetId={item.id}
        id={id}
        value={undefined}
        options={options}
        invalid={false}
        describedBy={undefined}
        labelledBy={undefined}
        onChange={undefined}
      />
    </div>
  );
}

function repeatOf(items: readonly LayoutItem[], id: string): Repeat | undefined {
  for (const item of items) {
    if (item.kind === 'repeat' && item.id === id) return item;
    const within = 'items' in item ? repeatOf(item.items, id) : undefined;
    if (within !== undefined) return within;
  }
  return undefined;
}
