import type { ReactNode } from 'react';

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
  const said = Math.ceil(seconds / 10) * 10;
  return (
    <div className="notice notice-error" data-focus="notice" tabIndex={-1}>
      <p>
        {unsure
          ? 'We are not sure yet whether your last step went through. We are finding out; nothing is done twice.'
          : 'The service is not answering. Your answers are kept. We are trying again.'}
      </p>
      <p aria-hidden="true">
        You will be taken to the start page in {seconds} {seconds === 1 ? 'second' : 'seconds'}.
      </p>
      <p className="quiet-words" role="status">
        You will be taken to the start page in about {said} seconds.
      </p>
    </div>
  );
}

/** There is no network: the page stays, waits and goes on by itself. `onDevice`: what waits would outlive a reload. */
export function OfflineBar({ onDevice }: { readonly onDevice: boolean }) {
  return (
    <div className="notice notice-error" role="status" data-bar="offline">
      <p>
        You are offline.{' '}
        {onDevice
          ? 'Your answers are kept on this device.'
          : 'Your answers are kept, but the confidential ones among them only as long as this page stays open.'}{' '}
        We go on by ourselves as soon as you are connected again.
      </p>
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
