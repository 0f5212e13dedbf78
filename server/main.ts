import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Problem } from '../compile/types.ts';
import { easternDate } from '../contract/days.ts';
import { buildApp, type AppOptions } from './app.ts';
import { ConfigError, readConfig, type Config } from './config/index.ts';
import { DirectoryInUse, openDatabase, type DatabaseOptions } from './database/index.ts';
import { createArchive } from './definitions/archive.ts';
import { createDefinitions } from './definitions/definitions.ts';
import { ContentError } from './definitions/problems.ts';
import { createFlags } from './flags/index.ts';
import { lacking } from './definitions/take-over.ts';
import type { Identity } from './identity/index.ts';
import type { Clock } from './http/clock.ts';
import { freePort } from './http/free-port.ts';
import { operatorOver } from './operator.ts';
import { doorOf, openDoor } from './operator-door.ts';
import { every, systemPorts, type Ports } from './ports.ts';
import type { Services } from './services.ts';

export interface StartOptions extends AppOptions {
  /** Stands for the clock everywhere but in leases and tokens; default: the system's. */
  readonly clock?: Clock;
  /** For tests: hints off, commits that fail. */
  readonly database?: DatabaseOptions;
  /** Milliseconds between two questions to the service of flags; default 60,000. */
  readonly flagsMs?: number;
  /** Keeps the embedded database in memory; files of `dataDir` are written all the same. */
  readonly inMemory?: boolean;
}
export interface RunningServer {
  /** `http://localhost:PORT` */
  readonly address: string;
  readonly port: number;
  readonly services: Services;
  /** The back office's hand on accounts. */
  readonly admin: Identity['admin'];
  /** Compiles the content again; with problems the last good version goes on serving. */
  reloadContent(): Promise<readonly Problem[]>;
  /** Stops taking requests, finishes what runs, closes the database. */
  stop(): Promise<void>;
}

/**
 * Starts everything on one port. Throws `ContentError` when the content is wrong or changes answers of open
 * applications without a migration, `DirectoryInUse` when another process
 * has the data directory.
 */
export async function startServer(options: StartOptions): Promise<RunningServer> {
  const { config } = options;
  const ports: Ports = { ...systemPorts, ...(options.clock && { clock: options.clock }) };
  const today = (): string => easternDate(ports.clock());
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  const database = await openDatabase(options.inMemory ? { ...config, dataDir: undefined } : config, options.database);
  const closing: (() => Promise<void>)[] = [() => database.close()];
  const stop = async (): Promise<void> => {
    for (const close of closing.splice(0).reverse()) await close();
  };
  try {
    let log: { error(what: object, says: string): void } | undefined;
    const flags = createFlags({
      env: config.env,
      service: config.flags,
      onError: (error) => log?.error({ err: error }, 'the service of flags did not answer; it is asked again'),
    });
    const definitions = await createDefinitions({
      contentDirs: config.contentDirs,
      env: config.env,
      addresses: config.addresses,
      directory: join(config.dataDir, 'definitions'),
      archive: createArchive(database.db),
      today: today(),
      flagsOf: flags.of,
    });
    const askForFlags = (): Promise<void> => flags.refresh(definitions.flagFiles(today()));
    // What is being written (`npm run dev`) is published to nobody: there an application begins anew.
    const lacks = options.page === undefined ? await lacking(database.db, definitions, today()) : [];
    if (lacks.length > 0) throw new ContentError(lacks);
    const built = await buildApp(options, { ports, database, definitions });
    ({ log } = built.app);
    await askForFlags();
    const stopAsking = every(ports.timers, options.flagsMs ?? 60_000, () => void askForFlags());
    closing.push(async () => stopAsking());
    closing.push(() => built.stop());
    built.begin();
    const { app, services, admin } = built;
    app.log.level = 'silent'; // the entry says where it listens, in one line that others read
    await app.listen({ port: config.port, host: config.host });
    app.log.level = config.logLevel;
    // The embedded database admits this process alone: whoever looks beside it asks here.
    const door = config.databaseUrl === undefined && !options.inMemory ? doorOf(config.dataDir) : undefined;
    if (door !== undefined) closing.push(await openDoor(door, operatorOver(services, ports.clock)));
    const at = app.server.address();
    const port = typeof at === 'object' && at !== null ? at.port : config.port;
    return {
      address: `http://localhost:${port}`,
      port,
      services,
      admin,
      async reloadContent() {
        const problems = definitions.reload(today());
        await askForFlags();
        return problems;
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * With port 0 a free one is taken before anything begins: tokens and links name the server's address, and are believed
 * after a restart only when it is the same.
 */
async function ownConfig(argv: readonly string[]): Promise<Config> {
  const config = readConfig(process.env, argv);
  if (config.port !== 0) return config;
  return readConfig(process.env, [...argv, '--port', String(await freePort(config.host))]);
}

/**
 * The entry: reads the configuration, starts, says so last, and drains on SIGTERM. A fault nobody caught leaves the
 * process in a state nobody knows: it is logged, what runs is finished, and the exit code tells the supervisor to start
 * another one. A supervisor that is gone takes the server with it, or nobody would ever stop it.
 */
async function main(): Promise<void> {
  const running = await startServer({ config: await ownConfig(process.argv.slice(2)) });
  let isEnding = false;
  const end = (code: number): void => {
    if (isEnding) return;
    isEnding = true;
    setTimeout(() => process.exit(1), 9_500).unref();
    running.stop().then(
      () => process.exit(code),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  const fault = (error: unknown): void => {
    const said = error instanceof Error ? { type: error.name, message: error.message, stack: error.stack } : {};
    running.services.log.fatal({ err: said }, 'a fault that nobody caught: the server finishes what runs and ends');
    end(1);
  };
  process.on('uncaughtException', fault);
  process.on('unhandledRejection', fault);
  process.on('SIGTERM', () => end(0));
  process.on('SIGINT', () => end(0));
  if (process.connected) process.on('disconnect', () => end(0));
  process.send?.({ ready: running.port });
  console.log(`ready ${running.address}`);
}

if (process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  main().catch((error: unknown) => {
    const expected = error instanceof ContentError || error instanceof ConfigError || error instanceof DirectoryInUse;
    console.error(expected ? error.message : error);
    process.exit(1);
  });
}
