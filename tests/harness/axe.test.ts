import { expect, test } from 'vitest';
import { violationsOn } from './axe.ts';
import { openBrowser } from './browser.ts';

test('colors are judged as they are in the end, whatever turns meanwhile, and what is wrong in the end is told', async () => {
  const browser = await openBrowser();
  try {
    const page = await (await browser.newContext()).newPage();
    await page.setContent(`<!doctype html><html lang="en"><head><title>Refund</title><style>
      button { background: #ddd; color: #fff; transition: background-color 1000s; }
      button.on { background: #000; }
      i { display: block; width: 9px; height: 9px; animation: turn 1s linear infinite; }
      @keyframes turn { to { transform: rotate(1turn); } }
    </style></head><body><main><h1>Refund</h1><i></i><button>Go on</button></main></body></html>`);
    const button = page.locator('button');
    await button.evaluate((one) => {
      const before = getComputedStyle(one).backgroundColor;
      one.classList.add('on');
      return before;
    });
    expect(await violationsOn(page)).toEqual([]);
    await button.evaluate((one) => one.classList.remove('on'));
    expect((await violationsOn(page)).map(({ rule }) => rule)).toEqual(['color-contrast']);
  } finally {
    await browser.close();
  }
});
