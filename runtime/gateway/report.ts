/** Reports errors and steps: ids and codes, never answers, names or tokens (law 9; safety guide, 12). */
import { headerNames } from '../../contract/headers.ts';
import { places } from '../../contract/places.ts';
import { mayReport } from '../../contract/privacy.ts';
import type { JsonObject } from '../core/facts.ts';
import type { Ports } from './ports.ts';

export interface Report {
  readonly kind: 'error' | 'event';
  readonly name: string;
  /** `flow/step`. */
  readonly step?: string;
  /** Outcome or exception code. */
  readonly code?: string;
  /** What the definition tells of an event; it reads nothing of the person. */
  readonly with?: JsonObject;
}
/** The widget that threw something, and its `flow/step`. */
interface Where {
  readonly widget: string;
  readonly step: string;
}
export interface Reporter {
  report(report: Report): void;
  /**
   * An exception nobody expected: its class and where it was thrown, not its text, which may hold answers.
   */
  thrown(error: unknown, where?: Where): void;
  /** Hears of exceptions besides, once it is there. */
  monitor?: (error: unknown, where?: Where) => void;
  /** Sends what waits; also when the page goes away. */
  flush(): void;
}

interface ReportContext {
  readonly brand: string;
  readonly sessionId: () => string;
  readonly wished: boolean;
  readonly layer?: (entry: JsonObject) => void;
}

/** An event as the data layer of a page has it: a page that was opened is a page view of its `flow/step`. */
function layerEntry({ name, step, with: told }: Report): JsonObject {
  return { event: name === 'page' ? 'pageview' : name, ...(step !== undefined && { page: step }), ...told };
}

/**
 * @param context the brand and session that every report goes with, as headers like those of every other call;
 *   `wished`: the person wants nobody to follow what they do; `layer`: the page's data layer, which other programs read
 */
export function createReporter(ports: Pick<Ports, 'fetch' | 'timers' | 'origin'>, context: ReportContext): Reporter {
  let queue: Report[] = [];
  let scheduled = false;
  const flush = (): void => {
    scheduled = false;
    const headers = {
      'content-type': 'application/json',
      [headerNames.brand]: context.brand,
      [headerNames.session]: context.sessionId(),
    };
    // A lost report is no reason to trouble the applicant: nothing waits for the answer.
    for (const one of queue.splice(0))
      void ports
        .fetch(`${ports.origin}${places.analytics}`, {
          method: 'POST',
          headers,
          body: JSON.stringify(one),
          keepalive: true,
        })
        .catch(() => undefined);
  };
  const report = (one: Report): void => {
    if (!mayReport(one.kind, context.wished)) return;
    if (one.kind === 'event') context.layer?.(layerEntry(one));
    queue = [
      ...queue.slice(-49),
      { ...one, name: plain(one.name, 80), ...(one.code !== undefined && { code: plain(one.code, 60) }) },
    ];
    if (scheduled) return;
    scheduled = true;
    ports.timers.after(1000, flush);
  };
  const reporter: Reporter = {
    report,
    flush,
    thrown(error, where) {
      reporter.monitor?.(error, where);
      report({
        kind: 'error',
        name: describe(error),
        ...(where && { code: `widget.${where.widget}`, step: where.step }),
      });
    },
  };
  return reporter;
}

/** Words of a report hold letters, digits and `. - :` only, so that no answer can slip through in them. */
function plain(text: string, length: number): string {
  return text.replace(/[^\w.\-: ]/g, '-').slice(0, length);
}

/** Class of the error and the script positions of its stack; no message. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return 'thrown.value';
  const found = error.stack?.match(/[\w.-]+\.(?:js|tsx?):\d+:\d+/g) ?? [];
  return [error.name, ...found.slice(0, 2)].join(' ');
}
