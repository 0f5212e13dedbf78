/** A real Chromium for tests. */
import { existsSync } from 'node:fs';
import { chromium, type Browser, type BrowserContext } from 'playwright';
import { within } from './seat.ts';

/**
 * Own flags, never `args` of @sparticuz/chromium: those hold --single-process (the second context dies) and
 * --disable-web-security (tests of the content security policy would lie).
 */
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Where Chromium is: CHROMIUM_PATH; else, on the systems it is made for, the one packed in @sparticuz/chromium, which
 * is unpacked once into the system's temporary folder; else the system's, else Playwright's own. The packed one comes
 * first: it is the same everywhere, and has no window to draw, which takes it a third less of the processor.
 * @throws when CHROMIUM_PATH names no file, or there is none.
 */
export async function chromiumPath(): Promise<string> {
  const given = process.env['CHROMIUM_PATH'];
  if (given !== undefined && given !== '') {
    if (!existsSync(given))
      throw new Error(`CHROMIUM_PATH names ${given}, which does not exist: correct it or leave it empty.`);
    return given;
  }
  if (process.platform === 'linux' && process.arch === 'x64') {
    // The package unpacks its own system libraries only when it takes the machine for AWS Lambda.
    if (!existsSync('/usr/lib/x86_64-linux-gnu/libnss3.so'))
      process.env['AWS_EXECUTION_ENV'] ??= 'AWS_Lambda_nodejs22.x';
    const { default: packed } = await import('@sparticuz/chromium');
    return packed.executablePath();
  }
  const found = [
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    chromium.executablePath(),
  ].find((path) => existsSync(path));
  if (found === undefined) throw new Error('There is no Chromium here: install one, or name it in CHROMIUM_PATH.');
  return found;
}

const launch = async (): Promise<Browser> => chromium.launch({ executablePath: await chromiumPath(), args });

/** The browser of this process, where its files of tests share one. */
let shared: Promise<Browser> | undefined;

/**
 * A browser; whoever opens it closes it. Files of tests that run one after the other in a process share one, which each
 * of them has to itself: with it are closed the contexts that were made through it. Vitest ends its processes by a
 * signal, at which Playwright ends what it launched.
 */
export async function openBrowser(): Promise<Browser> {
  if (process.env['VITEST'] === undefined) return launch();
  if (shared === undefined || !(await shared).isConnected()) shared = launch();
  return shareOf(await shared);
}

/** How long it may take to close the contexts of a share, in milliseconds; then the whole browser is closed. */
const CLOSING = 10_000;

function shareOf(whole: Browser): Browser {
  const own = new Set<BrowserContext>();
  const kept = (context: BrowserContext): BrowserContext => {
    own.add(context);
    context.once('close', () => own.delete(context));
    return context;
  };
  const share: Partial<Browser> = {
    newContext: async (options) => kept(await whole.newContext(options)),
    newPage: async (options) => {
      const page = await whole.newPage(options);
      kept(page.context());
      return page;
    },
    contexts: () => [...own],
    close: async () => {
      const closed = Promise.all([...own].map((context) => context.close()));
      await within(CLOSING, closed, () => whole.close());
    },
  };
  return new Proxy(whole, {
    get(target, name) {
      if (Object.hasOwn(share, name)) return Reflect.get(share, name) as unknown;
      const value = Reflect.get(target, name) as unknown;
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}
