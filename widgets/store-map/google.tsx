import { GoogleMap, MarkerF, useLoadScript } from '@react-google-maps/api';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import type { WidgetProps, WidgetProvider } from '../../runtime/core/widget-contract.ts';
import type { Mark } from './marks.ts';
import type { Store } from './stores.ts';
import { marksAt, middleOf, partsAt } from './tiles.ts';

type GoogleMapOf = Parameters<NonNullable<ComponentProps<typeof GoogleMap>['onLoad']>>[0];

/** The middle of the 48 states, and how near the map is: all of them, what was found, one store (const.map.*). */
const MIDDLE = { lat: 39.8283, lng: -98.5795 };
const ZOOM = { all: 4, results: 10, chosen: 16 } as const;

interface MapProps extends Pick<WidgetProps, 'id' | 'emit' | 'words'> {
  readonly stores: readonly Store[];
  /** Number of the store that is chosen. */
  readonly chosen: string | undefined;
}

/** Google's map, once its program is there; `instead` where that does not come. */
export default function Google({
  provider,
  instead,
  loading,
  ...map
}: MapProps & {
  readonly provider: Required<WidgetProvider>;
  readonly instead: ReactNode;
  readonly loading: ReactNode;
}) {
  // The program's own style elements need the leave of the header (`nonce`); the key is told the site, not the page.
  const nonce = useMemo(() => document.querySelector<HTMLElement>('script[nonce]')?.nonce, []);
  const { isLoaded, loadError } = useLoadScript({
    googleMapsApiKey: provider.key,
    apiUrl: provider.url,
    authReferrerPolicy: 'origin',
    preventGoogleFontsLoading: true,
    ...(nonce && { nonce }),
  });
  if (loadError !== undefined) return instead;
  if (isLoaded) return <Stores {...map} />;
  return (
    <section id={map.id} className="store-map" aria-label={map.words('title')}>
      {loading}
    </section>
  );
}

/** The stores on the map: one pin for those that would hide each other. */
function Stores({ id, stores, chosen, emit, words }: MapProps) {
  const section = useRef<HTMLElement>(null);
  const map = useRef<GoogleMapOf>(undefined);
  const whole = useMemo(() => wholeOf(stores, chosen), [stores, chosen]);
  const [zoom, setZoom] = useState<number>(whole.zoom);
  const [isNearer, setNearer] = useState(false);
  const look = ({ center, zoom: to }: typeof whole): void => {
    map.current?.panTo(center);
    map.current?.setZoom(to);
  };
  // Other stores are seen as any are at first, however near the last were looked at.
  useEffect(() => {
    look(whole);
    setNearer(false);
  }, [whole]);
  const go = (to: typeof whole): void => {
    look(to);
    setNearer(to !== whole);
    // The pin that was pressed goes with those it stood among.
    section.current?.focus();
  };
  const marks = useMemo(() => marksAt(stores, zoom), [stores, zoom]);
  return (
    <section id={id} className="store-map" tabIndex={-1} ref={section} aria-label={words('title')}>
      <GoogleMap
        mapContainerClassName="map"
        center={whole.center}
        zoom={whole.zoom}
        onLoad={(loaded) => {
          map.current = loaded;
        }}
        onZoomChanged={() => setZoom((before) => map.current?.getZoom() ?? before)}
      >
        {marks.map((mark) => (
          <Pin
            key={mark.stores.map(({ number }) => number).join()}
            mark={mark}
            nearer={mark.stores.length === 1 ? undefined : partsAt(mark, zoom)}
            words={words}
            onPress={(nearer) => {
              const [first] = mark.stores;
              if (nearer !== undefined) go({ center: middleOf(mark.stores), zoom: nearer });
              else if (first !== undefined) emit('selected', { storeNumber: first.number });
            }}
          />
        ))}
      </GoogleMap>
      {isNearer ? (
        <button type="button" className="button button-secondary" onClick={() => go(whole)}>
          {words('whole')}
        </button>
      ) : null}
    </section>
  );
}

function wholeOf(
  stores: readonly Store[],
  chosen: string | undefined,
): { readonly center: Store['at']; readonly zoom: number } {
  const one = stores.find(({ number }) => number === chosen);
  if (one !== undefined) return { center: one.at, zoom: ZOOM.chosen };
  const [first] = stores;
  return first === undefined ? { center: MIDDLE, zoom: ZOOM.all } : { center: first.at, zoom: ZOOM.results };
}

/** A pin: of one store, of several that a nearer zoom tells apart, or of several in one house, which the list has. */
function Pin({
  mark: { stores },
  nearer,
  words,
  onPress,
}: Pick<WidgetProps, 'words'> & {
  readonly mark: Mark;
  readonly nearer: number | undefined;
  readonly onPress: (nearer: number | undefined) => void;
}) {
  const [first] = stores;
  const count = stores.length;
  if (first === undefined) return null;
  if (count === 1) return <MarkerF position={first.at} title={first.name} onClick={() => onPress(undefined)} />;
  const title = words(nearer === undefined ? 'together' : 'several', { count });
  return (
    <MarkerF
      position={first.at}
      label={String(count)}
      title={title}
      clickable={nearer !== undefined}
      onClick={() => onPress(nearer)}
    />
  );
}
