/** From where documents may load: the header of each, made of what the widgets of its page say. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ConfigError, readConfig } from '../../server/config/index.ts';
import { providersOf } from '../../server/providers/providers.ts';
import type { Boot } from '../../contract/boot.ts';
import { addressPath } from '../../contract/address.ts';
import { root } from '../../scripts/lib/paths.ts';
import { boot } from './support/person.ts';
import { startTestServer, type TestServer } from './support/server.ts';

const STRICT =
  "default-src 'self';script-src 'self';style-src 'self';img-src 'self' data:;font-src 'self';connect-src 'self';object-src 'none';frame-ancestors 'none';base-uri 'none';form-action 'self' https://www.tuppence.example";
const standIns = 'http://127.0.0.1:4001';
const trials = ['06-stores'].map((name) => join(root, 'tests/trials', name));
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    config: { contentDirs: [root, ...trials], providers: { standIns, keys: {} } },
  });
}, 180_000);
afterAll(() => server.stop());

const headerAt = async (path: string): Promise<string> => {
  const response = await fetch(`${server.address}${path}?brand=payday`, {
    headers: { accept: 'text/html' },
    redirect: 'manual',
  });
  return (response.headers.get('content-security-policy') ?? '').replace(/'nonce-[^']+'/, "'nonce'");
};

/** As the files say: the steps, by `flow/step`, with a widget whose `widget.json` has origins. */
function stepsWithOrigins(): ReadonlySet<string> {
  const json = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
  const outside = globSync(join(root, 'widgets/*/widget.json'))
    .map(json)
    .flatMap(({ name, origins }) => (origins === undefined ? [] : [String(name)]));
  expect(outside).toEqual(expect.arrayContaining(['bank-link', 'store-map']));
  const found = [root, ...trials]
    .flatMap((folder) => globSync(join(folder, 'flows/*/steps/*.json')))
    .filter((path) => outside.some((name) => readFileSync(path, 'utf8').includes(`"widget": "${name}"`)));
  return new Set(found.map((path) => `${path.split('/').at(-3) ?? ''}/${String(json(path)['id'])}`));
}

test('every page whose widgets load nothing from elsewhere has the strict policy, and each other one what its widgets say and no more', async () => {
  const { flows } = (await boot(server)) as unknown as Boot;
  const outside = stepsWithOrigins();
  const loose: string[] = [];
  for (const [flow, { base, routes }] of Object.entries(flows))
    for (const { step, path } of routes) {
      if (path.includes('{')) continue;
      const address = addressPath(base, path);
      const isStrict = (await headerAt(address)) === STRICT;
      expect([address, isStrict]).toEqual([address, !outside.has(`${flow}/${step}`)]);
      if (!isStrict) loose.push(address);
    }
  expect(loose).toEqual(expect.arrayContaining(['/application/bank/plaid/open', '/stores']));
  expect(await headerAt('/application/bank/plaid/open')).toBe(
    `${STRICT.replace("script-src 'self'", `script-src 'self' ${standIns}`).replace("connect-src 'self'", "connect-src 'self' https://production.plaid.com https://sandbox.plaid.com")};frame-src ${standIns}`,
  );
  const stores = await headerAt('/stores');
  for (const part of [
    `script-src 'self' ${standIns}`,
    `img-src 'self' data: ${standIns}`,
    "font-src 'self' https://fonts.gstatic.com",
    "'nonce'",
  ])
    expect(stores).toContain(part);
  expect(stores).not.toMatch(/unsafe|strict-dynamic|\*/);
});

test('a number for style elements is another one in each document, and stands in the document that it lets in', async () => {
  const read = async (): Promise<string> => {
    const response = await fetch(`${server.address}/stores?brand=payday`, { headers: { accept: 'text/html' } });
    const nonce =
      /style-src [^;]*'nonce-([^']+)'/.exec(response.headers.get('content-security-policy') ?? '')?.[1] ?? '';
    expect(nonce.length).toBeGreaterThan(20);
    expect(await response.text()).toContain(`nonce="${nonce}"`);
    return nonce;
  };
  expect(await read()).not.toBe(await read());
});

test('a stand-in is served where its provider has its program, to pages of another origin, and only that', async () => {
  const program = await fetch(`${server.address}/providers/cdn.plaid.com/link/v2/stable/link-initialize.js`);
  expect(program.headers.get('content-type')).toMatch(/javascript/);
  expect(program.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  expect(await program.text()).toContain('stand-in');
  expect((await fetch(`${server.address}/providers/maps.googleapis.com/maps/api/js?key=1`)).status).toBe(200);
  for (const path of [
    '/providers/routes.ts/x',
    '/providers/cdn.plaid.com/..%2f..%2froutes.ts',
    '/providers/cdn.plaid.com/none.js',
    '/providers/..%2fconfig/index.ts',
  ])
    expect([path, (await fetch(`${server.address}${path}`)).status]).toEqual([path, 404]);
});

test('a provider is asked itself, with its key, where no stand-ins are served; production starts with none', () => {
  const keys = { 'https://maps.googleapis.com': 'a-key' };
  const origins = { script: ['https://maps.googleapis.com', 'https://cdn.plaid.com', 'https://cdn.example.com'] };
  expect(providersOf(origins, { standIns: undefined, keys })).toEqual({
    'https://maps.googleapis.com': { url: 'https://maps.googleapis.com', key: 'a-key' },
    'https://cdn.plaid.com': { url: 'https://cdn.plaid.com' },
    'https://cdn.example.com': { url: 'https://cdn.example.com' },
  });
  expect(providersOf(origins, { standIns, keys })['https://cdn.example.com']).toEqual({
    url: 'https://cdn.example.com',
  });
  expect(readConfig({ PROVIDERS_URL: 'off' }, []).providers.standIns).toBeUndefined();
  expect(readConfig({ PORT: '4002' }, []).providers.standIns).toBe('http://127.0.0.1:4002');
  let problems: readonly string[] = [];
  try {
    readConfig({ APP_ENV: 'prod', PROVIDERS_URL: standIns }, []);
  } catch (error) {
    problems = error instanceof ConfigError ? error.problems : [];
  }
  expect(problems).toContain('PROVIDERS_URL names stand-ins, and production has none: leave it out');
});
