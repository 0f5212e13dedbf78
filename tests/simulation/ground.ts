/**
 * What every seed stands on, made once for a process: one database, the content in two versions, the people, and two
 * places in which a server process can live. Nothing of it remembers a seed.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import type { Boot } from '../../contract/boot.ts';
import { buildApp, type BuiltApp } from '../../server/app.ts';
import { readConfig, type Config } from '../../server/config/index.ts';
import { createFieldCipher, type FieldCipher } from '../../server/crypto/index.ts';
import { keepSeen } from '../../server/journeys/seen.ts';
import { createArchive } from '../../server/definitions/archive.ts';
import { createDefinitions, type Definitions } from '../../server/definitions/definitions.ts';
import { createIdentity } from '../../server/identity/index.ts';
import { ownTriggers } from '../../server/identity/own-triggers.ts';
import type { Pool } from '../../server/identity/pool.ts';
import { createTokens } from '../../server/identity/tokens.ts';
import { findUser } from '../../server/identity/users.ts';
import type { Ports } from '../../server/ports.ts';
import { openShared, type Gate, type SharedDatabase } from './database.ts';

/** The day and hour at which every seed begins. */
export const began = Date.parse('2026-11-20T15:00:00Z');
export const brand = 'payday';
const day = '2026-11-20';

/** Somebody who applies; every answer of theirs that a judge looks at has their own word in it. */
export interface Somebody {
  readonly word: string;
  readonly email: string;
  readonly sub: string;
  /** By its last four digits the stand-ins of underwriting decide. */
  readonly ssn: string;
}
/** Whether their word stands in a text, on its own: three letters in a row come up by chance in what is sealed. */
export function isIn(text: string, { word }: Somebody): boolean {
  return new RegExp(`(?<![\\w+/=-])${word}(?![\\w+/=-])`).test(text);
}
const cast = [
  ['Alder', '219099999'],
  ['Birch', '219098888'],
  ['Cedar', '219091006'],
  ['Dogwood', '219091005'],
  ['Elm', '219091003'],
] as const;

/** What runs now: a process by its place, and which of its requests. */
export interface Running {
  readonly place: number;
  readonly says: string;
  /** Set once a statement of it wrote. */
  wrote: boolean;
}
export const running = new AsyncLocalStorage<Running>();

/** What the places ask; a seed puts itself in here while it runs. */
export interface World {
  readonly gate: Gate;
  readonly ports: Ports;
  readonly log: (line: string) => void;
  /** Waits for work of other threads before anything else happens. */
  readonly real: <T>(work: Promise<T>) => Promise<T>;
}

export type Version = 'old' | 'new';
export interface Ground {
  readonly database: SharedDatabase;
  readonly cipher: FieldCipher;
  readonly people: readonly Somebody[];
  /** The app of each place, in each version of the content. */
  readonly places: readonly Readonly<Record<Version, BuiltApp>>[];
  readonly boots: Readonly<Record<Version, Boot>>;
  /** A compiled module by its hash. */
  readonly module: (hash: string) => unknown;
  /** Operations that pages of the application call by themselves when they come. */
  readonly loads: ReadonlySet<string>;
  /** A new id token. */
  readonly token: (one: Somebody, at: Date) => Promise<string>;
  enter(world: World | undefined): void;
}

const project = fileURLToPath(new URL('../..', import.meta.url));

/** The content as the next deployment brings it: other words on a page that everybody passes. */
function nextContent(folder: string): string {
  const step = 'flows/apply/steps/bank.json';
  const text = readFileSync(join(project, step), 'utf8');
  const changed = text.replace('"title": "Your bank account"', '"title": "Your account"');
  if (changed === text) throw new Error(`${step} has another title: change it here, too.`);
  mkdirSync(dirname(join(folder, step)), { recursive: true });
  for (const room of ['flows', 'brands', 'compliance', 'schemas'])
    cpSync(join(project, room), join(folder, room), { recursive: true });
  writeFileSync(join(folder, step), changed);
  return folder;
}

/** The content of one day, whatever the clock says: no seed waits for the compiler. */
function always(definitions: Definitions): Definitions {
  return {
    ...definitions,
    content: () => definitions.content(day),
    prepare: () => Promise.resolve(),
    health: () => definitions.health(day),
    brand: (key) => definitions.brand(key, day),
    currentFlow: (key, flow) => definitions.currentFlow(key, flow, day),
    app: (key) => definitions.app(key, day),
    compliance: (key) => definitions.compliance(key, day),
  };
}

/** Signing costs milliseconds: people who sign in within the same minutes get the same token. */
const tokenEveryMs = 300_000;

let made: Promise<Ground> | undefined;
/** The ground of this process. */
export function ground(): Promise<Ground> {
  made ??= make();
  return made;
}

async function make(): Promise<Ground> {
  const folder = mkdtempSync(join(tmpdir(), 'waymark-ground-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const database = await openShared();
  let world: World | undefined;
  database.setNow(() => world?.ports.clock().getTime() ?? began);
  // Signatures are checked on threads of their own, which no scheduler can see.
  const { subtle } = globalThis.crypto;
  const verify = subtle.verify.bind(subtle);
  const sign = subtle.sign.bind(subtle);
  subtle.verify = async (...given: Parameters<typeof verify>) =>
    await (world === undefined ? verify(...given) : world.real(verify(...given)));
  subtle.sign = async (...given: Parameters<typeof sign>) =>
    await (world === undefined ? sign(...given) : world.real(sign(...given)));
  const config: Config = readConfig({ DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'warn' }, []);
  const cipher = createFieldCipher(config);
  const gate: Gate = (statement, run) => (world === undefined ? run() : world.gate(statement, run));
  const db = database.open(gate);
  const compiled = async (version: Version, contentDirs: readonly string[]): Promise<Definitions> =>
    await createDefinitions({
      contentDirs,
      env: config.env,
      addresses: config.addresses,
      directory: join(folder, `definitions-${version}`),
      archive: createArchive(db),
      today: day,
    });
  const old = await compiled('old', config.contentDirs);
  const next = await compiled('new', [nextContent(join(folder, 'content'))]);
  const versions = { old: always(old), new: always(next) } as const;

  const ports: Ports = {
    clock: () => world?.ports.clock() ?? new Date(began),
    id: () => world?.ports.id() ?? crypto.randomUUID(),
    random: () => world?.ports.random() ?? 0.5,
    timers: {
      after: (ms, fn) => (world === undefined ? () => undefined : world.ports.timers.after(ms, fn)),
    },
  };
  const appOf = async (version: Version): Promise<BuiltApp> => {
    const built = await buildApp(
      { config, seeded: false, paceMs: 0, pollMs: 15_000, logTo: { write: (line) => world?.log(line) } },
      {
        ports,
        definitions: versions[version],
        database: {
          db: database.open(gate, ports),
          listen: () => Promise.resolve(() => Promise.resolve()),
        },
      },
    );
    await built.app.ready();
    return built;
  };
  const places: Record<Version, BuiltApp>[] = [];
  for (let place = 0; place < 2; place += 1) places.push({ old: await appOf('old'), new: await appOf('new') });
  // What a process keeps once is kept before the first seed, which would write it for all that follow.
  for (const place of places)
    for (const { services } of [place.old, place.new]) await keepSeen({ services, today: day }, brand);

  const identity = await createIdentity({
    config,
    db: database.direct,
    cipher,
    deliver: () => Promise.resolve(),
    clock: ports.clock,
  });
  const people: Somebody[] = [];
  for (const [word, ssn] of cast) {
    const email = `${word.toLowerCase()}@example.test`;
    const sub = await identity.admin.createUser({ email, password: 'Marigold42' });
    if (sub === undefined) throw new Error(`${email} is taken in a new database.`);
    people.push({ word, email, ssn, sub });
  }
  const pool: Pool = {
    db: database.direct,
    cipher,
    deliver: () => Promise.resolve(),
    env: config.env,
    poolId: identity.poolId,
    poolName: '',
    clientId: identity.clientId,
    issuer: identity.issuer,
    publicUrl: config.publicUrl,
    decoy: '',
    triggers: ownTriggers({ db: database.direct, env: config.env }),
  };
  const tokens = await createTokens(pool, new Date(began));

  const bootOf = async (version: Version): Promise<Boot> =>
    (await places[0]?.[version].app.inject({ url: `/definitions/boot.json?brand=${brand}` }))?.json<Boot>() as Boot;
  const boots = { old: await bootOf('old'), new: await bootOf('new') };
  const issued = new Map<string, string>();
  const modules = new Map<string, unknown>();
  for (const version of ['old', 'new'] as const) {
    const { flows, app, compliance } = boots[version];
    for (const hash of [app, compliance, ...Object.values(flows).map((flow) => flow.hash)])
      modules.set(hash, await versions[version].flow(hash));
    await versions[version].pin(boots[version].flows['apply']?.hash ?? '');
  }
  // Either version serves the drafts of the other: it has it from the archive, as after a restart.
  await old.flow(boots.new.flows['apply']?.hash ?? '');
  await next.flow(boots.old.flows['apply']?.hash ?? '');
  const apply = await old.flow(boots.old.flows['apply']?.hash ?? '');
  const loads = new Set(
    Object.values(apply?.steps ?? {}).flatMap(({ load }) => load.map(({ operation }) => operation)),
  );
  await import('graphql-request');
  await sql`select 1`.execute(db);
  return {
    database,
    cipher,
    people,
    places,
    boots,
    module: (hash) => modules.get(hash),
    loads,
    async token(one, at) {
      const whole = Math.floor(at.getTime() / tokenEveryMs) * tokenEveryMs;
      const name = `${one.sub} ${whole}`;
      const known = issued.get(name);
      if (known !== undefined) return known;
      const user = await findUser(pool, one.sub);
      if (user === undefined) throw new Error(`${one.email} has no account.`);
      const { IdToken } = await tokens.open(user, new Date(whole));
      issued.set(name, IdToken);
      return IdToken;
    },
    enter(given) {
      world = given;
    },
  };
}
