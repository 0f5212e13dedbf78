import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addressPath } from '../../contract/address.ts';
import type { Boot } from '../../contract/boot.ts';
import { places } from '../../contract/places.ts';
import type { JsonObject } from '../../runtime/core/facts.ts';
import { root } from '../../scripts/lib/paths.ts';
import { detail } from '../content/compiled.ts';
import { boot, signUp } from './support/person.ts';
import { sealLink } from '../../server/messages/links.ts';
import type { Store } from '../../server/stores/records.ts';
import { waitingForDocuments } from './support/applicant.ts';
import { startTestServer, temporaryFolder, type TestServer } from './support/server.ts';

const dist = temporaryFolder();
let server: TestServer;
beforeAll(async () => {
  writeFileSync(
    join(dist, 'index.html'),
    '<!doctype html><html lang="en"><head><title>Page</title></head><body><noscript></noscript></body></html>',
  );
  mkdirSync(join(dist, 'assets'));
  writeFileSync(join(dist, 'assets', 'main-abc.js'), 'export {};');
  writeFileSync(join(dist, 'assets', 'main-abc.js.br'), brotliCompressSync('export {};'));
  writeFileSync(join(dist, 'assets', 'main-abc.js.gz'), gzipSync('export {};'));
  server = await startTestServer({ with: { dist } });
}, 180_000);
afterAll(async () => {
  await server.stop();
  rmSync(dist, { recursive: true, force: true });
});

const page = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${server.address}${path}`, { headers: { accept: 'text/html', ...headers }, redirect: 'manual' });
const post = (path: string, body: unknown): Promise<Response> =>
  fetch(`${server.address}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

describe('compression', () => {
  test.each(['br', 'gzip'])('content and built files come as %s to a browser that takes it', async (encoding) => {
    const { flows } = await boot(server);
    const hash = Object.values(flows)[0]?.hash ?? '';
    for (const path of [`/definitions/${hash}.js`, '/application/personal', '/assets/main-abc.js']) {
      const response = await page(path, { 'accept-encoding': encoding });
      expect([path, response.status, response.headers.get('content-encoding')]).toEqual([path, 200, encoding]);
      expect(response.headers.get('vary')).toMatch(/accept-encoding/i);
    }
  });
  test('an answer of a person is never compressed', async () => {
    const response = await fetch(`${server.address}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-encoding': 'br' },
      body: JSON.stringify({ query: `{ ${Array.from({ length: 300 }, (_, at) => `a${at}: __typename`).join(' ')} }` }),
    });
    expect(response.headers.get('content-encoding')).toBeNull();
  });
});

describe('pages', () => {
  test('every answer carries the policy under which nothing inline runs and no form leads but to the partner', async () => {
    const response = await page('/application/personal');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-security-policy')).toBe(
      "default-src 'self';script-src 'self';style-src 'self';img-src 'self' data:;font-src 'self';connect-src 'self';object-src 'none';frame-ancestors 'none';base-uri 'none';form-action 'self' https://www.tuppence.example",
    );
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
  });

  test('before any script runs the page has the name, colour, icon and fonts of its brand, and words for who has no script', async () => {
    const html = await (await page('/application/personal')).text();
    expect(html).toContain('<title>Larkfield Advance</title>');
    expect(html).toContain('<meta name="theme-color" content="#12355b" />');
    const addresses = [...html.matchAll(/<link rel="(?:icon|preload)" href="([^"]+)"/g)].map(([, address]) => address);
    expect(addresses.length).toBe(3);
    for (const address of addresses) expect((await fetch(`${server.address}${address}`)).status).toBe(200);
    expect(/<noscript>.*<\/noscript>/s.exec(html)?.[0]).toContain('1-800-561-2274');
  });
  test.each(readdirSync(join(root, 'brands')))(
    'on the home screen of a phone %s has an icon of 180 by 180 pixels that fills it',
    async (brand) => {
      const html = await (await page(`/application/personal?brand=${brand}`)).text();
      const [, address] = /<link rel="apple-touch-icon" href="([^"]+)"/.exec(html) ?? [];
      const icon = await fetch(`${server.address}${address}`);
      const bytes = Buffer.from(await icon.arrayBuffer());
      // Of a PNG the first chunk tells width and height (the format's section 11.2.2).
      expect([icon.headers.get('content-type'), bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([
        'image/png',
        180,
        180,
      ]);
    },
  );
  test('a route gets the page with its brand, theme and boot JSON', async () => {
    const html = await (await page('/application/personal')).text();
    expect(html).toContain('<html lang="en" data-brand="payday">');
    expect(html).toContain('<link rel="preload" as="style" href="/brands/payday/theme.css">');
    // Where no script runs that puts it in force.
    expect(/<head>.*<noscript>(.*?)<\/noscript>.*<\/head>/s.exec(html)?.[1]).toContain(
      '<link rel="stylesheet" href="/brands/payday/theme.css">',
    );
    const told = JSON.parse(
      /<script type="application\/json" id="boot">(.*?)<\/script>/s.exec(html)?.[1] ?? '',
    ) as unknown;
    expect(told).toEqual(await boot(server));
  });

  describe('facts of every brand, as its page gets them', () => {
    const brands = readdirSync(join(root, 'brands'));
    const told = (): Promise<readonly JsonObject[]> =>
      Promise.all(
        brands.map(async (brand) => {
          const html = await (await page(`/application/personal?brand=${brand}`)).text();
          const [, text = ''] = /<script type="application\/json" id="boot">(.*?)<\/script>/s.exec(html) ?? [];
          return (JSON.parse(text) as { readonly facts: JsonObject }).facts;
        }),
      );
    /** Every brand has a text of its own there. */
    const own = async (...fields: readonly string[]): Promise<void> => {
      const all = await told();
      for (const field of fields) {
        const values = all.map((facts) => facts[field]);
        expect([field, values.filter((value) => typeof value !== 'string' || value === '')]).toEqual([field, []]);
        expect([field, new Set(values).size]).toEqual([field, brands.length]);
      }
    };
    /** Every brand has a text there. */
    const some = async (...fields: readonly string[]): Promise<void> => {
      for (const facts of await told())
        for (const field of fields) expect(facts[field], `${String(facts['key'])}: ${field}`).toMatch(/./);
    };
    test('texts that name it [brand.field.name] [brand.field.friendlyName]', () => own('name', 'friendlyName'));
    test('where its pictures are and its name at the bank link [brand.field.imagePath] [brand.field.plaidThemeName]', () =>
      own('imagePath', 'plaidThemeName'));
    test('its help [brand.field.howItWorksLink] [brand.field.getAnswersLink] [brand.field.helpLinks]', () =>
      own('howItWorksLink', 'getAnswersLink'));
    test('where it lives [brand.field.loginUrl] [brand.field.baseDomain] [brand.field.originName]', () =>
      some('loginUrl', 'baseDomain', 'originName'));
    test('hours of the documents', async () => {
      for (const facts of await told()) expect(facts['contactHours']).toBe('Monday to Friday, 8am to 5pm Eastern');
    });
    test('partners, and whether eligibility is asked [brand.field.partnerBrand] [brand.field.partnerSite] [brand.field.productsRequireEligibility]', async () => {
      const all = await told();
      expect(all.some((facts) => typeof facts['partnerBrand'] === 'string')).toBe(true);
      expect(all.map((facts) => facts['partnerSite'])).toContainEqual({
        name: expect.any(String),
        url: expect.any(String),
        logo: expect.any(String),
      });
      for (const facts of all) expect(facts['productsRequireEligibility']).toBeTypeOf('boolean');
    });
  });

  test('the parameter chooses the brand and is remembered for 21 days [const.cookie.brandMaxAge]', async () => {
    const [own] = (await page('/?brand=pocket')).headers.getSetCookie();
    expect(own).toBe('brand-pocket=pocket; Path=/; Max-Age=1814400; SameSite=Lax');
    const unknown = await page('/?brand=nobody');
    expect(unknown.headers.get('set-cookie')).toBeNull();
    expect(await unknown.text()).toContain('data-brand="payday"');
    expect(server.log.join('')).toContain('unknown brand');
  });

  test('hashed assets are immutable, the page is not stored', async () => {
    expect((await fetch(`${server.address}/assets/main-abc.js`)).headers.get('cache-control')).toBe(
      'public, max-age=31536000, immutable',
    );
    expect((await page('/')).headers.get('cache-control')).toBe('no-store');
  });

  test('no path leads out of a folder', async () => {
    for (const path of [
      '/assets/..%2f..%2fpackage.json',
      '/brands/payday/assets/..%2fbrand.json',
      '/brands/payday/assets/../../../package.json',
      '/definitions/..%2f..%2fpackage.json',
    ]) {
      expect((await fetch(`${server.address}${path}`)).status, path).toBe(404);
    }
  });
});

test('the contracts that people sign are marked as texts that a lawyer has to write, and /dev lists each with why', async () => {
  const html = await (await page('/dev')).text();
  const [, listed = ''] = html.split('<h2>Texts a lawyer has to write</h2>');
  const marked = [
    ...(listed.split('<h2>', 1)[0]?.matchAll(/<tr><td>([^<]+)<\/td><td>[^<]+<\/td><td>([^<]+)<\/td>/g) ?? []),
  ];
  expect(marked.map(([, file]) => file)).toEqual([
    'compliance/agreements/arbitration-agreement/1.md',
    'compliance/agreements/conversion-agreement/1.md',
    'compliance/agreements/loan-agreement/1.md',
  ]);
  for (const [, file = '', why = ''] of marked)
    expect(readFileSync(join(root, file), 'utf8')).toContain(`\nlawyer: ${why}\n`);
});

describe('the REST of the contract', () => {
  test('version [rest.version]', async () =>
    expect(await (await fetch(`${server.address}/version`)).json()).toEqual({ version: '2.76.6' }));

  test('footer links of every brand, each with its members and no other, and of none [rest.footerLinks] [entity.footerLink]', async () => {
    const members = detail<readonly string[]>('entity.footerLink', 'fields');
    for (const brand of ['payday', 'installment', 'bankpartner', 'pocket']) {
      const answer = (await (await fetch(`${server.address}/footer-links/${brand}`)).json()) as JsonObject;
      expect(Object.keys(answer)).toEqual([detail('entity.footerLink', 'container')]);
      const results = answer['results'] as readonly Readonly<Record<string, string>>[];
      expect(results.length, brand).toBeGreaterThan(0);
      for (const link of results) {
        expect(Object.keys(link).toSorted()).toEqual(members.toSorted());
        for (const member of members) expect(link[member], `${brand} ${member}`).toMatch(/./);
      }
    }
    expect((await fetch(`${server.address}/footer-links/nobody`)).status).toBe(404);
  });

  test('products of a brand [rest.products]', async () => {
    const { results } = (await (await fetch(`${server.address}/products/payday`)).json()) as {
      results: { productCode: string }[];
    };
    expect(results.map((product) => product.productCode)).toEqual([
      'PDL',
      'ILP',
      'CLP',
      'RETAIL_ILP',
      'OCLP',
      'SLP',
      'RLP',
      'ILP',
    ]);
  });

  test('products of every kind, each with its fields, the installment loan with its examples [behaviour.scope.products] [entity.product]', async () => {
    const brands = ['payday', 'installment', 'bankpartner', 'pocket'];
    const lists = await Promise.all(
      brands.map(async (brand) => {
        const answer = await fetch(`${server.address}/products/${brand}`);
        return ((await answer.json()) as { results: JsonObject[] }).results;
      }),
    );
    const kinds = lists
      .flat()
      .map(({ brand, productCode, channel }) => `${String(brand)} ${String(productCode)} ${String(channel)}`);
    expect(kinds).toEqual([
      'payday PDL ONLINE',
      'payday ILP ONLINE',
      'payday CLP RETAIL',
      'payday RETAIL_ILP RETAIL',
      'payday OCLP RETAIL',
      'payday SLP RETAIL',
      'payday RLP RETAIL',
      'payday ILP RETAIL',
      'installment ILP ONLINE',
      'bankpartner BANK_ILP ONLINE',
      'pocket ILP ONLINE',
    ]);
    const fields = 'name productCode channel brand lenderBrand minLoan maxLoan minTerm maxTerm aprLow aprHigh'.split(
      ' ',
    );
    for (const [index, asked] of brands.entries())
      for (const product of lists[index] ?? []) {
        expect(fields.filter((name) => (product[name] ?? null) === null)).toEqual([]);
        expect([product['name'], product['brand'], product['lenderBrand']]).toEqual([product['name'], asked, asked]);
      }
    expect(lists[0]?.[1]).toMatchObject({
      name: 'Online installment loan',
      productCode: 'ILP',
      channel: 'ONLINE',
      brand: 'payday',
      lenderBrand: 'payday',
      minLoan: 50_000,
      maxLoan: 250_000,
      minTerm: 4,
      maxTerm: 18,
      aprLow: 145,
      aprHigh: 225,
      exampleBorrow: 140_000,
      exampleAPR: 192.77,
      exampleTerm: 18,
      exampleTotal: 441_854,
      examplePaymentAmount: 11_942,
      xactExamples: {
        minApr: 125,
        maxApr: 225,
        terms: [
          {
            term: 18,
            principal: 140_000,
            apr: 192.77,
            installmentPayments: 37,
            totalPayments: 441_854,
            returningRefiOnly: false,
          },
          {
            term: 24,
            principal: 140_000,
            apr: 192.77,
            installmentPayments: 52,
            totalPayments: 553_176,
            returningRefiOnly: true,
          },
        ],
      },
    });
  });

  test('the store nearest to a ZIP code, by number, and in the state only [rest.locations.search]', async () => {
    const search = async (body: unknown): Promise<{ storeNumber: string; state: string; distance?: number }[]> =>
      ((await (await post('/locations/search', body)).json()) as { results: { storeNumber: string; state: string }[] })
        .results;
    const near = await search({ postalCode: '64106', type: 'Store', brand: 'payday' });
    expect(near.map((store) => store.distance ?? 0)).toEqual(
      near.map((store) => store.distance ?? 0).sort((a, b) => a - b),
    );
    expect(near[0]?.storeNumber).toBe('1101');
    expect(
      (await search({ postalCode: '64106', params: { limit: 1, stateRestriction: 'FL', maxDistance: 2_000_000 } })).map(
        (store) => store.state,
      ),
    ).toEqual(['FL']);
    expect((await search({ storeNumber: '1201' })).map((store) => store.storeNumber)).toEqual(['1201']);
    // A store that is closed for good.
    expect((await search({ storeNumber: '1199' })).map((store) => store.storeNumber)).toEqual(['1199']);
    expect(await search({ storeNumber: '1199', activeOnly: true })).toEqual([]);
    expect((await search({ storeNumber: '2997', postalCode: '64106', params: { limit: 1 } }))[0]?.storeNumber).toBe(
      '1101',
    );
    expect((await post('/locations/search', { postalCode: 'x' })).status).toBe(400);
  });

  test('a store 804,232 metres away is found, one of 804,927 is not, unless a client asks for farther [const.storeSearch.maxDistance]', async () => {
    const numbers = async (state: string, maxDistance?: number): Promise<readonly (string | null | undefined)[]> => {
      const of = async (skip: number): Promise<readonly Store[]> => {
        const params = { limit: 50, skip, stateRestriction: state, ...(maxDistance !== undefined && { maxDistance }) };
        const { results } = (await (await post('/locations/search', { postalCode: '36067', params })).json()) as {
          readonly results: readonly Store[];
        };
        return results.length < 50 ? results : [...results, ...(await of(skip + 50))];
      };
      return (await of(0)).map(({ storeNumber }) => storeNumber);
    };
    expect(await numbers('MO')).toContain('1108');
    expect(await numbers('FL')).toContain('1631');
    expect(await numbers('FL')).not.toContain('1628');
    expect(await numbers('FL', 805_000)).toContain('1628');
  });

  test('the store closest to an address in its state; the number 2997 means that the address is looked at [behaviour.storeLocator.closest] [behaviour.storeLocator.addressMode]', async () => {
    const search = async (body: unknown): Promise<readonly Store[]> =>
      ((await (await post('/locations/search', body)).json()) as { results: readonly Store[] }).results;
    const home = { addressLine1: '50 West Broad Street', city: 'Columbus', state: 'OH', postalCode: '43215' };
    const asked = {
      ...home,
      type: 'Store',
      brand: 'payday',
      activeOnly: true,
      params: { limit: 1, stateRestriction: 'OH' },
    };
    const [closest, ...others] = await search(asked);
    expect(others).toEqual([]);
    expect(closest).toMatchObject({ state: 'OH', city: 'Columbus' });
    const all = await search({ ...asked, params: { limit: 50, stateRestriction: 'OH' } });
    expect(closest?.distance).toBe(Math.min(...all.map(({ distance = Infinity }) => distance)));
    // With a number of a store the address counts for nothing; with 2997 it is what counts.
    expect(await search({ ...asked, storeNumber: '2997' })).toEqual([closest]);
    expect((await search({ ...asked, storeNumber: '1201' })).map(({ storeNumber }) => storeNumber)).toEqual(['1201']);
  });

  describe('every store as it is answered', () => {
    const all = async (): Promise<readonly Store[]> => {
      const from = async (skip: number): Promise<readonly Store[]> =>
        (
          (await (await post('/locations/search', { type: 'Store', params: { limit: 50, skip } })).json()) as {
            results: readonly Store[];
          }
        ).results;
      return (await Promise.all([0, 50, 100, 150, 200, 250, 300, 350].map(from))).flat();
    };
    test('has a name without a remark, a ZIP code without a dash at its end and ten digits of a telephone [rule.store.nameCleaning] [rule.store.postalCodeCleaning] [rule.store.phoneCleaning]', async () => {
      const stores = await all();
      expect(stores.length).toBeGreaterThanOrEqual(300);
      expect(stores.filter(({ storeName }) => /\)$|^$/.test(storeName))).toEqual([]);
      expect(stores.filter(({ postalCode }) => !/^\d{5}$/.test(postalCode))).toEqual([]);
      expect(stores.filter(({ phone }) => !/^\d{10}$/.test(phone))).toEqual([]);
      expect(stores.find(({ storeNumber }) => storeNumber === '1101')).toMatchObject({
        storeName: 'Grand Boulevard',
        postalCode: '64106',
        phone: '8165550101',
      });
    });
    test('has its fields and seven days from Monday, a closed one without times [entity.store] [entity.storeHours] [rule.store.closedDay]', async () => {
      const week = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
      const stores = await all();
      expect(stores.find(({ storeNumber }) => storeNumber === '1107')).toMatchObject({
        storeName: 'Washington Street',
        addressLine1: '786 Washington Street',
        addressLine2: 'Suite B',
        city: 'Independence',
        state: 'MO',
        postalCode: '64057',
        phone: '8165550107',
        latitude: 39.071,
        longitude: -94.318,
        brand: 'payday',
      });
      const fields = detail<readonly string[]>('entity.store', 'fields').map((one) =>
        one.replace('current day of week', 'dayOfWeek'),
      );
      expect(stores.some(({ hours }) => hours.some(({ isClosed }) => isClosed))).toBe(true);
      for (const store of stores) {
        expect(Object.keys(store)).toEqual(expect.arrayContaining(fields));
        // The server's clock stands on the Friday of 2026-11-20, in Eastern time.
        expect(store.dayOfWeek).toBe('Friday');
        expect(store.hours.map(({ dayOfWeek }) => dayOfWeek)).toEqual(week);
        for (const { isClosed, openTime, closeTime, brand } of store.hours) {
          expect(brand).toBe(store.brand);
          expect([openTime, closeTime].filter((time) => /^\d{2}:\d{2}$/.test(time ?? ''))).toHaveLength(
            isClosed ? 0 : 2,
          );
        }
      }
    });
  });

  test('a failed log-in is noted without the address [rest.auth.failedLogin]', async () => {
    expect((await post('/auth', { email: 'someone@example.com', blackBox: 'x', type: 'failedLogin' })).status).toBe(
      204,
    );
    const events = await (await fetch(`${server.address}/dev/events`)).text();
    expect(events).toContain('auth.failedLogin');
    expect(events).not.toContain('someone@example.com');
  });

  test('a forgotten password: nobody, somebody, somebody without one; more results than these the service has not [rest.auth.forgotPassword] [enum.forgotPasswordResult]', async () => {
    const ask = async (email: string, enablePasswordlessFlow = true): Promise<unknown> =>
      (await post('/auth', { email, blackBox: 'x', type: 'forgotPassword', flags: { enablePasswordlessFlow } })).json();
    expect(await ask('nobody@example.com')).toEqual({ results: 'DENIED' });
    expect(await ask((await signUp(server)).email)).toEqual({ results: 'ok' });
    const { sub } = (await server.services.verify((await signUp(server)).idToken)) ?? { sub: '' };
    expect(await ask(sub)).toEqual({ results: 'DENIED' });
    const { email } = await signUp(server);
    const { admin } = server;
    await admin.setAttributes((await admin.find(email))?.sub ?? '', { 'custom:isPasswordless': 'true' });
    expect(await ask(email)).toEqual({ results: 'FAILED_P' });
    expect(await ask(email, false)).toEqual({ results: 'ok' });
    const { value } = JSON.parse(readFileSync(join(root, 'schemas/api/operations/auth.json'), 'utf8')) as {
      readonly value: { readonly properties: { readonly results: { readonly enum: readonly string[] } } };
    };
    expect(value.properties.results.enum).toEqual(['DENIED', 'FAILED_P', 'ok']);
  });

  test('the link of a mail is opened into the address that the mail went to; made up, too old or of another brand it is answered alike [rest.decrypt]', async () => {
    const person = await signUp(server);
    await waitingForDocuments(server, person);
    const { messages } = (await (await fetch(`${server.address}/dev/inbox.json`)).json()) as {
      readonly messages: readonly { readonly to: string; readonly purpose: string; readonly text: string }[];
    };
    for (const purpose of ['documentsWanted', 'applicationApproved']) {
      const mail = messages.find((one) => one.to === person.email && one.purpose === purpose);
      const [, link = ''] = /\/login\/by-mail\?link=([\w-]+)/.exec(mail?.text ?? '') ?? [];
      expect(link).not.toContain(Buffer.from(person.email).toString('base64url'));
      const value = await post('/decrypt', { value: link });
      expect([purpose, value.status, await value.json()]).toEqual([purpose, 200, { value: person.email }]);

      const { sealer } = server.services;
      const of = { email: person.email, brand: 'payday', now: server.services.clock() };
      const daysAgo = (days: number): Date => new Date(of.now.getTime() - days * 86_400_000);
      const refused = [
        `${link.slice(0, -8)}AAAAAAAA`,
        link.slice(0, 40),
        'made-up',
        await sealer.seal(person.email, { table: 'messages', column: 'body', row: 'payday' }),
        await sealLink(sealer, { ...of, brand: 'pocket' }),
        await sealLink(sealer, { ...of, now: daysAgo(21) }),
      ];
      for (const one of refused) {
        const answer = await post('/decrypt', { value: one });
        const { id: _, ...said } = (await answer.json()) as JsonObject;
        expect([one, answer.status, said]).toEqual([one, 404, { error: 'notFound', code: 'UNKNOWN_LINK' }]);
      }
      const almost = await post('/decrypt', { value: await sealLink(sealer, { ...of, now: daysAgo(20) }) });
      expect(await almost.json()).toEqual({ value: person.email });
    }
  });

  test('an analytics event carries ids and timings; an answer is refused [rest.analytics]', async () => {
    expect((await post('/analytics', { name: 'step', flow: 'apply', step: 'personal', ms: 12 })).status).toBe(204);
    expect((await post('/analytics', { name: 'step', answers: { ssn: '219099999' } })).status).toBe(400);
    expect((await post('/analytics', { name: 'step', step: '219-09-9999 is my number' })).status).toBe(400);
  });

  test('guesses are slowed down', async () => {
    const statuses = await Promise.all(
      Array.from(
        { length: 12 },
        async () => (await post('/auth/password-changed', { email: 'someone@example.com' })).status,
      ),
    );
    expect(statuses.filter((status) => status === 204)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
  });
});

describe('GraphQL for anybody', () => {
  test('the day in Eastern time and the states of a ZIP code', async () => {
    const response = await post('/graphql', {
      query: '{ getCurrentDate statesForZipcode(zipcode: "64106") { abbr name } }',
    });
    expect(await response.json()).toEqual({
      data: { getCurrentDate: '2026-11-20', statesForZipcode: [{ abbr: 'MO', name: 'Missouri' }] },
    });
  });
  test('introspection answers on a developer’s machine', async () =>
    expect(await (await post('/graphql', { query: '{ __schema { queryType { name } } }' })).json()).toEqual({
      data: { __schema: { queryType: { name: 'Query' } } },
    }));
});

test('the developers’ corner lists brands, people and what to try', async () => {
  const html = await (await page('/dev')).text();
  for (const part of ['Larkfield Advance', 'new-applicant', 'What to try', '219091001']) expect(html).toContain(part);
});

/** What a form of the developers' pages sends. */
const send = (path: string, fields: Readonly<Record<string, string>>): Promise<Response> =>
  fetch(server.address + path, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });

test('the developers’ corner logs nobody in whom the pool refuses, finds the messages of an address, sets the clock of a browser, and says what the pages of a flow were made of', async () => {
  // This server has no seeded people: the door of the pool refuses them, and the page says so.
  const refused = await send('/dev/people/returning-online/log-in', { brand: 'pocket' });
  expect([refused.status, await refused.text()]).toEqual([
    409,
    expect.stringContaining('Incorrect username or password'),
  ]);
  expect((await send('/dev/people/nobody/log-in', { brand: 'pocket' })).status).toBe(404);

  const people = [await signUp(server), await signUp(server)];
  const inbox = await (await page(`/dev/inbox?to=${encodeURIComponent(people[0]?.email ?? '')}`)).text();
  const messagesTo = (email = ''): number => inbox.split(`to ${email},`).length - 1;
  expect(people.map(({ email }) => messagesTo(email) > 0)).toEqual([true, false]);
  expect(inbox).toMatch(/data-copy="\d{6}"/);

  const set = async (instant: string) => {
    const answer = await send('/dev/clock', { instant });
    return [answer.status, answer.headers.get('set-cookie')?.split('; ').slice(0, 2)];
  };
  expect(await set('2026-11-20T09:30')).toEqual([303, ['waymark-clock=2026-11-20T09%3A30%3A00.000Z', 'Max-Age=86400']]);
  expect(await set('')).toEqual([303, ['waymark-clock=', 'Max-Age=0']]);
  expect((await set('some day'))[0]).toBe(400);
  const cookie = 'waymark-clock=2026-11-20T09%3A30%3A00.000Z';
  expect(await (await page('/dev', { cookie })).text()).toContain('<time>2026-11-20T09:30:00.000Z</time>');

  const steps = await (await page('/dev/flows/pocket/apply')).text();
  for (const part of ['/application/account?brand=pocket', 'flows/apply/steps/personal.json'])
    expect(steps).toContain(part);
  expect((await page('/dev/flows/pocket/toString')).status).toBe(404);
  // Each part leads to the line at which it stands, in a page that has all lines of its file.
  const [, file = '', line] = /href="\/dev\/source\?file=([^"]*personal\.json)#L(\d+)">ssn:\d+</.exec(steps) ?? [];
  const text = readFileSync(join(root, decodeURIComponent(file)), 'utf8').split('\n');
  expect(text[Number(line) - 1]).toMatch(/^\s*"ssn": \{/);
  const source = await (await page(`/dev/source?file=${file}`)).text();
  expect(source.split('<span id="L').length - 1).toBe(text.length);
  expect(source).toContain(`<span id="L${line}">${line}\t    &#34;ssn&#34;: {`);
  for (const elsewhere of ['package.json', 'flows/../package.json', 'flows/none.json', ''])
    expect([elsewhere, (await page(`/dev/source?file=${encodeURIComponent(elsewhere)}`)).status]).toEqual([
      elsewhere,
      404,
    ]);
});

/** The sources that a policy allows, by directive. */
const directivesOf = (policy: string): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    policy.split(';').map((part) => {
      const [name = '', ...sources] = part.trim().split(/\s+/);
      return [name, sources];
    }),
  );

test.each(readdirSync(join(root, 'brands')))(
  '%s: no page runs a program of the page itself or from anywhere it did not declare',
  async (brand) => {
    const { flows } = (await (await fetch(`${server.address}${places.boot}?brand=${brand}`)).json()) as Boot;
    const routes = Object.values(flows).flatMap(({ base, routes: all }) =>
      all.map(({ path, origins }) => ({ path: addressPath(base, path).replaceAll(/\{\w+\}/g, '1'), origins })),
    );
    expect(routes.length).toBeGreaterThan(50);
    for (const { path, origins } of routes) {
      const answer = await page(`${path}?brand=${brand}`);
      await answer.arrayBuffer();
      expect([path, answer.status]).toEqual([path, 200]);
      const policy = directivesOf(answer.headers.get('content-security-policy') ?? '');
      const program = policy['script-src'] ?? policy['default-src'] ?? [];
      expect([path, program.filter((one) => one.startsWith("'") && one !== "'self'")]).toEqual([path, []]);
      if (origins === undefined) expect([path, program]).toEqual([path, ["'self'"]]);
      for (const name of ['object-src', 'base-uri'])
        expect([path, name, policy[name] ?? policy['default-src']]).toEqual([path, name, ["'none'"]]);
      expect([path, policy['frame-ancestors']]).toEqual([path, ["'none'"]]);
      const style = policy['style-src'] ?? policy['default-src'] ?? [];
      expect([path, style.some((one) => /unsafe/.test(one))]).toEqual([path, false]);
    }
  },
);
