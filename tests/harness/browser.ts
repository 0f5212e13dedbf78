/** A real Chromium for tests. */
import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright';

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

/** Starts a browser; whoever starts it closes it. */
export const openBrowser = async (): Promise<Browser> =>
  chromium.launch({ executablePath: await chromiumPath(), args });
