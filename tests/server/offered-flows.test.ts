import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { concernsOf, resolveContent } from '../../compile/index.ts';
import { readFiles } from '../../compile/disk.ts';
import { copyContent, newsOfTwin } from './support/content.ts';
import { matchAddress } from '../../contract/address.ts';
import type { Boot } from '../../contract/boot.ts';
import { boot } from './support/person.ts';
import { startTestServer, temporaryFolder, type TestServer } from './support/server.ts';

const dist = temporaryFolder();
let contentDir: string;
let server: TestServer;
beforeAll(async () => {
  writeFileSync(join(dist, 'index.html'), '<!doctype html><html lang="en"><head><title>x</title></head></html>');
  contentDir = copyContent();
  newsOfTwin(contentDir);
  server = await startTestServer({ contentDir, with: { dist } });
}, 180_000);
afterAll(async () => {
  await server.stop();
  for (const folder of [dist, contentDir]) rmSync(folder, { recursive: true, force: true });
});

const status = async (path: string): Promise<number> =>
  (await fetch(`${server.address}${path}`, { headers: { accept: 'text/html' }, redirect: 'manual' })).status;

test('a new flow reaches nobody by itself: where no brand names it its addresses are unknown pages, where one does they are known', async () => {
  expect(
    await Promise.all(['/news', '/news/read', '/news/read?brand=twin', '/login?brand=payday'].map(status)),
  ).toEqual([404, 404, 200, 200]);
  expect(Object.keys((await boot(server)).flows)).not.toContain('news');
});

test('a link to a flow that the brand does not offer, and a flow that nobody offers, are problems of check', () => {
  const files = readFiles([contentDir]);
  const options = { env: 'local', today: '2026-11-20' } as const;
  const link = resolveContent(
    { ...files, 'brands/payday/app.json': '{ "set": { "home": [{ "to": "news/read" }] } }' },
    options,
  ).problems.map(({ file, message }) => `${file}: ${message}`);
  expect(link).toEqual([
    'brands/payday/app.json: The brand "payday" does not offer the flow "news": who follows this finds no page.',
  ]);
  const twin = files['brands/twin/brand.json'] ?? '';
  const nobody = resolveContent({ ...files, 'brands/twin/brand.json': twin.replace('"news", ', '') }, options);
  expect(concernsOf(nobody, false).map(({ message }) => message)).toEqual([
    'No brand offers the flow "news": it has no address, and its pages are not checked.',
  ]);
});

test("the address of a flow alone is that of its first step, and the root of the site is no flow's", async () => {
  const { flows } = (await (await fetch(`${server.address}/definitions/boot.json`)).json()) as Boot;
  for (const [flow, { base, routes }] of Object.entries(flows)) {
    const start = routes.find(({ also }) => also?.includes(''));
    if (base === '' || start === undefined) continue;
    expect(matchAddress(flows, base)).toEqual({ flow, step: start.step, params: {} });
  }
  expect(matchAddress(flows, '/application')).toMatchObject({ flow: 'apply', step: 'account' });
  expect(matchAddress(flows, '/')).toBeUndefined();
});
