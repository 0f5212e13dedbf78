import type { ReactNode } from 'react';
import { useSay } from '../words.tsx';

/** A message about the page as a whole: something went wrong, or went well. */
export function Notice({ tone, children }: { readonly tone: 'error' | 'success'; readonly children: ReactNode }) {
  return (
    <div
      className={`notice notice-${tone}`}
      role={tone === 'error' ? 'alert' : 'status'}
      data-focus="notice"
      tabIndex={-1}
    >
      {children}
    </div>
  );
}

/** Seconds left until the person is taken elsewhere; said aloud every ten seconds only. */
export function TransferCountdown({
  seconds,
  unsure = false,
}: {
  readonly seconds: number;
  readonly unsure?: boolean;
}) {
  const say = useSay();
  const said = Math.ceil(seconds / 10) * 10;
  return (
    <div className="notice notice-error" data-focus="notice" tabIndex={-1}>
      <p>{say(unsure ? 'outage.unsure' : 'outage.away')}</p>
      <p aria-hidden="true">{seconds === 1 ? say('outage.leavingOne') : say('outage.leaving', { seconds })}</p>
      <p className="quiet-words" role="status">
        {say('outage.leavingAbout', { seconds: said })}
      </p>
    </div>
  );
}

/** There is no network: the page stays, waits and goes on by itself. `onDevice`: what waits would outlive a reload. */
export function OfflineBar({ onDevice }: { readonly onDevice: boolean }) {
  const say = useSay();
  return (
    <div className="notice notice-error" role="status" data-bar="offline">
      <p>{say(onDevice ? 'outage.offline' : 'outage.offlineOnPage')}</p>
    </div>
  );
}

/** Something is on its way. */
export function Loading({ label }: { readonly label: string }) {
  return (
    <p className="loading" role="status">
      <span className="spinner" aria-hidden="true" />
      {label}
    </p>
  );
}
