/** A list that the person makes: an item is added, changed or removed; what is answered is always the whole list. */
import type { Json } from './facts.ts';
import type { Event } from './events.ts';
import { answer } from './act.ts';
import { own, put } from './paths.ts';
import { clearedPart, rowsOf } from './page.ts';
import { changePage, stepHere, type Turn } from './turn.ts';
import { entriesOf, normalise } from './validate.ts';

type OfList = Extract<Event, { type: 'itemAdded' | 'itemRemoved' | 'itemAnswered' }>;

/** Does nothing for an item that is gone, beyond the most there may be, and where the page takes no answer. */
export function changeList(turn: Turn, event: OfList): void {
  const step = stepHere(turn);
  const field = own(step.fields, event.field);
  const view = own(turn.state.page.fields, event.field);
  if (!field?.item || !view)
    throw new Error(`Step ${step.id} has no list ${event.field}; change only lists of the page that is shown.`);
  if (!view.visible || view.locked !== undefined || turn.state.page.busy) return;
  const items = entriesOf(field, view.value);
  const { next, ids } = rowsOf(turn.state.page, field.id, items.length);
  const show = (numbers: readonly number[], list: readonly Json[]): void => {
    const rows = {
      ...turn.state.page.rows,
      [field.id]: { next: numbers.length > ids.length ? next + 1 : next, ids: numbers },
    };
    changePage(turn, { rows });
    answer(turn, field.id, list);
  };
  if (event.type === 'itemAdded') {
    if (items.length >= field.item.most) return;
    const { fresh = {} } = turn.state.page;
    changePage(turn, { fresh: { ...fresh, [field.id]: [...(own(fresh, field.id) ?? []), next] } });
    show([...ids, next], [...items, {}]);
    return;
  }
  const index = ids.indexOf(event.item);
  const old = items[index];
  if (old === undefined) return;
  if (event.type === 'itemRemoved') {
    show(ids.toSpliced(index, 1), items.toSpliced(index, 1));
    return;
  }
  const part = field.item.fields.find(({ id }) => id === event.part);
  if (!part) throw new Error(`An item of ${field.id} at step ${step.id} has no question ${event.part}.`);
  const value = normalise(part, event.value);
  const changed = put(old, part.bind, value);
  if (changed === old) return;
  if (part.default) {
    const name = clearedPart(field.id, event.item, part.id);
    const others = turn.state.page.cleared.filter((one) => one !== name);
    changePage(turn, { cleared: value === undefined ? [...others, name] : others });
  }
  show(ids, items.toSpliced(index, 1, changed));
}
