import { Suspense, lazy, useState } from 'react';
import type { ComponentType } from 'react';
import { LoadingHint } from '../controls/loading.tsx';
import { useSession } from '../page/session.tsx';
import { WidgetBoundary } from './widget-boundary.tsx';

interface LatePart<Props> {
  readonly load: () => Promise<{ readonly default: ComponentType<Props> }>;
  /** By which the part is told of in a report. */
  readonly nameOf: (props: Props) => string;
  /** What waits for it: its own place, or the page, where much would move as it comes. */
  readonly waits: 'place' | 'page';
}

const ahead: (() => Promise<void>)[] = [];

/**
 * A part of a page that not every page has, drawn once its file is there. Where that does not come its place says so
 * and offers to ask again; the page around it goes on.
 */
export function latePart<Props extends object>({ load, nameOf, waits }: LatePart<Props>): ComponentType<Props> {
  let Latest: ComponentType<Props> = lazy(load);
  let wasDrawn = false;
  if (waits === 'page')
    ahead.push(async () => {
      const { default: Found } = await load();
      if (!wasDrawn) Latest = Found;
    });
  return function Late(props) {
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
        {waits === 'page' ? (
          <Drawn {...props} />
        ) : (
          <Suspense fallback={<LoadingHint />}>
            <Drawn {...props} />
          </Suspense>
        )}
      </WidgetBoundary>
    );
  };
}

/** Brings the parts that a page would wait for. What does not come now is asked for where it is drawn. */
export async function bringParts(): Promise<void> {
  await Promise.allSettled(ahead.map((bring) => bring()));
}
