/** Plays fixtures on the real product: headless over its API, or by keyboard in a browser. */
import type { Browser } from 'playwright';
import type { Files } from '../../compile/index.ts';
import { fixtureFiles, readFixture, type Fixture } from '../../verifier/fixture/fixture.ts';
import { openBrowser } from './browser.ts';
import { conduct } from './conduct.ts';
import { headlessSeat } from './headless.ts';
import { Inspector } from './inspector.ts';
import { keyboardSeat } from './keyboard.ts';
import { openLibrary } from './library.ts';
import { personOf, saysAddress, type Person } from './people.ts';
import { startProduct, type Product } from './product.ts';

/**
 * `given` facts that a person brings along; what else a fixture supposes only an executor without a server can grant.
 */
const grantable = new Set(['query', 'cookies', 'device.isGPCEnabled']);
const granted = ({ given: { facts } }: Fixture): boolean =>
  Object.entries(facts).every(
    ([root, told]) => grantable.has(root) || Object.keys(told).every((name) => grantable.has(`${root}.${name}`)),
  );

/** Whether the real product can give what the fixture supposes, and the fixture is meant for it. */
export const playable = (fixture: Fixture, kind: 'server' | 'browser'): boolean =>
  granted(fixture) && Object.keys(fixture.given.values).length === 0 && fixture.executors.includes(kind);

/** All fixtures of a content, in the order of their files. */
export const fixturesIn = (files: Files): Fixture[] =>
  [...fixtureFiles(files)].sort().map((file) => readFixture(file, files[file] as string));

export interface Theater {
  /** Plays one fixture; the answer names what did not come true. */
  play(fixture: Fixture): Promise<readonly string[]>;
  close(): Promise<void>;
}

/**
 * @param env what `npm start` would find in its environment (CONTENT_DIR, ...).
 * @param eyes who looks at each page of a browser; one that asks axe when nobody is named.
 */
export async function openTheater(
  kind: 'server' | 'browser',
  env: Readonly<Record<string, string>> = {},
  eyes?: Inspector,
): Promise<Theater> {
  const shared = await startProduct(env);
  const browser: Browser | undefined = kind === 'browser' ? await openBrowser() : undefined;
  // Pages of other content are other pages, though they may be called the same.
  const inspector = eyes ?? new Inspector(env['CONTENT_DIR'] === undefined ? process.env['INSPECTED_DIR'] : undefined);

  async function on(product: Product, fixture: Fixture, person: Person | undefined): Promise<readonly string[]> {
    const given = Object.entries(fixture.given.facts['cookies'] ?? {}).map(
      ([name, value]) => [name, String(value)] as const,
    );
    const cookies = [['brand', fixture.brand] as const, ['waymark-clock', fixture.clock] as const, ...given];
    const header = cookies.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('; ');
    const wished = fixture.given.facts['device']?.['isGPCEnabled'] === true;
    const library = await openLibrary(product.address, fixture.brand, header);
    const faults: string[] = [];
    try {
      const wrong = await conduct(fixture, {
        product,
        library,
        person,
        seat: async () =>
          browser === undefined
            ? headlessSeat(product.address, library, { cookies: header, wished })
            : keyboardSeat(browser, {
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
    } finally {
      await library.close();
    }
  }

  return {
    // What an earlier fixture left in an account must not be found: each has one of its own, or, where it says the
    // address of a seeded one, a product of its own.
    async play(fixture) {
      const seeded = personOf(fixture.given.person);
      if (!saysAddress(fixture)) return on(shared, fixture, seeded && (await shared.another(seeded)));
      const own = await startProduct(env);
      try {
        return await on(own, fixture, seeded);
      } finally {
        await own.stop();
      }
    },
    async close() {
      await browser?.close();
      await shared.stop();
    },
  };
}
