import { lazy, Suspense, useMemo } from 'react';
import type { WidgetProps } from '../../runtime/core/widget-contract.ts';
import { Boundary } from './boundary.tsx';
import { storesIn } from './stores.ts';
import './style.css';

const GOOGLE = 'https://maps.googleapis.com';

/** Each with what only it needs: what Google's program is asked by, or the outlines of the states. */
const GoogleMap = lazy(() => import('./google.tsx'));
const DrawnMap = lazy(() => import('./drawn.tsx'));

/**
 * A map of the stores that the page lists: Google's where there is a key, else, or where Google does not answer, one of
 * our own. It only adds to the list: where neither can be shown, the list is all.
 */
export default function StoreMap({ id, options, emit, providers, words }: WidgetProps) {
  const provider = providers[GOOGLE];
  const { stores: given, chosen } = options;
  const stores = useMemo(() => storesIn(given), [given]);
  const drawn = { id, stores, chosen: typeof chosen === 'string' ? chosen : undefined, emit, words };
  const loading = (
    <p className="hint" role="status">
      {words('loading')}
    </p>
  );
  const none = (
    <p id={id} className="hint">
      {words('none')}
    </p>
  );
  const own = (
    <Boundary instead={none}>
      <Suspense fallback={loading}>
        <DrawnMap {...drawn} />
      </Suspense>
    </Boundary>
  );
  if (provider?.key === undefined) return own;
  return (
    <Boundary instead={own}>
      <Suspense fallback={loading}>
        <GoogleMap {...drawn} provider={{ url: provider.url, key: provider.key }} instead={own} loading={loading} />
      </Suspense>
    </Boundary>
  );
}
