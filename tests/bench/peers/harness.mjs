// Static server on 127.0.0.1, browser launch, and the primitives all runners use.
import { chromium } from 'playwright';
import { chromiumPath } from '../../harness/browser.ts';
import http from 'node:http';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const here = path.dirname(fileURLToPath(import.meta.url));
const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.png': 'image/png',
  '.ttf': 'font/ttf',
  '.json': 'application/json',
};
export const CSP = "default-src 'self'; script-src 'self'; style-src 'self'";

export async function serve(dir = 'dist') {
  const root = path.join(here, dir);
  const server = http.createServer((req, res) => {
    const u = new URL(req.url, 'http://127.0.0.1');
    if (u.pathname === '/blank') {
      res.setHeader('content-type', 'text/html');
      return res.end('<!doctype html><title>blank</title>');
    }
    let p = path.normalize(path.join(root, decodeURIComponent(u.pathname)));
    if (!p.startsWith(root)) {
      res.statusCode = 403;
      return res.end();
    }
    if (p.endsWith('/')) p += 'index.html';
    fs.readFile(p, (e, b) => {
      if (e) {
        res.statusCode = 404;
        return res.end();
      }
      res.setHeader('content-type', TYPES[path.extname(p)] || 'application/octet-stream');
      if (u.searchParams.has('csp')) res.setHeader('content-security-policy', CSP);
      res.end(b);
    });
  });
  await new Promise((r) => server.listen(0, '127.0.0.1', r));
  return { base: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}
export const launch = async () =>
  chromium.launch({
    executablePath: await chromiumPath(),
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });

/** URL of an entry. */
export const urlOf = (entry, base, n, mode, extra = '') => `${base}/${entry.page}/?n=${n}&mode=${mode}${extra}`;

/**
 * A fresh context (own renderer process, cold code cache), CDP attached before the page loads; durations are thread CPU
 * time.
 */
export async function open(browser, base, entry, n, mode, { csp = false, limit = 30000, onResponse } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  const target = urlOf(entry, base, n, mode, csp ? '&csp' : '');
  const origin = new URL(target).origin;
  await page.goto(origin + '/blank').catch(() => {});
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  const errors = [];
  page.on('pageerror', (e) => errors.push(String(e.message).slice(0, 200)));
  const metrics = async () =>
    Object.fromEntries((await cdp.send('Performance.getMetrics')).metrics.map((m) => [m.name, m.value]));
  const mounted = new Promise((resolve) => {
    const timer = setTimeout(() => resolve({ failed: 'not mounted in ' + limit + ' ms' }), limit);
    page.on('console', (m) => {
      const t = m.text();
      if (t.startsWith('bench:mounted ')) {
        clearTimeout(timer);
        resolve(JSON.parse(t.slice(14)));
      } else if (t.startsWith('bench:error ')) {
        clearTimeout(timer);
        resolve({ failed: t.slice(12, 400) });
      }
    });
  });
  if (onResponse) page.on('response', onResponse);
  const before = await metrics();
  await page.goto(target, { waitUntil: 'commit' });
  const result = await mounted;
  return { context, page, cdp, metrics, before, result, errors, close: () => context.close() };
}
export const sleep = (ms) => new Promise((r) => setTimeout(r, ms));
export const KEYS = ['TaskDuration', 'ScriptDuration', 'LayoutDuration', 'RecalcStyleDuration'];
/** Thread-CPU milliseconds between two getMetrics() snapshots. */
export const delta = (a, b) => Object.fromEntries(KEYS.map((k) => [k.replace('Duration', ''), (b[k] - a[k]) * 1000]));
export const median = (xs) => {
  const s = [...xs].sort((a, b) => a - b);
  const h = s.length >> 1;
  return s.length ? (s.length % 2 ? s[h] : (s[h - 1] + s[h]) / 2) : NaN;
};
