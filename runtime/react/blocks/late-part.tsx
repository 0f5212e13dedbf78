import { Suspense, lazy, useState } from 'react';
import type { ComponentType } from 'react';
import { LoadingHint } from '../controls/loading.tsx';
import { useSession } from '../page/session.tsx';
import { WidgetBoundary } from './widget-boundary.tsx';

interface LatePart<Props> {
  readonly load: () => Promise<{ readonly default: ComponentType<Props> }>;
  /** By which the part is told of in a report. */
  readonly nameOf: (props: Props) => string;
  /** The page waits for it, where much would move as it comes; for a rare one nothing does but its own place. */
  readonly isRare?: true | undefined;
}

/** What a page waits for and is not there yet: how each part is brought. */
const ahead = new Map<unknown, () => Promise<void>>();

/** A component that a page waits for, and how it is brought; the same component. */
export function comesLate<Part>(part: Part, bring: () => Promise<void>): Part {
  ahead.set(part, async () => {
    await bring();
    ahead.delete(part);
  });
  return part;
}

/**
 * A part of a page that not every page has, drawn once its file is there. Where that does not come its place says so
 * and offers to ask again; the page around it goes on.
 */
export function latePart<Props extends object>({ load, nameOf, isRare }: LatePart<Props>): ComponentType<Props> {
  let Latest: ComponentType<Props> = lazy(load);
  let wasDrawn = false;
  const part = function Late(props: Props) {
    const { flow, store, thrown } = useSession();
    const [, ask] = useState(0);
    wasDrawn = true;
    const Drawn = Latest;
    return (
      <WidgetBoundary
        onError={(error) => {
          Latest = lazy(load);
          ask((times) => times + 1);
          thrown(error, { widget: nameOf(props), step: `${flow.id}/${store.getState().page.step}` });
        }}
      >
        {isRare ? (
          <Suspense fallback={<LoadingHint />}>
            <Drawn {...props} />
          </Suspense>
        ) : (
          <Drawn {...props} />
        )}
      </WidgetBoundary>
    );
  };
  if (isRare) return part;
  return comesLate(part, async () => {
    const { default: Found } = await load();
    if (!wasDrawn) Latest = Found;
  });
}

/**
 * How those of some parts are brought that a page waits for and that are not there yet. Asked for before the page is
 * drawn: what React itself waits for it draws twice, and shows 300 ms later than it has it.
 */
export const lacking = (parts: readonly unknown[]): readonly (() => Promise<void>)[] =>
  parts.flatMap((part) => ahead.get(part) ?? []);

/** Brings these, by default all that a page would wait for. What does not come now is asked for where it is drawn. */
export const bringParts = (parts: Iterable<() => Promise<void>> = ahead.values()): Promise<unknown> =>
  Promise.allSettled(Array.from(parts, (bring) => bring()));
