/** A list that the person makes: an item is added, changed or removed; what is answered is always the whole list. */
import type { Json } from './facts.ts';
import type { Event } from './events.ts';
import { answer } from './act.ts';
import { get, own, put } from './paths.ts';
import { rowsOf } from './page.ts';
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
  const items = entriesOf(field, get(turn.state.answers, field.bind));
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
    if (items.length < field.item.most) show([...ids, next], [...items, {}]);
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
  const changed = put(old, part.bind, normalise(part, event.value));
  if (changed !== old) show(ids, items.toSpliced(index, 1, changed));
}
