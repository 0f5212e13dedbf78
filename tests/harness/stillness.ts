/**
 * What moved as a page came: all of it, however fast. Browsers forgive what moves within half a second of a press, so
 * that a page is blamed on a slow phone alone.
 */
import type { Page } from 'playwright';
import { Inspector, type State } from './inspector.ts';

interface Move {
  readonly path: string;
  /** As browsers count it: the part of the window that moved, times how far. */
  readonly value: number;
  readonly what: string;
}

/** The smallest window that pages are made for, where what moves counts most. */
const PHONE = { width: 360, height: 740 } as const;

/** Milliseconds that each answer takes: at once, late parts might come before a picture without them is drawn. */
const LATENCY = 60;

/** Looks at no page but for what moves. */
export class Stillness extends Inspector {
  private readonly moves: Move[] = [];
  override readonly sharesTabs = false;

  override async prepare(page: Page): Promise<void> {
    const wire = await page.context().newCDPSession(page);
    await wire.send('Network.enable');
    await wire.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: LATENCY,
      downloadThroughput: -1,
      uploadThroughput: -1,
    });
    await page.setViewportSize(PHONE);
    await page.exposeBinding('toldMove', (_, move: Move) => void this.moves.push(move));
    await page.addInitScript(tellMoves);
  }
  override first(_place: string, _state: State): boolean {
    return false;
  }
  override types(): boolean {
    return true;
  }

  /** What moved since this was asked last, by page: how much, and the largest of the moves. */
  take(): ReadonlyMap<string, { readonly sum: number; readonly what: string }> {
    const moves = Map.groupBy(this.moves.splice(0), ({ path }) => path);
    return new Map(
      [...moves].map(([path, of]) => [
        path,
        {
          sum: of.reduce((all, { value }) => all + value, 0),
          what: of.toSorted((a, b) => b.value - a.value)[0]?.what ?? '',
        },
      ]),
    );
  }
}

/** Runs in each document, before anything of it. */
function tellMoves(): void {
  if (window !== window.top || !location.protocol.startsWith('http')) return;
  const { toldMove } = window as unknown as { readonly toldMove: (move: Move) => void };
  /** Since the last key: what an answer brings, or a press on its own page, was asked for; where it leads, comes. */
  const turns: { readonly since: number; readonly from?: string }[] = [{ since: 0 }];
  addEventListener('keydown', ({ timeStamp: since }) => turns.push({ since, from: location.pathname }), {
    capture: true,
  });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, startTime, sources } = entry as PerformanceEntry & {
        readonly value: number;
        readonly sources: readonly {
          readonly node: Node | null;
          readonly previousRect: DOMRectReadOnly;
          readonly currentRect: DOMRectReadOnly;
        }[];
      };
      if (turns.findLast(({ since }) => since <= startTime)?.from === location.pathname) continue;
      const [largest] = sources;
      const node = largest?.node;
      const words = (node instanceof Element ? node.outerHTML : (node?.textContent ?? '')).replaceAll(/\s+/g, ' ');
      const [from, to] = [largest?.previousRect.top ?? NaN, largest?.currentRect.top ?? NaN];
      toldMove({
        path: location.pathname,
        value,
        what: `from ${Math.round(from)} to ${Math.round(to)} px: ${words.slice(0, 90)}`,
      });
    }
  }).observe({ type: 'layout-shift', buffered: true });
}
