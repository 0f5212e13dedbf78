/** Reports errors and steps to `/analytics`: ids and codes, never answers, names or tokens (law 9; safety guide, 12). */
import type { Ports } from './ports.ts';

export interface Report {
  readonly kind: 'error' | 'event';
  readonly name: string;
  readonly step?: string;
}
export interface Reporter {
  report(report: Report): void;
  /** An exception nobody expected: its class and where it was thrown, not its text, which may hold answers. */
  thrown(error: unknown): void;
  /** Sends what waits; also when the page goes away. */
  flush(): void;
}

export function createReporter(ports: Pick<Ports, 'fetch' | 'timers' | 'now' | 'origin'>, context: { readonly brand: string; readonly version: string; readonly sessionId: string }): Reporter {
  let queue: (Report & { readonly at: string })[] = [];
  let scheduled = false;
  const flush = (): void => {
    scheduled = false;
    if (queue.length === 0) return;
    const events = queue;
    queue = [];
    const body = JSON.stringify({ ...context, events });
    // A lost report is no reason to trouble the applicant: nothing waits for the answer.
    void ports.fetch(`${ports.origin}/analytics`, { method: 'POST', headers: { 'content-type': 'application/json' }, body, keepalive: true }).catch(() => undefined);
  };
  const report = (one: Report): void => {
    queue.push({ ...one, at: new Date(ports.now()).toISOString() });
    if (queue.length > 50) queue.shift();
    if (scheduled) return;
    scheduled = true;
    ports.timers.after(1000, flush);
  };
  return {
    report,
    thrown: (error) => report({ kind: 'error', name: describe(error) }),
    flush,
  };
}

/** Class of the error and the script positions of its stack; no message. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return 'thrown.value';
  const places = [...(error.stack ?? '').matchAll(/([\w.-]+\.(?:js|ts|tsx)):(\d+):(\d+)/g)].slice(0, 5).map(([, file, line, column]) => `${file}:${line}:${column}`);
  return [error.name, ...places].join(' ');
}
