/** A phone on a slow line: the eyes of the bench, which look at nothing and take the time of everything. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { Inspector, type State } from '../../harness/inspector.ts';

/** `tests/bench/budget.json`, `phone`. */
export interface Budget {
  /** Down and up in megabits a second, latency of a round trip in milliseconds. */
  readonly line: { readonly down: number; readonly up: number; readonly latency: number };
  /** How many times slower its processor is than this machine's. */
  readonly processor: number;
  /** Pixels of CSS. */
  readonly width: number;
  readonly height: number;
  /** Milliseconds, and how many times what a still page of the same bytes takes: over both is over the budget. */
  readonly paint: Limit;
  readonly interaction: Limit;
  /** Cumulative layout shift of a page. */
  readonly shift: number;
}
export interface Limit {
  readonly ms: number;
  readonly ratio: number;
}

export const { phone: budget } = JSON.parse(readFileSync(join(import.meta.dirname, '..', 'budget.json'), 'utf8')) as {
  readonly phone: Budget;
};

/** What the browser tells of a page; times in milliseconds. */
export type Told =
  /** The largest part so far was painted, so long after the navigation, with so many bytes received by then. */
  | { readonly kind: 'paint'; readonly path: string; readonly value: number; readonly bytes: number }
  /** The page stands, so long after the press that led to it. */
  | { readonly kind: 'step'; readonly path: string; readonly value: number }
  /** From a key to the picture after it. */
  | { readonly kind: 'interaction'; readonly path: string; readonly value: number; readonly what: string }
  /** What stood moved, though nobody had touched the page in the last half second. */
  | {
      readonly kind: 'shift';
      readonly path: string;
      readonly value: number;
      readonly what: string;
      /** When, in milliseconds of the clock. */
      readonly at: number;
    }
  /** A document begins. */
  | { readonly kind: 'document'; readonly path: string };

/** Makes a page that of a phone: its line, processor and window, before anything is opened in it. */
export async function asPhone(page: Page, tell: (told: Told) => void): Promise<void> {
  const { line, processor, width, height } = budget;
  const wire = await page.context().newCDPSession(page);
  await wire.send('Network.enable');
  await wire.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: line.latency,
    downloadThroughput: (line.down * 1_000_000) / 8,
    uploadThroughput: (line.up * 1_000_000) / 8,
  });
  await wire.send('Emulation.setCPUThrottlingRate', { rate: processor });
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ reducedMotion: null });
  await page.exposeBinding('toldTime', (_, told: Told) => tell(told));
  await page.addInitScript(takeTimes);
}

/** Runs in each document, before anything of it. */
function takeTimes(): void {
  if (window !== window.top || !location.protocol.startsWith('http')) return;
  const { toldTime } = window as unknown as { readonly toldTime: (told: Told) => void };
  const short = (node: Node | null): string =>
    node instanceof Element ? node.outerHTML.replaceAll(/\s+/g, ' ').slice(0, 90) : (node?.textContent ?? 'nothing');
  /** Since when each page stands. */
  const pages: { readonly since: number; readonly path: string }[] = [{ since: 0, path: location.pathname }];
  const pageAt = (time: number): string => pages.findLast(({ since }) => since <= time)?.path ?? location.pathname;
  let press: number | undefined;
  let heading: Element | null = null;
  toldTime({ kind: 'document', path: location.pathname });
  for (const type of ['keydown', 'click'] as const)
    addEventListener(
      type,
      (event) => {
        if (!(event instanceof KeyboardEvent) || event.key === 'Enter' || event.key === ' ') press = event.timeStamp;
      },
      { capture: true },
    );
  new MutationObserver(() => {
    const now = document.querySelector('h1');
    if (now === null || (now === heading && pages.at(-1)?.path === location.pathname)) return;
    heading = now;
    const { pathname: path } = location;
    pages.push({ since: performance.now(), path });
    const pressed = press;
    press = undefined;
    if (pressed === undefined) return;
    requestAnimationFrame(() =>
      requestAnimationFrame(() => toldTime({ kind: 'step', path, value: performance.now() - pressed })),
    );
  }).observe(document, { subtree: true, childList: true });

  const received = (until: number): number =>
    [...performance.getEntriesByType('resource'), ...performance.getEntriesByType('navigation')]
      .map((entry) => entry as PerformanceResourceTiming)
      .filter(({ responseEnd, encodedBodySize }) => encodedBodySize > 0 && responseEnd <= until)
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries())
      toldTime({ kind: 'paint', path: location.pathname, value: startTime, bytes: received(startTime) });
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput, startTime, sources } = entry as PerformanceEntry & {
        readonly value: number;
        readonly hadRecentInput: boolean;
        readonly sources: readonly {
          readonly node: Node | null;
          readonly previousRect: DOMRectReadOnly;
          readonly currentRect: DOMRectReadOnly;
        }[];
      };
      // The first is the largest; how far it went tells what came above it.
      const [largest] = sources;
      const far = largest ? Math.round(largest.currentRect.top - largest.previousRect.top) : 0;
      if (!hadRecentInput)
        toldTime({
          kind: 'shift',
          path: pageAt(startTime),
          value,
          what: `${far} px down: ${short(largest?.node ?? null)}`,
          at: performance.timeOrigin + startTime,
        });
    }
  }).observe({ type: 'layout-shift', buffered: true });
  /** Pictures that were long in coming, each with the longest script before it. */
  const long: { readonly from: number; readonly to: number; readonly script: string }[] = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { startTime, duration, scripts } = entry as PerformanceEntry & {
        readonly scripts: readonly {
          readonly duration: number;
          readonly sourceURL: string;
          readonly sourceCharPosition: number;
          readonly invoker: string;
        }[];
      };
      const [longest] = [...scripts].sort((a, b) => b.duration - a.duration);
      const script = longest
        ? `${Math.round(longest.duration)} ms of ${longest.invoker} ${longest.sourceURL.split('/').at(-1) ?? ''}:${longest.sourceCharPosition}`
        : 'no script';
      long.push({ from: startTime, to: startTime + duration, script });
    }
  }).observe({ type: 'long-animation-frame', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { name, duration, startTime, target, interactionId } = entry as PerformanceEventTiming;
      if (interactionId > 0)
        toldTime({
          kind: 'interaction',
          path: pageAt(startTime),
          value: duration,
          what: `${name} at ${short(target)}, ${long.findLast(({ from, to }) => from < startTime + duration && to > startTime)?.script ?? 'no long picture'}`,
        });
    }
  }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
}

/** Looks at no page: whoever asks a page something takes its processor. */
export class Timekeeper extends Inspector {
  /** What was told since it was last taken away. */
  told: Told[] = [];
  /** What is measured is the visit of somebody who was never here. */
  override readonly sharesTabs = false;

  override prepare(page: Page): Promise<void> {
    return asPhone(page, (one) => this.told.push(one));
  }
  override first(_place: string, _state: State): boolean {
    return false;
  }
  override types(): boolean {
    return true;
  }
}
