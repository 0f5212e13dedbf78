/** Plays fixtures on the real product: headless over its API, or by keyboard in a browser. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright';
import { contentFolders, projectDir, readFiles } from '../../compile/disk.ts';
import type { Files } from '../../compile/index.ts';
import type { JsonObject } from '../../runtime/core/facts.ts';
import { set } from '../../runtime/core/index.ts';
import { leaves } from '../../runtime/core/paths.ts';
import { fixtureFiles, readFixture, type Fixture } from '../../verifier/fixture/fixture.ts';
import { isMoved, onEachBrand } from '../../verifier/fixture/brands.ts';
import { openBrowser } from './browser.ts';
import { conduct } from './conduct.ts';
import { headlessSeat } from './headless.ts';
import { Inspector } from './inspector.ts';
import { keyboardSeat } from './keyboard.ts';
import { openLibrary } from './library.ts';
import { peopleSaid, personOf, saysAddress, type Person } from './people.ts';
import { Tabs } from './tab.ts';
import { startProduct, type Product } from './product.ts';

/**
 * `given` facts that a person brings along, and flags, which stand in the content; what else a fixture supposes only
 * an executor without a server can grant.
 */
const grantable = new Set(['query', 'cookies', 'flags', 'device.isGPCEnabled']);
/** What every application is that a page begins. */
const begun: JsonObject = { applicationType: 'STANDARD', channel: 'ONLINE' };
const granted = ({ given: { facts } }: Fixture): boolean =>
  Object.entries(facts).every(
    ([root, told]) =>
      grantable.has(root) ||
      Object.entries(told).every(
        ([name, value]) => grantable.has(`${root}.${name}`) || (root === 'application' && value === begun[name]),
      ),
  );

/** Whether the real product can give what the fixture supposes, and the fixture is meant for it. */
export const playable = (fixture: Fixture, kind: 'server' | 'browser'): boolean =>
  granted(fixture) && Object.keys(fixture.given.values).length === 0 && fixture.executors.includes(kind);

/** All fixtures of a content on each of their brands, in the order of their files. */
export const fixturesIn = (files: Files): Fixture[] =>
  [...fixtureFiles(files)].sort().flatMap((file) => onEachBrand(readFixture(file, files[file] as string)));

/** The environment of a product whose brand has these flags instead of its own. */
async function flagged(
  env: Readonly<Record<string, string>>,
  brand: string,
  flags: JsonObject,
): Promise<{ readonly env: Readonly<Record<string, string>>; remove(): Promise<void> }> {
  const { CONTENT_DIR: laid = '' } = env;
  const file = `brands/${brand}/flags.local.json`;
  const files = readFiles(laid === '' ? [projectDir] : contentFolders(laid));
  const own = JSON.parse(files[file] ?? files[`brands/${brand}/flags.dev.json`] ?? '{}') as JsonObject;
  const dir = await mkdtemp(join(tmpdir(), 'waymark-flags-'));
  await mkdir(join(dir, 'brands', brand), { recursive: true });
  const changed = leaves(flags).reduce<JsonObject>((all, [path, value]) => set(all, path, value), own);
  await writeFile(join(dir, file), JSON.stringify(changed));
  return {
    env: { ...env, CONTENT_DIR: `${laid === '' ? '+' : `${laid}:`}${dir}` },
    remove: () => rm(dir, { recursive: true, force: true }),
  };
}

/** Nobody signs up twice at one product: on another brand whoever is new has an address of that brand. */
const addressed = (fixture: Fixture): Fixture =>
  JSON.parse(JSON.stringify(fixture).replaceAll(/@(?=[\w-]+\.test\b)/g, `.${fixture.brand}@`)) as Fixture;

/** How many products stand beside the shared one at a time: a start takes as long as several fixtures. */
const MOST = 6;

interface Other {
  /** The brand and its flags, where a fixture has flags of its own. */
  readonly flags: string;
  readonly product: Product;
  /** Who was spoken of in it so far. */
  readonly said: Set<string>;
  remove(): Promise<void>;
}

/** Products for those who speak of seeded people by address, or have flags of their own: each is met by a few. */
class Others {
  private readonly env: Readonly<Record<string, string>>;
  private readonly start: (env: Readonly<Record<string, string>>) => Promise<Product>;
  private readonly open: Other[] = [];

  constructor(env: Readonly<Record<string, string>>, start: Others['start']) {
    this.env = env;
    this.start = start;
  }

  /** A product with the flags of a fixture, in which nobody of those it speaks of was anywhere yet. */
  async of(fixture: Fixture): Promise<Product> {
    const { brand } = fixture;
    const { flags } = fixture.given.facts;
    const wanted = flags === undefined ? '' : JSON.stringify([brand, flags]);
    const said = peopleSaid(fixture);
    const stands = this.open.find((one) => one.flags === wanted && said.every((who) => !one.said.has(who)));
    if (stands !== undefined) {
      for (const who of said) stands.said.add(who);
      return stands.product;
    }
    if (this.open.length >= MOST) await this.stopOldest();
    const laid = flags && (await flagged(this.env, brand, flags));
    const product = await this.start(laid?.env ?? this.env);
    this.open.push({
      flags: wanted,
      product,
      said: new Set(said),
      remove: async () => {
        await product.stop();
        await laid?.remove();
      },
    });
    return product;
  }

  async stop(): Promise<void> {
    while (this.open.length > 0) await this.stopOldest();
  }

  private async stopOldest(): Promise<void> {
    await this.open.shift()?.remove();
  }
}

export interface Theater {
  /** Plays one fixture; the answer names what did not come true. */
  play(fixture: Fixture): Promise<readonly string[]>;
  close(): Promise<void>;
}

/**
 * @param env what `npm start` would find in its environment (CONTENT_DIR, ...).
 * @param with `eyes`: who looks at each page of a browser, one that asks axe when nobody is named; `start`: how a
 *   product is started.
 */
export async function openTheater(
  kind: 'server' | 'browser',
  env: Readonly<Record<string, string>> = {},
  {
    eyes,
    start = startProduct,
  }: {
    readonly eyes?: Inspector;
    readonly start?: (env: Readonly<Record<string, string>>) => Promise<Product>;
  } = {},
): Promise<Theater> {
  const shared = await start(env);
  const browser: Browser | undefined = kind === 'browser' ? await openBrowser() : undefined;
  // Pages of other content are other pages, though they may be called the same.
  const inspector = eyes ?? new Inspector(env['CONTENT_DIR'] === undefined ? process.env['INSPECTED_DIR'] : undefined);
  const tabs = browser && new Tabs(browser, inspector);
  const others = new Others(env, start);

  async function on(product: Product, fixture: Fixture, person: Person | undefined): Promise<readonly string[]> {
    const given = Object.entries(fixture.given.facts['cookies'] ?? {}).map(
      ([name, value]) => [name, String(value)] as const,
    );
    const cookies = [['brand', fixture.brand] as const, ['waymark-clock', fixture.clock] as const, ...given];
    const header = cookies.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('; ');
    const wished = fixture.given.facts['device']?.['isGPCEnabled'] === true;
    const library = await openLibrary(product.address, fixture.brand, header);
    const faults: string[] = [];
    const wrong = await conduct(fixture, {
      product,
      library,
      person,
      seat: async () =>
        tabs === undefined
          ? headlessSeat(product.address, library, { cookies: header, wished })
          : keyboardSeat(tabs, {
              address: product.address,
              library,
              cookies,
              wished,
              inspector,
              faults,
              timed: fixture.do.some((one) => one.kind === 'elapse'),
            }),
    });
    return [...wrong, ...faults];
  }

  return {
    // What an earlier fixture left in an account must not be found: each has one of its own, or, where it says the
    // address of a seeded one or flags of its own, a product in which nobody of those it speaks of was anywhere yet.
    async play(told) {
      const fixture = isMoved(told) && !saysAddress(told) ? addressed(told) : told;
      const seeded = personOf(fixture.given.person);
      const { flags } = fixture.given.facts;
      if (!saysAddress(fixture) && flags === undefined)
        return on(
          shared,
          fixture,
          seeded && (await shared.another(seeded, isMoved(fixture) ? fixture.brand : undefined)),
        );
      const own = await others.of(fixture);
      if (seeded && isMoved(fixture)) await own.joins(seeded.email, fixture.brand);
      return on(own, fixture, seeded);
    },
    async close() {
      await browser?.close();
      await others.stop();
      await shared.stop();
    },
  };
}
