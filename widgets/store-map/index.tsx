import { GoogleMap, MarkerF, useLoadScript } from '@react-google-maps/api';
import { lazy, Suspense, useMemo } from 'react';
import type { WidgetProps, WidgetProvider } from '../../runtime/core/widget-contract.ts';
import { Boundary } from './boundary.tsx';
import { storesIn } from './stores.ts';
import './style.css';

const GOOGLE = 'https://maps.googleapis.com';

/** The middle of the 48 states, and how near the map is: all of them, what was found, one store (const.map.*). */
const MIDDLE = { lat: 39.8283, lng: -98.5795 };
const ZOOM = { all: 4, results: 10, chosen: 16 } as const;

/** With the outlines of the states, which only a page without Google's map needs. */
const DrawnMap = lazy(() => import('./drawn.tsx'));

type MapProps = Pick<WidgetProps, 'id' | 'options' | 'emit' | 'words'>;

/**
 * A map of the stores that the page lists: Google's where there is a key, else, or where Google does not answer, one of
 * our own. It only adds to the list: where neither can be shown, the list is all.
 */
export default function StoreMap({ id, options, emit, providers, words }: WidgetProps) {
  const provider = providers[GOOGLE];
  const given = { id, options, emit, words };
  if (provider?.key === undefined) return <OwnMap {...given} />;
  return (
    <Boundary instead={<OwnMap {...given} />}>
      <Map {...given} provider={{ url: provider.url, key: provider.key }} />
    </Boundary>
  );
}

function OwnMap({ id, options, emit, words }: MapProps) {
  const { stores: given, chosen } = options;
  const stores = useMemo(() => storesIn(given), [given]);
  return (
    <Boundary
      instead={
        <p id={id} className="hint">
          {words('none')}
        </p>
      }
    >
      <Suspense fallback={<Loading words={words} />}>
        <DrawnMap
          id={id}
          stores={stores}
          chosen={typeof chosen === 'string' ? chosen : undefined}
          emit={emit}
          words={words}
        />
      </Suspense>
    </Boundary>
  );
}

function Loading({ words }: Pick<WidgetProps, 'words'>) {
  return (
    <p className="hint" role="status">
      {words('loading')}
    </p>
  );
}

function Map({ id, options, emit, words, provider }: MapProps & { readonly provider: Required<WidgetProvider> }) {
  // The program's own style elements need the leave of the header (`nonce`); the key is told the site, not the page.
  const nonce = useMemo(() => document.querySelector<HTMLElement>('script[nonce]')?.nonce, []);
  const { isLoaded, loadError } = useLoadScript({
    googleMapsApiKey: provider.key,
    apiUrl: provider.url,
    authReferrerPolicy: 'origin',
    preventGoogleFontsLoading: true,
    ...(nonce && { nonce }),
  });
  const given = options['stores'];
  const chosen = options['chosen'];
  const stores = useMemo(() => storesIn(given), [given]);
  const near = stores.find(({ number }) => number === chosen);
  const [first] = stores;
  if (loadError !== undefined) return <OwnMap id={id} options={options} emit={emit} words={words} />;
  return (
    <section id={id} className="store-map" aria-label={words('title')}>
      {isLoaded ? (
        <GoogleMap
          mapContainerClassName="map"
          center={near?.at ?? first?.at ?? MIDDLE}
          zoom={near ? ZOOM.chosen : first ? ZOOM.results : ZOOM.all}
        >
          {stores.map(({ number, name, at }) => (
            <MarkerF
              key={number}
              position={at}
              title={name}
              onClick={() => emit('selected', { storeNumber: number })}
            />
          ))}
        </GoogleMap>
      ) : (
        <Loading words={words} />
      )}
    </section>
  );
}
