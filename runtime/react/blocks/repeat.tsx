import { useEffect, useId, useMemo, useRef } from 'react';
import type { ReactNode } from 'react';
import { isEmpty, itemsOf, same } from '../../core/index.ts';
import type { LayoutItem } from '../../core/definition.ts';
import type { Json } from '../../core/facts.ts';
import {
  factsFor,
  ItemProvider,
  useComputed,
  useDialog,
  useItem,
  useRule,
  useSelected,
  useSession,
  useText,
} from '../page/session.tsx';
import { RepeatContext } from './repeat-context.ts';
import type { ItemButton } from './repeat-context.ts';
import { useRevealed } from './revealed.ts';
import { WidgetFrame, optionsOf } from './widget.tsx';
import { useSay } from '../words.tsx';

type Repeat = Extract<LayoutItem, { kind: 'repeat' }>;
type Shown = ReturnType<typeof itemsOf>;

/** The items of a list, a few at a time: each a group of its own, known by its key however the list changes. */
export function RepeatFrame({ item, children }: { readonly item: Repeat; readonly children: ReactNode }) {
  const shown = useRule(item.when);
  const rows = useRows(item);
  const say = useSay();
  const { timesOf, reveal } = useRevealed();
  const times = timesOf(item.id);
  const button = useMemo((): ItemButton => (props) => <RowButton {...props} repeat={item.id} />, [item.id]);
  const list = useRef<HTMLUListElement>(null);
  const from = useRef<number | undefined>(undefined);
  // The button may be gone with the last items: whoever pressed it goes on at the first item that came.
  useEffect(() => {
    const first = from.current === undefined ? undefined : list.current?.children[from.current]?.firstElementChild;
    from.current = undefined;
    if (first instanceof HTMLElement) first.focus();
  }, [times]);
  // Whoever comes to the page again is shown as many as at first.
  useEffect(() => () => reveal(item.id, 1), [reveal, item.id]);
  if (!shown) return null;
  if (rows.length === 0) return <Nothing repeat={item} />;
  const count = Math.min(rows.length, (item.show ?? rows.length) * times);
  return (
    <div className="field" data-repeat={item.id}>
      <ul className="rows" ref={list}>
        <RepeatContext value={button}>
          {rows.slice(0, count).map((row) => (
            <ItemProvider key={row.key} item={row.item}>
              <Row item={item}>{children}</Row>
            </ItemProvider>
          ))}
        </RepeatContext>
      </ul>
      {count < rows.length ? (
        <button
          type="button"
          className="button button-secondary"
          data-more
          onClick={() => {
            from.current = count;
            reveal(item.id, times + 1);
          }}
        >
          {say('page.more')}
          <span className="quiet-words">{say('page.moreLeft', { left: rows.length - count })}</span>
        </button>
      ) : null}
    </div>
  );
}

function useRows(repeat: Repeat): Shown {
  const { flow } = useSession();
  const last = useRef<Shown>([]);
  return useSelected((state) => {
    const rows = itemsOf(repeat, factsFor(flow, state));
    if (!same(rows, last.current)) last.current = rows;
    return last.current;
  });
}

/** What is said where there is nothing to show; no words while the list is unknown. */
function Nothing({ repeat }: { readonly repeat: Repeat }) {
  const { flow } = useSession();
  const words = useText(repeat.empty);
  const is = useSelected((state) => repeat.empty !== undefined && isEmpty(repeat, factsFor(flow, state)));
  return is && words !== '' ? <p>{words}</p> : null;
}

function Row({ item, children }: { readonly item: Repeat; readonly children: ReactNode }) {
  const title = useText(item.title);
  const id = useId();
  return (
    <li>
      <div className="row" tabIndex={-1} {...(title && { role: 'group', 'aria-labelledby': id })}>
        {title ? (
          <p className="row-title" id={id}>
            <strong>{title}</strong>
          </p>
        ) : null}
        {item.widget === undefined ? null : <RowWidget item={item} widget={item.widget} />}
        {children}
      </div>
    </li>
  );
}

function RowWidget({ item, widget }: { readonly item: Repeat; readonly widget: string }) {
  const options = optionsOf(useComputed(item.options));
  const value: Json | undefined = useItem();
  return (
    <WidgetFrame
      name={widget}
      widgetId={item.id}
      id={useId()}
      value={value}
      options={options}
      invalid={false}
      describedBy={undefined}
      labelledBy={undefined}
      onChange={undefined}
    />
  );
}

/** A button of an item: it tells the repeat it stands in. */
function RowButton({
  item,
  repeat,
}: {
  readonly item: Extract<LayoutItem, { kind: 'button' }>;
  readonly repeat: string;
}) {
  const { store } = useSession();
  const shown = useRule(item.when);
  const label = useText(item.label);
  const about = useItem();
  const place = useDialog();
  const busy = useSelected((state) => {
    const source = state.page.busy?.source;
    if (source === undefined) return 'no';
    const own = source.by === 'widget' && source.id === repeat && source.event === item.event;
    return own && same(state.page.busy?.item, about) ? 'own' : 'other';
  });
  if (!shown) return null;
  return (
    <button
      type="button"
      className={item.style === 'link' ? 'link' : `button button-${item.style}`}
      data-event={item.event}
      aria-disabled={busy === 'no' ? undefined : true}
      onClick={() =>
        store.dispatch({
          type: 'widget',
          widget: repeat,
          event: item.event,
          ...place,
          ...(about !== undefined && { item: about }),
        })
      }
    >
      {busy === 'own' ? <span className="spinner" aria-hidden="true" /> : null}
      {busy === 'own' ? <span role="status">{label}</span> : label}
    </button>
  );
}
