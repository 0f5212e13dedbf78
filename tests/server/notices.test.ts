import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { Boot } from '../../contract/boot.ts';
import type { JsonObject } from '../../runtime/core/facts.ts';
import { root } from '../../scripts/lib/paths.ts';
import { exchange } from './support/raw.ts';
import { copyContent } from './support/content.ts';
import { startTestServer, temporaryFolder, type TestServer } from './support/server.ts';

const folders: string[] = [];
const started: TestServer[] = [];
afterAll(async () => {
  for (const server of started) await server.stop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const dist = temporaryFolder();
folders.push(dist);
writeFileSync(join(dist, 'index.html'), '<!doctype html><html lang="en"><head></head><body></body></html>');
mkdirSync(join(dist, 'assets'));

async function start(options: Parameters<typeof startTestServer>[0] = {}): Promise<TestServer> {
  const server = await startTestServer({ ...options, with: { dist } });
  started.push(server);
  return server;
}
const ask = (server: TestServer, path: string, how: string | { accept: string; method: string }): Promise<Response> => {
  const { accept, method } = typeof how === 'string' ? { accept: how, method: 'GET' } : how;
  return fetch(`${server.address}${path}`, { method, headers: { accept }, redirect: 'manual' });
};
const brands = readdirSync(join(root, 'brands'));
const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const outside = { notFound: 'https://{brand}.test/404', maintenance: 'https://{brand}.test/503' };
/** The content with the maintenance flag of these surroundings on. */
function closedContent(): string {
  const content = copyContent();
  folders.push(content);
  for (const env of ['dev', 'prod']) {
    const file = join(content, 'brands', 'payday', `flags.${env}.json`);
    writeFileSync(file, JSON.stringify({ maintenance: true }));
  }
  return content;
}

describe('a page that does not exist', () => {
  test('is a page of our own, with the brand’s theme, name and phone number, and status 404', async () => {
    const server = await start({ config: { env: 'prod' } });
    for (const path of [
      '/nowhere',
      '/application/nowhere',
      '/application/personal/deeper',
      '/dev/away',
      '/not-found',
    ]) {
      const response = await ask(server, path, browser);
      expect([path, response.status]).toEqual([path, 404]);
      const html = await response.text();
      for (const part of [
        '<html lang="en"',
        '<h1>',
        '/brands/payday/theme.css',
        'Larkfield Advance',
        'tel:18005612274',
      ])
        expect(html).toContain(part);
    }
    expect((await ask(server, '/nowhere', 'application/json')).headers.get('content-type')).toContain('json');
    const style = await ask(server, '/notice.css', '*/*');
    expect([style.status, style.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8']);
    const boot = await (await ask(server, '/definitions/boot.json?brand=payday', '*/*')).text();
    expect(boot).not.toContain('/dev/');
  });

  test('leads to the configured address, and the page is told the same one', async () => {
    const server = await start({ config: { addresses: outside } });
    const response = await ask(server, '/nowhere', browser);
    expect([response.status, response.headers.get('location')]).toEqual([302, 'https://payday.test/404']);
    expect((await ask(server, '/assets/gone.js', '*/*')).status).toBe(404);
    const boot = (await (await ask(server, '/definitions/boot.json?brand=payday', '*/*')).json()) as { facts: object };
    expect(boot.facts).toMatchObject({
      notFoundPage: 'https://payday.test/404',
      maintenancePage: 'https://payday.test/503',
    });
  });

  test('... of every brand, from any depth; a brand nobody has configured is led away, too, and told in the log [route.unknown] [brand.field.notFoundPage] [behaviour.partnerTransfer.unknownBrandLogged]', async () => {
    const server = await start({ config: { addresses: outside } });
    for (const brand of brands) {
      const boot = (await (await ask(server, `/definitions/boot.json?brand=${brand}`, '*/*')).json()) as Boot;
      expect(boot.facts['notFoundPage']).toBe(`https://${brand}.test/404`);
      for (const path of ['/nowhere', '/application/nowhere', '/enrollment/no/where', '/authentication/mfa/nowhere']) {
        const response = await ask(server, `${path}?brand=${brand}`, browser);
        expect([path, response.status, response.headers.get('location')]).toEqual([
          path,
          302,
          `https://${brand}.test/404`,
        ]);
      }
    }
    const before = server.log.length;
    const strange = await ask(server, '/nowhere?brand=nobody-knows', browser);
    expect([strange.status, strange.headers.get('location')]).toEqual([302, 'https://payday.test/404']);
    const said = server.log.slice(before).filter((line) => line.includes('unknown brand'));
    expect(said).toHaveLength(1);
    expect(said.join('')).not.toContain('nobody-knows');
  });

  test.each(['//', '///', '//nowhere', '/%2f', '/\\', '/?brand=%00', '/nowhere?brand[]=x', '/%00'])(
    '%s is answered, and is no fault of the server',
    async (target) => {
      const server = started[0] ?? (await start());
      const heard = await exchange(
        server,
        `GET ${target} HTTP/1.1\r\nhost: localhost\r\naccept: ${browser}\r\nconnection: close\r\n\r\n`,
      );
      expect(heard).toMatch(target.startsWith('/?') ? /^HTTP\/1\.1 200 / : /^HTTP\/1\.1 40[04] /);
    },
  );
});

test('HEAD and */* get what a browser’s GET gets', async () => {
  const server = await start();
  for (const [path, status] of [
    ['/', 200],
    ['/application/personal', 200],
    ['/nowhere', 404],
  ] as const) {
    const full = await ask(server, path, browser);
    for (const [method, accept] of [
      ['GET', '*/*'],
      ['HEAD', '*/*'],
      ['HEAD', browser],
    ] as const) {
      const response = await ask(server, path, { accept, method });
      expect([path, method, accept, response.status]).toEqual([path, method, accept, status]);
      expect(response.headers.get('content-type')).toBe(full.headers.get('content-type'));
    }
  }
});

describe('while the site is closed', () => {
  test('every page is one of our own with status 503 and Retry-After', async () => {
    const server = await start({ contentDir: closedContent() });
    for (const path of ['/', '/application/personal', '/nowhere', '/maintenance']) {
      const response = await ask(server, path, browser);
      expect([path, response.status, response.headers.get('retry-after')]).toEqual([path, 503, '600']);
      expect(await response.text()).toContain('1-800-561-2274');
    }
  });

  const pages = [
    '/',
    '/login',
    '/application/personal',
    '/enrollment',
    '/authentication/forgot-email',
    '/resume',
    '/account/apply-now',
    '/admin/login',
  ];
  /** A server of which each brand has its own flags but for some. */
  async function withFlags(): Promise<(of: (brand: string) => JsonObject) => Promise<TestServer>> {
    const content = copyContent();
    folders.push(content);
    const own = new Map(
      brands.map((brand) => [brand, readFileSync(join(content, 'brands', brand, 'flags.dev.json'), 'utf8')]),
    );
    const server = await start({ contentDir: content, config: { addresses: outside } });
    return async (of) => {
      for (const [brand, flags] of own)
        writeFileSync(
          join(content, 'brands', brand, 'flags.dev.json'),
          JSON.stringify({ ...(JSON.parse(flags) as JsonObject), ...of(brand) }),
        );
      expect(await server.reloadContent()).toEqual([]);
      return server;
    };
  }
  /** Brand -> page -> status, and where it leads. */
  const seen = async (server: TestServer, paths: readonly string[]): Promise<unknown> =>
    Promise.all(
      brands.flatMap((brand) =>
        paths.map(async (path) => {
          const response = await ask(server, `${path}?brand=${brand}`, browser);
          return [brand, path, response.status, response.headers.get('location')];
        }),
      ),
    );
  const closed = (brand: string, path: string) => [brand, path, 302, `https://${brand}.test/503`];
  const stands = (brand: string, path: string) => [brand, path, 200, null];

  test('everybody is sent to the address of the brand whose flag is on, from every page, and nobody of another brand [behaviour.maintenance.redirect] [flag.maintenance]', async () => {
    const flags = await withFlags();
    for (const [which, isOn] of [
      ['all', () => true],
      ['none', () => false],
      ...brands.map((one) => [one, (brand: string) => brand === one] as const),
    ] as const) {
      const server = await flags((brand) => ({ maintenance: isOn(brand) }));
      const expected = brands.flatMap((brand) =>
        pages.map((path) => (isOn(brand) ? closed(brand, path) : stands(brand, path))),
      );
      expect([which, await seen(server, pages)]).toEqual([which, expected]);
      // Nor does a page that does not exist lead elsewhere meanwhile.
      const nowhere = brands.map((brand) =>
        isOn(brand) ? closed(brand, '/nowhere') : [brand, '/nowhere', 302, `https://${brand}.test/404`],
      );
      expect([which, await seen(server, ['/nowhere'])]).toEqual([which, nowhere]);
    }
  });

  test('and open again, its page leads back', async () => {
    const server = await start();
    const response = await ask(server, '/maintenance', browser);
    expect([response.status, response.headers.get('location')]).toEqual([302, '/']);
  });
});
