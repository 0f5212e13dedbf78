/** A page that does nothing: as many bytes before its first picture as a page of ours received, boxes and a button. */
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright';
import { asPhone, type Told } from './phone.ts';

export interface Still {
  /** Milliseconds until its largest part was painted, and until the picture after the slowest of its keys. */
  measure(bytes: number): Promise<{ readonly paint: number; readonly interaction: number }>;
  close(): Promise<void>;
}

const KEYS = 'as still as a page can be';
const body = `<main><h1>A page that does nothing</h1>${Array.from({ length: 8 }, (_, index) => `<p><label for="box-${index}">Box ${index}</label><input id="box-${index}"></p>`).join('')}<button type="button">Go on</button></main>`;
const html = (bytes: number): string =>
  `<!doctype html><html lang="en"><head><meta name="viewport" content="width=device-width"><title>Still</title><script src="/bytes/${bytes}.js"></script></head><body>${body}</body></html>`;

/** @param browser a browser that is closed by whoever opened it */
export async function openStill(browser: Browser): Promise<Still> {
  const server = createServer(({ url = '' }, answer) => {
    const bytes = Number(/^\/bytes\/(\d+)\.js$/.exec(url)?.[1] ?? NaN);
    if (Number.isNaN(bytes)) return void answer.setHeader('content-type', 'text/html').end(html(Number(url.slice(1))));
    // A comment of letters that no line could make fewer.
    const letters = randomBytes(bytes)
      .toString('base64')
      .slice(0, Math.max(0, bytes - 4));
    answer.setHeader('content-type', 'text/javascript').end(`/*${letters}*/`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    async measure(bytes) {
      const context = await browser.newContext();
      try {
        const page = await context.newPage();
        const told: Told[] = [];
        await asPhone(page, (one) => told.push(one));
        await page.goto(`http://localhost:${port}/${bytes}`);
        await page.locator('#box-0').focus();
        await page.keyboard.type(KEYS, { delay: 20 });
        await page.locator('button').focus();
        await page.keyboard.press('Enter');
        const of = (kind: 'paint' | 'interaction'): readonly number[] =>
          told.flatMap((one) => (one.kind === kind ? [one.value] : []));
        // What was observed is told in the pictures that follow.
        for (let visit = 0; visit < 20; visit += 1)
          await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => resolve(undefined))));
        const paint = of('paint').at(-1);
        if (paint === undefined) throw new Error('A still page told of no picture: this browser does not observe any.');
        return { paint, interaction: Math.max(16, ...of('interaction')) };
      } finally {
        await context.close();
      }
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
