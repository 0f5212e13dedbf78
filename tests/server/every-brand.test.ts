/** What each of the brands is, as the running server tells it to a browser and to a client. */
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Boot } from '../../contract/boot.ts';
import { headerNames } from '../../contract/headers.ts';
import { places } from '../../contract/places.ts';
import type { JsonObject } from '../../runtime/core/facts.ts';
import { root } from '../../scripts/lib/paths.ts';
import { detail, json } from '../content/compiled.ts';
import { graphql, signUp } from './support/person.ts';
import { exchange } from './support/raw.ts';
import { startTestServer, temporaryFolder, type TestServer } from './support/server.ts';

const dist = temporaryFolder();
let server: TestServer;
const brands = readdirSync(join(root, 'brands'));
/** Brand -> what its page is told. */
const told: Record<string, Boot> = {};
const facts = (brand: string): JsonObject => told[brand]?.facts ?? {};

/** A page as a browser gets it that was sent to a host, or with cookies. */
const page = (path: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
  fetch(`${server.address}${path}`, { headers: { accept: 'text/html', ...headers }, redirect: 'manual' });
const bootIn = (html: string): Boot =>
  JSON.parse(/<script type="application\/json" id="boot"[^>]*>(.*?)<\/script>/s.exec(html)?.[1] ?? '{}') as Boot;

beforeAll(async () => {
  writeFileSync(join(dist, 'index.html'), '<!doctype html><html lang="en"><head></head><body></body></html>');
  server = await startTestServer({ with: { dist } });
  for (const brand of brands) told[brand] = bootIn(await (await page(`/login?brand=${brand}`)).text());
}, 180_000);
afterAll(async () => {
  await server.stop();
  rmSync(dist, { recursive: true, force: true });
});

describe('which brands there are', () => {
  const names = {
    payday: 'Larkfield Advance',
    installment: 'Cairnwell',
    bankpartner: 'Merrow Street',
    pocket: 'Tuppence',
  };

  test('one application serves four, each as itself [brand.multiBrand]', () => {
    expect(Object.keys(told).sort()).toEqual(Object.keys(names).sort());
    for (const [brand, name] of Object.entries(names)) {
      expect([told[brand]?.brand, facts(brand)['name']]).toEqual([brand, name]);
      expect(Object.keys(told[brand]?.flows ?? {})).toContain('apply');
    }
  });
  test('the payday lender, the {product} brand, and the account brand [brand.payday] [brand.product] [brand.creditBuilding]', () => {
    const products = (brand: string): readonly unknown[] =>
      (facts(brand)['products'] as readonly JsonObject[])
        .filter((product) => product['channel'] !== 'RETAIL')
        .map((product) => product['productCode']);
    expect([products('payday'), products('installment'), products('pocket')]).toEqual([
      ['PDL', 'ILP'],
      ['ILP'],
      ['ILP'],
    ]);
    expect(facts('payday')['source']).toBe('1');
    expect(facts('pocket')['description']).toContain('build credit');
  });
  test('the bank partner, whose loan is a bank’s and whose answer comes within 30 days [brand.bankPartner] [brand.bank] [const.phone.bank]', () => {
    expect(facts('bankpartner')).toMatchObject({
      isBankPartner: true,
      phoneNumber: detail('brand.bank', 'phone'),
      adverseActionDays: detail('brand.bank', 'adverseActionDays'),
    });
    expect(facts('bankpartner')['phoneNumber']).toBe(detail('const.phone.bank', 'value'));
    expect((facts('bankpartner')['products'] as readonly JsonObject[])[0]).toMatchObject({ productCode: 'BANK_ILP' });
  });
  test('the payday lender and its partner are called by one number, which no other brand has [const.phone.paydayAndPartner]', () => {
    const number = detail<string>('const.phone.paydayAndPartner', 'value');
    const called = brands.filter((brand) => facts(brand)['phoneNumber'] === number);
    expect(called).toEqual(['payday', String(facts('payday')['partnerBrand'])]);
  });
  test('nobody answers later than the documents say', () => {
    expect([facts('payday')['adverseActionDays'], facts('bankpartner')['adverseActionDays']]).toEqual([7, 30]);
  });
  test('each is served at its own origin, and its cookie, for its own domain alone, brings it back [brand.selection] [brand.field.cookie]', async () => {
    const domains = brands.map((brand) => (facts(brand)['cookie'] as JsonObject)['domain']);
    expect(new Set(domains).size).toBe(brands.length);
    const own = brands.map((brand) => (facts(brand)['cookie'] as JsonObject)['name']);
    expect(new Set(own).size).toBe(brands.length);
    for (const brand of brands) {
      const [origin] = facts(brand)['origins'] as readonly string[];
      const there = (path: string): Promise<string> =>
        exchange(
          server,
          [`GET ${path} HTTP/1.1`, `host: ${origin}`, 'accept: text/html', 'connection: close', '', ''].join('\r\n'),
        );
      expect(bootIn(await there('/login')).brand).toBe(brand);
      const { name, value = brand, domain } = facts(brand)['cookie'] as Record<string, string>;
      expect([facts(brand)['key'], domain]).toEqual([brand, facts(brand)['baseDomain']]);
      const [, line] = /^set-cookie: (.*)$/im.exec(await there(`/login?brand=${brand}`)) ?? [];
      const attributes = String(line).trim().split('; ');
      // A browser takes no cookie for a domain of one word.
      expect(attributes.filter((one) => one.startsWith('Domain='))).toEqual(
        domain?.includes('.') ? [`Domain=${domain}`] : [],
      );
      const chosen = await page(`/login?brand=${brand}`);
      expect(bootIn(await chosen.text()).brand).toBe(brand);
      const [set] = (chosen.headers.get('set-cookie') ?? '').split(';');
      expect(attributes[0]).toBe(set);
      expect(set).toBe(`${name}=${value}`);
      expect(bootIn(await (await page('/login', { cookie: set ?? '' })).text()).brand).toBe(brand);
    }
  });
  test('the cookie of the brand that everything falls back to is 1 [const.cookie.brandDefault]', async () => {
    const value = detail<number>('const.cookie.brandDefault', 'value');
    expect((await page('/login?brand=payday')).headers.get('set-cookie')).toMatch(new RegExp(`^brand=${value};`));
    expect(bootIn(await (await page('/login', { cookie: `brand=${value}` })).text()).brand).toBe(
      bootIn(await (await page('/login')).text()).brand,
    );
  });
  test('a brand nobody has configured is told in the log, not to the person', async () => {
    const before = server.log.length;
    for (const path of ['/', '/login', '/application'])
      expect((await page(`${path}?brand=nobody-${before}`)).status).toBe(200);
    const said = server.log.slice(before).filter((line) => line.includes('unknown brand'));
    expect(said).toHaveLength(3);
    expect(said.join('')).not.toContain('nobody-');
  });
});

describe('facts', () => {
  test('whoever is called is there when the documents say so [const.supportHours]', () => {
    const hours = detail<string>('const.supportHours', 'value').replaceAll(',', '');
    for (const brand of brands) expect(String(facts(brand)['contactHours']).replaceAll(',', '')).toBe(hours);
  });
  test('each has a campaign key and a source with those it accepts [brand.field.sources]', () => {
    for (const brand of brands) {
      expect(facts(brand)['campaignQueryKey']).toMatch(/^\w+$/);
      expect(facts(brand)['availableSources']).toContain(facts(brand)['source']);
    }
    expect(new Set(brands.map((brand) => facts(brand)['source'])).size).toBe(brands.length);
  });
  test('by its key a brand is found: the links at its foot, its products, and by the header of a call what it teaches [brand.field.key]', async () => {
    const keys = brands.map((brand) => String(facts(brand)['key']));
    for (const place of [places.footerLinks, '/products/{brand}']) {
      const lists = await Promise.all(
        keys.map(async (key) => (await fetch(server.address + place.replace('{brand}', key))).text()),
      );
      expect(new Set(lists).size).toBe(brands.length);
    }
    const { idToken, session } = await signUp(server);
    const { document = '' } = told['payday']?.operations['getLearningCenterLinks'] ?? {};
    for (const key of keys) {
      const headers = {
        [headerNames.idToken]: idToken,
        [headerNames.session]: session,
        [headerNames.brand]: key,
      };
      const { data } = await graphql(server, document, { headers });
      // Whoever builds credit reads how payments are reported; no other brand teaches that.
      expect([key, JSON.stringify(data).includes('reporting')]).toEqual([key, key === 'pocket']);
    }
  });
});

describe('where an application came from', () => {
  /** What an application of a new person tells of its campaign. */
  async function kept(
    campaign: string | undefined,
    sent: Readonly<Record<string, string>> = {},
    cmsData?: JsonObject,
  ): Promise<string | null | undefined> {
    const person = await signUp(server);
    const { document = '' } = told['payday']?.operations['createApplication'] ?? {};
    const answer = await graphql(server, document, {
      variables: {
        application: { flow: 'apply', definition: told['payday']?.flows['apply']?.hash ?? '' },
        ...(cmsData && { cmsData }),
      },
      headers: {
        [headerNames.idToken]: person.idToken,
        [headerNames.session]: person.session,
        ...(campaign !== undefined && { [headerNames.campaign]: campaign }),
        ...sent,
      },
    });
    const made = answer.data?.['createApplication']?.['application'] as JsonObject;
    const { data } = await person.ask('application', { id: String(made['id']) });
    return data?.['application']?.['campaignId'] as string | null | undefined;
  }
  const codes = (id: string): readonly string[] =>
    ['Google', 'Yahoo', 'Bing'].map((engine) => String(detail<number>(id, engine)));

  test('from paid search: the code of the engine [const.paidSearch.payday]', async () => {
    expect([await kept('google'), await kept('yahoo'), await kept('bing')]).toEqual(codes('const.paidSearch.payday'));
  });
  test('from what the page sends of it beside the application, which goes before the link [op.mutation.createApplication]', async () => {
    const [google = '', yahoo = ''] = codes('const.paidSearch.payday');
    expect(await kept(undefined, {}, { campaignId: 'google' })).toBe(google);
    expect(await kept('google', {}, { campaignId: 'yahoo' })).toBe(yahoo);
  });
  test('from the allied brand: its codes, and its own without an engine [const.paidSearch.allied] [const.onlineSourceId.allied] [brand.allied]', async () => {
    expect([await kept('allied-google'), await kept('allied-yahoo'), await kept('allied-bing')]).toEqual(
      codes('const.paidSearch.allied'),
    );
    expect(await kept('allied')).toBe(String(detail<number>('const.onlineSourceId.allied', 'value')));
    expect(brands).not.toContain('allied');
    expect(facts('payday')['availableSources']).toContain('20349');
  });
  test('who came by a link of each brand’s own key is known for 30 days to have done so, unless they want nobody to follow them [const.cookie.cmsMaxAge] [brand.field.campaignQueryKey]', async () => {
    const seconds = detail<number>('const.cookie.cmsMaxAge', 'value');
    const keyOf = (brand: string): string => String(facts(brand)['campaignQueryKey']);
    /** The keys of the other brands: a link of theirs says nothing here. */
    const others = (brand: string): readonly string[] => brands.filter((one) => one !== brand).map(keyOf);
    expect(new Set(brands.map(keyOf)).size).toBe(brands.length);
    for (const brand of brands) {
      const path = `/login?brand=${brand}&${keyOf(brand)}=google`;
      // The cookies of the other brands end.
      const set = (await page(path)).headers.getSetCookie().filter((one) => !one.includes('Max-Age=0'));
      expect([brand, set]).toEqual([
        brand,
        [expect.stringContaining('='), `cms=google; Max-Age=${seconds}; Path=/; SameSite=Lax`],
      ]);
      for (const [other, headers] of [
        [path, { 'sec-gpc': '1' }],
        [`/login?brand=${brand}&other=google`, {}],
        ...others(brand).map((key) => [`/login?brand=${brand}&${key}=google`, {}] as const),
        [path.replace('google', '555-11-0142'), {}],
      ] as const)
        expect((await page(other, headers)).headers.getSetCookie().join()).not.toContain('cms=');
    }
    const cookie = 'cms=google';
    expect([await kept(undefined, { cookie }), await kept('spring-mail', { cookie })]).toEqual([
      String(detail<number>('const.paidSearch.payday', 'Google')),
      'spring-mail',
    ]);
    expect(await kept(undefined, { cookie: 'cms=555-11-0142' })).toBe(await kept(undefined));
  });
  test('from nowhere: the online source; from any other link: what it says [const.onlineSourceId.default]', async () => {
    expect(await kept(undefined)).toBe(String(detail<number>('const.onlineSourceId.default', 'value')));
    expect(await kept('spring-mail')).toBe('spring-mail');
    expect(await kept('toString')).toBe('toString');
  });
});

test('flags have their values of the surroundings: of development, of the tests and of production, and a machine of its own has those of development [flag.environments]', async () => {
  const seen: Record<string, string[]> = {};
  expect(detail('flag.environments', 'environments')).toEqual(['dev', 'qa', 'prod']);
  for (const env of ['local', 'dev', 'qa', 'prod'] as const) {
    const other = env === 'local' ? undefined : await startTestServer({ config: { env } });
    const { address } = other ?? server;
    for (const brand of brands) {
      const { flags } = (await (await fetch(`${address}${places.boot}?brand=${brand}`)).json()) as Boot;
      const { $schema: _, ...written } = json<JsonObject>(
        `brands/${brand}/flags.${env === 'local' ? 'dev' : env}.json`,
      );
      expect([env, brand, flags]).toEqual([env, brand, written]);
      (seen[brand] ??= []).push(JSON.stringify(flags));
    }
    await other?.stop();
  }
  // What one of them says, no other does: they are values of the surroundings, and not one set told three times.
  for (const brand of brands) expect([brand, new Set(seen[brand]).size]).toEqual([brand, 3]);
});
