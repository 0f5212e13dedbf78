/** The whole product in this process: the real server on a free port over a database of its own. */
import { rmSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cookies } from '../../contract/cookies.ts';
import { easternDate } from '../../contract/days.ts';
import type { JsonObject } from '../../runtime/core/facts.ts';
import { customerOf } from '../../verifier/fixture/brands.ts';
import { readConfig } from '../../server/config/index.ts';
import { distDir } from '../../scripts/lib/front-end.ts';
import { startServer, type RunningServer } from '../../server/main.ts';
import { testCustomers, testPeople, type TestPerson } from '../../server/seed/index.ts';
import { freePort } from './free-port.ts';
import { migratedDatabase, postgresServer } from '../platform/postgres.ts';
import type { Person } from './people.ts';

export interface Message {
  readonly to: string;
  readonly channel: string;
  readonly purpose: string;
  readonly subject: string;
  readonly text: string;
  /** The one-time code that stands in the text, if any. */
  readonly code?: string | null;
  readonly at: string;
}

/** The front end that every product of this process serves. */
let copied: Promise<string> | undefined;
/** A copy: a build that runs meanwhile would take the files from under the pages. It is gone with the process. */
async function copyOfDist(): Promise<string> {
  const dist = await mkdtemp(join(tmpdir(), 'waymark-dist-'));
  process.once('exit', () => rmSync(dist, { recursive: true, force: true }));
  await cp(distDir, dist, { recursive: true });
  return dist;
}

export interface Product {
  /** `http://localhost:<port>`; the same after a restart. */
  readonly address: string;
  readonly dataDir: string;
  server(): RunningServer;
  /** Mail and SMS to an address, newest first; to the email of a person with phones, those to their phones too. */
  inbox(to: string): Promise<readonly Message[]>;
  /**
   * Makes another account like that of a seeded person, at an address of its own, which nobody has used yet; where a
   * brand is named, as its customer.
   */
  another(like: TestPerson, brand?: string): Promise<Person>;
  /** Makes a seeded person a customer of a brand. */
  joins(email: string, brand: string): Promise<void>;
  /**
   * Says as a reviewer that the documents of this person are what was asked for. Whether anybody waited for it.
   * @param clock the instant at which the reviewer does it; without it the machine's own now
   */
  acceptDocuments(address: string, clock?: string): Promise<boolean>;
  /** The lines of the server's log so far. */
  log(): readonly string[];
  /** The newest errors that pages reported, newest first. */
  reported(): Promise<readonly string[]>;
  /** Stops the server; its data stay, and it can be started again. */
  pause(): Promise<void>;
  /** Starts a server that was stopped, on the same data and the same port. */
  resume(): Promise<void>;
  /** Stops the server and starts it again on the same data and the same port. */
  restart(env?: Readonly<Record<string, string>>): Promise<void>;
  /** Stops the server and removes its data. */
  stop(): Promise<void>;
}

/** Starts the product; `env` is what `npm start` would find in its environment (CONTENT_DIR, ...). */
export async function startProduct(
  env: Readonly<Record<string, string>> = {},
  {
    paceMs = 20,
    flagsMs,
    sent = async () => [],
  }: {
    readonly paceMs?: number;
    readonly flagsMs?: number;
    /** What somebody else sends to an address for the product. */
    readonly sent?: (to: string) => Promise<readonly Message[]>;
  } = {},
): Promise<Product> {
  const dataDir = await mkdtemp(join(tmpdir(), 'waymark-'));
  const dist = await (copied ??= copyOfDist());
  const lines: string[] = [];
  const port = env['PORT'] ?? (await freePort());
  const database = postgresServer === undefined ? undefined : await migratedDatabase(postgresServer);
  const start = (more: Readonly<Record<string, string>>): Promise<RunningServer> =>
    startServer({
      config: readConfig(
        {
          APP_ENV: 'local',
          LOG_LEVEL: 'warn',
          ...(database && { DATABASE_URL: database.url }),
          ...more,
          DATA_DIR: dataDir,
          PORT: port,
        },
        [],
      ),
      logTo: { write: (line) => void lines.push(line) },
      dist,
      paceMs,
      ...(flagsMs !== undefined && { flagsMs }),
    });
  let running = await start(env);
  let made = 0;
  /** Phones by the email of their person: what comes to either is theirs. */
  const phones = new Map([
    ...testPeople().map(({ email, attributes }) => [email, phonesIn(attributes)] as const),
    ...testCustomers().map(
      ({ details: { email = '', phone } }) => [email, phone === undefined ? [] : [phone]] as const,
    ),
  ]);
  const { address } = running;
  const factsOf = (brand: string): JsonObject => {
    const found = running.services.definitions.brand(brand, easternDate(new Date()));
    if (found === undefined) throw new Error(`There is no brand ${brand}.`);
    return found.facts;
  };
  return {
    address,
    dataDir,
    server: () => running,
    inbox: async (to) => {
      const answer = await fetch(`${address}/dev/inbox.json`);
      const { messages } = (await answer.json()) as { messages: readonly Message[] };
      const addresses = [to, ...(phones.get(to) ?? [])].map((one) => one.toLowerCase());
      const own = messages.filter((message) => addresses.includes(message.to.toLowerCase()));
      const others = await Promise.all(addresses.map(sent));
      return [...own, ...others.flat()].toSorted((one, other) => other.at.localeCompare(one.at));
    },
    async another({ email, password, groups, attributes }, brand) {
      made += 1;
      const own = email.replace('@', `.${made}@`);
      const theirs = Object.fromEntries(
        Object.entries(attributes).map(([name, value]) => [
          name,
          // The last four digits are what a page shows.
          isPhone(value) ? `+1${200_000 + made}${value.slice(-4)}` : value,
        ]),
      );
      if (brand !== undefined) Object.assign(theirs, customerOf(theirs, factsOf(brand)));
      phones.set(own, phonesIn(theirs));
      await running.admin.createUser({ email: own, password, groups, attributes: theirs });
      return { email: own, password };
    },
    async joins(email, brand) {
      const person = await running.admin.find(email);
      if (person === undefined) throw new Error(`Nobody has the address ${email}.`);
      await running.admin.setAttributes(person.sub, customerOf(person.attributes, factsOf(brand)));
    },
    async acceptDocuments(to, clock) {
      const cookie = clock === undefined ? {} : { cookie: `${cookies.clock.name}=${encodeURIComponent(clock)}` };
      const answer = await fetch(`${address}/dev/reviews`);
      let any = false;
      for (const [article] of (await answer.text()).matchAll(/<article>.*?<\/article>/gs)) {
        const action = /<form method="post" action="([^"]+)"><button>Accept/.exec(article)?.[1];
        if (action === undefined || !article.toLowerCase().includes(to.toLowerCase())) continue;
        const done = await fetch(new URL(action, address), {
          method: 'POST',
          redirect: 'manual',
          headers: { 'content-type': 'application/x-www-form-urlencoded', origin: address, ...cookie },
          body: '',
        });
        if (done.status < 400) any = true;
      }
      return any;
    },
    log: () => lines,
    reported: async () => {
      const listed = await (await fetch(`${address}/dev/events`)).text();
      const rows = [...listed.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) =>
        row.replaceAll(/<[^>]+>/g, ' ').trim(),
      );
      return rows.filter((row) => / error /.test(row)).slice(0, 3);
    },
    pause: () => running.stop(),
    resume: async () => {
      running = await start(env);
    },
    restart: async (more = {}) => {
      await running.stop();
      running = await start({ ...env, ...more });
    },
    stop: async () => {
      await running.stop();
      await database?.remove();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

const isPhone = (value: string): boolean => /^\+1\d{10}$/.test(value);
const phonesIn = (attributes: TestPerson['attributes']): readonly string[] => Object.values(attributes).filter(isPhone);
