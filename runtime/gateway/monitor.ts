/**
 * Exceptions for Sentry: which class was thrown and where, and nothing that the person said or did (safety guide, 8).
 * Brought once the page has been seen: a page that breaks leads away, and what it then asks for is given up.
 */
import { BrowserClient, defaultStackParser, makeFetchTransport, Scope, type ErrorEvent } from '@sentry/react';
import type { Boot } from '../../contract/boot.ts';
import { places } from '../../contract/places.ts';
import type { Reporter } from './report.ts';

/** What every exception goes with; `monitored` is the project, and what is told goes through this site's own server. */
export type Monitored = Pick<Boot, 'brand' | 'env' | 'version' | 'monitored'>;

/** Tells Sentry of exceptions, each with the brand and where it came from. */
export function monitorOf({ monitored, version, env, brand }: Monitored): NonNullable<Reporter['monitor']> {
  const client = new BrowserClient({
    dsn: monitored,
    release: version,
    environment: env,
    tunnel: places.monitor,
    transport: makeFetchTransport,
    stackParser: defaultStackParser,
    // None of its own: they note clicks, requests, sessions and the address.
    integrations: [],
    sendClientReports: false,
    dataCollection: {
      userInfo: false,
      cookies: false,
      httpHeaders: false,
      httpBodies: [],
      urlQueryParams: false,
      graphQL: { document: false, variables: false },
    },
    beforeSend: placesOnly,
  });
  return (error, where) => {
    const scope = new Scope();
    scope.setTags({ brand, ...where });
    client.captureException(error, undefined, scope);
  };
}

const KEPT = ['event_id', 'timestamp', 'platform', 'level', 'release', 'environment', 'tags'] as const;

/** Class and places of an exception: its message may hold an answer, the page's address a code. */
function placesOnly(event: ErrorEvent): ErrorEvent {
  const kept = Object.fromEntries(KEPT.map((name) => [name, event[name]])) as Pick<ErrorEvent, (typeof KEPT)[number]>;
  const values = (event.exception?.values ?? []).map(({ type, stacktrace }) => ({
    ...(type !== undefined && { type }),
    stacktrace: {
      frames: (stacktrace?.frames ?? []).flatMap(({ filename, function: name, lineno, colno }) =>
        filename !== undefined && /\.m?js$/.test(filename)
          ? [
              {
                filename: new URL(filename, 'https://site').pathname,
                ...(name !== undefined && { function: name }),
                ...(lineno !== undefined && { lineno }),
                ...(colno !== undefined && { colno }),
              },
            ]
          : [],
      ),
    },
  }));
  return { ...kept, type: undefined, exception: { values } };
}
