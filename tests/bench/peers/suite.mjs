// Measures one entry: a form of n fields (mount, heap, 40 keys, submit with everything invalid) or the journey of 20
// steps.
// CPU is thread time of the renderer's main thread; a run in which text was lost or errors are missing counts as
// failed.
import zlib from 'node:zlib';
import { open, sleep, delta, median } from './harness.mjs';
import { TYPED } from './src/common/definition.js';

export async function measureForm(browser, base, entry, n) {
  const o = await open(browser, base, entry, n, 'form');
  try {
    if (o.result.failed) return { failed: o.result.failed };
    const { page, cdp, metrics } = o;
    await sleep(60);
    const row = { mountCpu: delta(o.before, await metrics()).Task };
    await cdp.send('HeapProfiler.collectGarbage');
    await cdp.send('HeapProfiler.collectGarbage');
    const held = await metrics();
    Object.assign(row, { heap: held.JSHeapUsedSize, nodes: held.Nodes });
    const { settle, expected } = await page.evaluate(() => {
      const b = window.__bench;
      b.field(b.middle).focus();
      return { settle: b.settleMs, expected: b.expectedErrors };
    });
    await sleep(50);
    const k0 = await metrics();
    await page.keyboard.type(TYPED, { delay: 12 });
    await sleep(settle);
    const keys = delta(k0, await metrics());
    Object.assign(row, { keyCpu: keys.Task / TYPED.length, keyScript: keys.Script / TYPED.length });
    const typed = await page.evaluate(() => ({
      value: window.__bench.value(window.__bench.middle),
      paint: [...window.__bench.keys],
    }));
    row.keyPaint = median(typed.paint.slice(0, TYPED.length));
    if (typed.value !== TYPED) return { failed: `typed text was lost: "${typed.value}"` };
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Delete');
    await page.evaluate(() => document.activeElement.blur());
    await sleep(settle);
    const s0 = await metrics();
    const submit = await page.evaluate(() => window.__bench.measureSubmit());
    await sleep(settle);
    row.submitCpu = delta(s0, await metrics()).Task;
    return submit.errors < expected ? { failed: `${submit.errors} of ${expected} errors` } : row;
  } catch (error) {
    return { failed: String(error.message).slice(0, 200) };
  } finally {
    await o.close();
  }
}

export async function measureSteps(browser, base, entry) {
  const o = await open(browser, base, entry, 10, 'steps');
  try {
    if (o.result.failed) return { failed: o.result.failed };
    await sleep(100);
    await o.cdp.send('HeapProfiler.collectGarbage');
    const before = await o.metrics();
    const steps = await o.page.evaluate(() => window.__bench.measureSteps(19));
    await sleep(100);
    return {
      stepCpu: delta(before, await o.metrics()).Task / steps.length,
      stepDom: median(steps.map((step) => step[0])),
    };
  } catch (error) {
    return { failed: String(error.message).slice(0, 200) };
  } finally {
    await o.close();
  }
}

/**
 * Bytes of every script the page loads (n = 30), and whether it draws at all under the strict Content-Security-Policy
 * of the product.
 */
export async function measureBytes(browser, base, entry) {
  const scripts = [];
  const o = await open(browser, base, entry, 30, 'form', {
    onResponse: (response) => {
      if (response.url().split('?')[0].endsWith('.js')) scripts.push(response.body());
    },
  });
  await o.close();
  const bodies = await Promise.all(scripts);
  const strict = await open(browser, base, entry, 30, 'form', { csp: true });
  await strict.close();
  return {
    gzip: bodies.reduce((sum, body) => sum + zlib.gzipSync(body, { level: 9 }).length, 0),
    strict: strict.result.failed ? 'does not draw' : 'draws',
  };
}
