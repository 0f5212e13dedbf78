import { memo, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Field } from '../../../core/definition.ts';
import type { FieldView, ItemView } from '../../../core/state.ts';
import { DrawnField } from '../../blocks/drawn.tsx';
import { controlId, partId } from '../../blocks/frame.tsx';
import { useSession } from '../../page/session.tsx';
import type { ControlProps } from '../contract.ts';
import { controls } from '../index.ts';

const nothing: readonly ItemView[] = [];

/** Where the focus goes once the list has changed by the person's own hand. */
type Going = { readonly to: 'new' } | { readonly to: 'place'; readonly index: number };

/** The items one under the other, each a named group; a button adds one, each has a button that removes it. */
export default function List({ field, view, id, still, words }: ControlProps) {
  const { store } = useSession();
  const rows = view.items ?? nothing;
  const list = useRef<HTMLUListElement>(null);
  const add = useRef<HTMLButtonElement>(null);
  const going = useRef<Going | undefined>(undefined);
  const [said, say] = useState('');
  useEffect(() => {
    const goal = going.current;
    going.current = undefined;
    if (goal === undefined) return;
    const all = [...(list.current?.children ?? [])];
    const row = goal.to === 'new' ? all.at(-1) : (all[goal.index] ?? all.at(-1));
    const first = goal.to === 'new' ? 'input, select, textarea' : 'fieldset';
    (row?.querySelector<HTMLElement>(first) ?? add.current)?.focus();
  }, [rows.length]);
  const removes = useCallback(
    ({ id: item, title }: ItemView, index: number) => {
      going.current = { to: 'place', index };
      say(words('removed', { item: title }));
      store.dispatch({ type: 'itemRemoved', field: field.id, item });
    },
    [store, field.id, words],
  );
  const name = field.item?.name ?? '';
  const isFull = rows.length >= (field.item?.most ?? 0);
  return (
    <div id={id} className="list" data-list={field.id}>
      <ul className="rows" ref={list}>
        {rows.map((row, index) => (
          <Row key={row.id} list={field} row={row} index={index} still={still} words={words} removes={removes} />
        ))}
      </ul>
      {isFull ? null : (
        <button
          type="button"
          className="button button-secondary"
          data-add
          ref={add}
          onClick={() => {
            going.current = { to: 'new' };
            say('');
            store.dispatch({ type: 'itemAdded', field: field.id });
          }}
        >
          {words('add', { item: name })}
        </button>
      )}
      <p role="status" className="quiet-words">
        {said}
      </p>
    </div>
  );
}

/** One item; drawn anew when something of it changes, and not with each key in another. */
const Row = memo(function Row({
  list,
  row,
  index,
  still,
  words,
  removes,
}: {
  readonly list: Field;
  readonly row: ItemView;
  readonly index: number;
  readonly removes: (row: ItemView, index: number) => void;
} & Pick<ControlProps, 'still' | 'words'>) {
  return (
    <li data-item={row.id}>
      <fieldset className="group row" tabIndex={-1}>
        <legend className="group-title">{row.title}</legend>
        {row.fields.map((part) => (
          <Part key={part.id} list={list} row={row.id} place={index} view={part} still={still} />
        ))}
        <button type="button" className="link" data-remove onClick={() => removes(row, index)}>
          {words('remove')}
          <span className="quiet-words"> {row.title}</span>
        </button>
      </fieldset>
    </li>
  );
});

/** One question of one item: drawn by its own control, in the frame of every field. */
function Part({
  list,
  row,
  place,
  view,
  still,
}: {
  readonly list: Field;
  readonly row: number;
  /** Where the item stands in its list. */
  readonly place: number;
  readonly view: FieldView;
  readonly still: boolean;
}) {
  const { store } = useSession();
  const sync = useRef<((view: FieldView) => void) | undefined>(undefined);
  // A control that keeps its own text must hear of a value in the same moment as it is stored, as fields of a page do.
  useLayoutEffect(
    () =>
      store.subscribeField(list.id, () => {
        const items = store.getState().page.fields[list.id]?.items ?? nothing;
        const item = items[place]?.id === row ? items[place] : items.find((one) => one.id === row);
        const now = item?.fields.find((part) => part.id === view.id);
        if (now) sync.current?.(now);
      }),
    [store, list.id, row, place, view.id],
  );
  // Under a name of its own: the radio buttons of two items would be one group of the browser's.
  const field = useMemo(() => {
    const asked = list.item?.fields.find((part) => part.id === view.id);
    return asked && { ...asked, id: partId(list.id, row, asked.id) };
  }, [list, row, view.id]);
  const control = field && controls[field.control];
  if (!field || !control)
    throw new Error(`An item of "${list.id}" asks "${view.id}", which no control draws: compile the flow again.`);
  return (
    <DrawnField
      control={control}
      field={field}
      view={view}
      id={controlId(field.id)}
      still={still}
      answer={(value) => store.dispatch({ type: 'itemAnswered', field: list.id, item: row, part: view.id, value })}
      sync={sync}
    />
  );
}
