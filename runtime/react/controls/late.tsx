import { Suspense, lazy, useState } from 'react';
import type { ComponentType } from 'react';
import { WidgetBoundary } from '../blocks/widget-boundary.tsx';
import { useSession } from '../page/session.tsx';
import type { Control, ControlProps } from './contract.ts';
import { LoadingHint } from './loading.tsx';

/**
 * A control that few pages have, drawn once its file is there. Where that does not come its place says so and offers to
 * ask again; the page around it goes on.
 */
export function late(load: () => Promise<{ readonly default: ComponentType<ControlProps> }>): Control['Draw'] {
  let Latest = lazy(load);
  return function Late(props) {
    const { flow, store, thrown } = useSession();
    const [, ask] = useState(0);
    const Drawn = Latest;
    return (
      <WidgetBoundary
        onError={(error) => {
          Latest = lazy(load);
          ask((times) => times + 1);
          thrown(error, { widget: props.field.control, step: `${flow.id}/${store.getState().page.step}` });
        }}
      >
        <Suspense fallback={<LoadingHint />}>
          <Drawn {...props} />
        </Suspense>
      </WidgetBoundary>
    );
  };
}
