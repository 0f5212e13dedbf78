import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bringAxe } from './axe.ts';
import { openBrowser } from './browser.ts';
import { Photographer } from './photographer.ts';

test('a picture is taken when the page says that nothing of it is on its way any more, not before', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pictures-'));
  const browser = await openBrowser();
  try {
    const context = await browser.newContext();
    await bringAxe(context);
    const page = await context.newPage();
    const signs = ['data-loading', 'data-busy', 'data-status="saving"'];
    await page.setContent(`<h1>Page</h1>${signs.map((sign) => `<p ${sign}>On its way</p>`).join('')}`);
    const photographer = new Photographer(folder, [360]);
    photographer.brand = 'plain';
    const taken = photographer.axe(page, 'flow/step', 'empty');
    for (const _ of signs) {
      // Several looks of the photographer lie between one mark's end and the next: each is a visit to the page.
      for (let visit = 0; visit < 50; visit += 1) await page.evaluate(() => new Promise(requestAnimationFrame));
      expect(photographer.pictures).toEqual([]);
      await page.evaluate(() => document.querySelector('p')?.remove());
    }
    await taken;
    expect(photographer.pictures.map(({ file }) => existsSync(join(folder, file)))).toEqual([true]);
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
