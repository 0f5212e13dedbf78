import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { RefObject } from 'react';
import type { WidgetProps } from '../../runtime/core/widget-contract.ts';
import type { Mark } from './marks.ts';
import { draw, HEIGHT, marksDrawn, nearAt, WIDTH } from './states.ts';
import type { Store } from './stores.ts';

/** A map that nobody is asked for: the states, drawn from what the site itself has, and the stores on them. */
export default function DrawnMap({
  id,
  stores,
  chosen,
  emit,
  words,
}: Pick<WidgetProps, 'id' | 'emit' | 'words'> & {
  readonly stores: readonly Store[];
  readonly chosen: string | undefined;
}) {
  /** Those that are looked at more nearly; they are left as soon as the list has others. */
  const [looked, setLooked] = useState<{ readonly of: readonly Store[]; readonly stores: readonly Store[] }>();
  const seen = looked?.of === stores ? looked.stores : stores;
  const map = useRef<HTMLElement>(null);
  // The button that was pressed goes with the marks it stood among.
  const look = (to: typeof looked): void => {
    setLooked(to);
    map.current?.focus();
  };
  const ground = useRef<HTMLDivElement>(null);
  const near = nearAt(useWidth(ground));
  const drawing = useMemo(() => draw(seen, near), [seen, near]);
  return (
    <section id={id} className="store-map" tabIndex={-1} ref={map} aria-label={words('title')}>
      <div className="drawn" ref={ground}>
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
          <path className="land" d={drawing.land} />
          <path className="borders" d={drawing.borders} />
          {drawing.names.map(({ name, x, y }) => (
            <text key={name} x={x} y={y}>
              {name}
            </text>
          ))}
        </svg>
        {drawing.marks.map((mark) => (
          <MarkButton
            key={mark.stores.map(({ number }) => number).join()}
            mark={mark}
            isApart={mark.stores.length === 1 || marksDrawn(mark.stores, near).length > 1}
            isChosen={mark.stores.some(({ number }) => number === chosen)}
            words={words}
            onPress={() => {
              const [only, ...others] = mark.stores;
              if (others.length === 0 && only !== undefined) emit('selected', { storeNumber: only.number });
              else look({ of: stores, stores: mark.stores });
            }}
          />
        ))}
      </div>
      {seen === stores ? null : (
        <button type="button" className="button button-secondary" onClick={() => look(undefined)}>
          {words('whole')}
        </button>
      )}
    </section>
  );
}

/** How many pixels wide it stands on the page; undefined until that is known, which is before anybody sees it. */
function useWidth(element: RefObject<HTMLElement | null>): number | undefined {
  const [width, setWidth] = useState<number>();
  useLayoutEffect(() => {
    const measured = element.current;
    if (measured === null) return undefined;
    const measure = (): void => setWidth(Math.floor(measured.clientWidth) || undefined);
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(measured);
    return () => watch.disconnect();
  }, [element]);
  return width;
}

function MarkButton({
  mark,
  isApart,
  isChosen,
  words,
  onPress,
}: Pick<WidgetProps, 'words'> & {
  readonly mark: Mark;
  /** Whether it stands for one store, or a nearer look tells them apart. */
  readonly isApart: boolean;
  readonly isChosen: boolean;
  readonly onPress: () => void;
}) {
  const { stores, x, y } = mark;
  const [first] = stores;
  const at = { left: `${(x / WIDTH) * 100}%`, top: `${(y / HEIGHT) * 100}%` };
  const name = stores.length === 1 ? (first?.name ?? '') : words('several', { count: stores.length });
  if (!isApart)
    return (
      <span className="mark" style={at} role="img" aria-label={words('together', { count: stores.length })}>
        {stores.length}
      </span>
    );
  return (
    <button
      type="button"
      className="mark"
      style={at}
      title={name}
      aria-label={name}
      aria-pressed={isChosen}
      onClick={onPress}
    >
      {stores.length === 1 ? '' : stores.length}
    </button>
  );
}
