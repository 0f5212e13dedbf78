/** A tab of a browser, at which visitors sit one after the other, and what happens in it. */
import type { Browser, BrowserContext, CDPSession, ConsoleMessage, Page, Request, WebSocket } from 'playwright';
import { privacyHeaders } from '../../contract/privacy.ts';
import type { Inspector } from './inspector.ts';
import { within } from './seat.ts';

/** How long it may take to leave a tab as it was found, in milliseconds. */
const LEAVING = 20_000;

/** Who sits at a tab is told what happens in it. */
interface Sitter {
  /** The page has another address, or another heading at it. */
  went(how: string, path: string): void;
  /** Something was not done, since the content security policy forbids it. */
  forbidden(what: string): void;
  threw(error: Error): void;
  wrote(message: ConsoleMessage): void;
  connected(socket: WebSocket): void;
  loaded(): void;
  asked(request: Request): void;
  /** A document is asked for at this address; what stands after its # is sent to no server. */
  opened(url: string): void;
}

export interface Tab {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Nothing of who sat here before is left: no cookie, nothing stored, no page to go back to. */
  sit(sitter: Sitter): void;
  /** @param origin where who sat here was, though their page may have led elsewhere since */
  leave(origin: string): Promise<void>;
}

interface Kind {
  /** The browser says that nobody may follow what its user does. */
  readonly wished: boolean;
  /** The page's clock is the test's. */
  readonly timed: boolean;
}

/** Runs in each document: tells of every address the page takes on, of every page drawn and breach of its policy. */
const watch = (): void => {
  const tell = window as unknown as {
    readonly toldWent: (how: string, path: string) => void;
    readonly toldPolicy: (what: string) => void;
    /** The page came by a move within the document. */
    movedWithin?: boolean;
  };
  for (const how of ['pushState', 'replaceState'] as const) {
    const own = history[how].bind(history);
    history[how] = (...given: Parameters<History['pushState']>) => {
      const before = location.pathname;
      own(...given);
      if (location.pathname === before) return;
      tell.movedWithin = true;
      tell.toldWent(how, location.pathname);
    };
  }
  addEventListener('popstate', () => {
    tell.movedWithin = true;
    tell.toldWent('popstate', location.pathname);
  });
  let heading: Element | null = null;
  new MutationObserver(() => {
    const now = document.querySelector('h1');
    if (now === heading) return;
    heading = now;
    if (now !== null) tell.toldWent('drawn', location.pathname);
  }).observe(document, { subtree: true, childList: true });
  document.addEventListener('securitypolicyviolation', (event) =>
    tell.toldPolicy(`${event.effectiveDirective} ${event.blockedURI} at ${location.pathname}`),
  );
};

/** A document of the product's origin in which nothing of the product runs: what is cleared there stays cleared. */
const still = '/healthz';

/** From now on a tab, and the whole of its browser context, knows nobody at this address. */
export async function anew(page: Page, address: string): Promise<void> {
  await page.goto(`${address}${still}`);
  await page.context().clearCookies();
  await page.evaluate(() => {
    sessionStorage.clear();
    localStorage.clear();
  });
}

/**
 * The tabs of a browser. To begin a tab takes as long as to load four pages in one that stands: it is a process of its
 * own, which has compiled nothing yet. So who leaves one leaves it to the next, emptied.
 */
export class Tabs {
  private readonly browser: Browser;
  private readonly inspector: Inspector;
  private free: Tab | undefined;

  constructor(browser: Browser, inspector: Inspector) {
    this.browser = browser;
    this.inspector = inspector;
  }

  async take(kind: Kind): Promise<Tab> {
    const { free } = this;
    if (free === undefined || kind.wished || kind.timed) return this.begin(kind);
    this.free = undefined;
    return free;
  }

  private async begin({ wished, timed }: Kind): Promise<Tab> {
    const context = await this.browser.newContext({
      locale: 'en-US',
      timezoneId: 'America/Chicago',
      // What turns while it waits costs a fifth of what the browser computes to draw; tests/react draws with motion.
      reducedMotion: 'reduce',
      extraHTTPHeaders: privacyHeaders(wished),
    });
    if (wished)
      await context.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }));
    if (timed) await context.clock.install();
    let sitter: Sitter | undefined;
    await context.exposeBinding('toldWent', (_, how: string, path: string) => sitter?.went(how, path));
    await context.exposeBinding('toldPolicy', (_, what: string) => sitter?.forbidden(what));
    await context.addInitScript(watch);
    const page = await context.newPage();
    await this.inspector.prepare(page);
    page.on('pageerror', (error) => sitter?.threw(error));
    page.on('console', (message) => sitter?.wrote(message));
    page.on('websocket', (socket) => sitter?.connected(socket));
    page.on('domcontentloaded', () => sitter?.loaded());
    page.on('request', (request) => sitter?.asked(request));
    const wire = await context.newCDPSession(page);
    // Of the events of the network, which tell fragments too, the browser would tell each a second time.
    await wire.send('Page.enable');
    wire.on('Page.frameRequestedNavigation', ({ url }) => sitter?.opened(url));
    const tab: Tab = {
      context,
      page,
      sit(next) {
        sitter = next;
      },
      leave: async (origin) => {
        sitter = undefined;
        const isForAnybody = this.inspector.sharesTabs && !wished && !timed && this.free === undefined;
        if (isForAnybody && (await emptied(origin, page, wire))) this.free = tab;
        // One that does not close is closed with its browser.
        else await within(LEAVING, context.close(), () => undefined);
      },
    };
    return tab;
  }
}

/** Leaves nothing in a tab of what it held of a site; false where it is not to be had any more. */
const emptied = (origin: string, page: Page, wire: CDPSession): Promise<boolean> =>
  within(
    LEAVING,
    (async () => {
      await anew(page, origin);
      await wire.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
      await page.goto('about:blank');
      await wire.send('Page.resetNavigationHistory');
      return true;
    })().catch(() => false),
    () => false,
  );
