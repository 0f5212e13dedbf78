import Fastify, { LogController, type FastifyInstance, type FastifyPluginAsync } from 'fastify';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { actorOf, groupsOf } from '../contract/person.ts';
import { places, unscriptedPlaces } from '../contract/places.ts';
import { standInBankVerifier, type BankVerifier } from './verification/bank.ts';
import { standInVerifier } from './verification/identity.ts';
import { createBanks } from './banks/index.ts';
import { plaidClient, type AskStandIn } from './banks/plaid.ts';
import { authorizeNet, sendTo, type Send } from './payments/authorize-net.ts';
import type { Config } from './config/index.ts';
import { createFieldCipher } from './crypto/index.ts';
import type { OpenDatabase } from './database/index.ts';
import { keepAhead } from './definitions/ahead.ts';
import type { Definitions } from './definitions/definitions.ts';
import { createEvents } from './events/index.ts';
import { addComponents } from './dev/components.ts';
import { addDevelopment } from './dev/routes.ts';
import { easternDate } from '../contract/days.ts';
import { closingOf } from './http/closing.ts';
import { addTestClock } from './http/clock.ts';
import { addCompression } from './http/compression.ts';
import { addDefinitions } from './http/definitions.ts';
import { addDocuments } from './http/documents.ts';
import { addFailures, answerFailure } from './http/failures.ts';
import { addFiles } from './http/files.ts';
import { addGraphql } from './http/graphql.ts';
import { addPages, type PageSource } from './http/pages.ts';
import { trustOf } from './http/proxies.ts';
import { addRest } from './http/rest.ts';
import { addMonitor } from './http/monitor.ts';
import { addPhoneChecks } from './http/phone-checks.ts';
import { addWebhooks } from './http/webhooks.ts';
import { addSafety } from './http/safety.ts';
import { whyNotWritable } from './http/room.ts';
import { answersWithin } from './http/within.ts';
import { createCognitoIdentity } from './identity/cognito/index.ts';
import { cognitoRoutes } from './identity/cognito/routes.ts';
import { createIdentity, identityRoutes, recordActing, type Identity, type IdentityNeeds } from './identity/index.ts';
import { redactingLog } from './log/redacting.ts';
import { createMessages, sendersOf } from './messages/index.ts';
import { addAuthorizeNetStandIn, authorizeNetStandInPath, standInAccount } from './providers/authorize-net-api.ts';
import { addBokuStandIn } from './providers/boku-api.ts';
import { addPlaidStandIn, plaidStandInPath } from './providers/plaid-api.ts';
import { addStandIns } from './providers/routes.ts';
import type { Ports } from './ports.ts';
import { seed, seedCustomers, seedIsWanted, testPeople } from './seed/index.ts';
import type { Caller, Services } from './services.ts';
import { addSockets } from './sockets/routes.ts';
import { startMachine } from './status/machine.ts';
import { createWork } from './status/steps.ts';
import { startTidying } from './tidy.ts';

export interface AppOptions {
  readonly config: Config;
  /** vite in development; default: the files of `dist`. */
  readonly page?: PageSource & {
    readonly middleware?: (
      request: import('node:http').IncomingMessage,
      response: import('node:http').ServerResponse,
      next: () => void,
    ) => void;
  };
  /** Folder of the built page; default `dist` of the project. */
  readonly dist?: string;
  /** Milliseconds between two statuses of one application; default 150. */
  readonly paceMs?: number;
  /** Milliseconds after which the status machine looks for work that nobody told it of; default 500. */
  readonly pollMs?: number;
  /** Whether test people are made; default: outside production. */
  readonly seeded?: boolean;
  /** Who asks a bank about an account; default: nobody in production, else a stand-in. */
  readonly bankVerifier?: BankVerifier;
  /** Where the log's lines go; default: standard error. */
  readonly logTo?: { write(line: string): void };
}
/** What an app stands on; who opened it closes it. */
export interface Ground {
  readonly ports: Ports;
  readonly database: Pick<OpenDatabase, 'db' | 'listen'>;
  readonly definitions: Definitions;
}
export interface BuiltApp {
  /** Answers requests by `inject`; `listen` opens a port. */
  readonly app: FastifyInstance;
  readonly services: Services;
  /** The back office's hand on accounts. */
  readonly admin: Identity['admin'];
  /** Starts what works without being asked: the status machine, relays, tidying. */
  begin(): void;
  /** Stops taking requests and finishes what runs. */
  stop(): Promise<void>;
}

/** How long the database may take to answer whoever asks whether the server is ready. */
const readyMs = 2000;

const project = fileURLToPath(new URL('..', import.meta.url));

/** Builds a whole server that listens nowhere and does nothing before it is asked or begun. */
export async function buildApp(options: AppOptions, { ports, database, definitions }: Ground): Promise<BuiltApp> {
  const { config } = options;
  const { clock } = ports;
  const { db } = database;
  const cipher = createFieldCipher(config);
  const trust = trustOf(config.trustedProxies);
  const app = Fastify({
    logger: {
      level: config.logLevel,
      // The pattern of the route: what stands in its place can be a code, an email address or a token.
      serializers: { req: (request) => ({ method: request.method, route: request.routeOptions?.url ?? 'none' }) },
      stream: redactingLog(options.logTo ?? process.stderr),
    },
    logController: new LogController({
      disableRequestLogging: config.logLevel !== 'debug' && config.logLevel !== 'trace',
    }),
    bodyLimit: 64 * 1024,
    frameworkErrors: (error, request, reply) => void answerFailure(error, request, reply),
    ajv: { customOptions: { removeAdditional: false, coerceTypes: false } },
    genReqId: () => ports.id(),
    trustProxy: trust,
    requestTimeout: 120_000, // for headers and body together; an upload over a slow phone takes its time
    forceCloseConnections: 'idle',
    return503OnClosing: true,
  }) as unknown as FastifyInstance;
  const messages = createMessages({ db, cipher, senders: sendersOf(config), ports });
  // No provider has a client here yet: in production a code is texted.
  const phoneNetworks = config.env === 'prod' ? undefined : addBokuStandIn(app, ports);
  const { identity, routes, endpoint } = await openIdentity({
    config,
    db,
    cipher,
    deliver: messages.deliver,
    clock,
    phoneNetworks,
  });
  const events = createEvents({ db, url: config.analyticsUrl });
  const waker: { wake(): void } = { wake: () => undefined };
  const services: Services = {
    env: config.env,
    version: config.version,
    db,
    listen: database.listen,
    sealer: cipher,
    definitions,
    clock,
    id: ports.id,
    timers: ports.timers,
    log: app.log,
    events,
    banks: createBanks({ db, sealer: cipher, log: app.log }, plaidClient(config.plaid, standInFor(app, config))),
    // No provider has a client here yet: in production an ID is shown by mail.
    identityVerifier: config.env === 'prod' ? undefined : standInVerifier,
    bankVerifier: options.bankVerifier ?? (config.env === 'prod' ? undefined : standInBankVerifier),
    payments: paymentsOf(app, config),
    deliver: async (message) => await messages.deliver(message),
    verify: async (token) => callerOf(await identity.verifyIdToken(token)),
    async acted({ sub, actor }, asked) {
      if (actor !== undefined) await recordActing(db, { ...asked, actor: actor.sub, customer: sub, at: clock() });
    },
    assure: ({ sub, claims }, level) => identity.assure({ sub, session: String(claims['origin_jti']) }, level),
    handOver: (shown, audience) => identity.handOver(shown, audience),
    secondProof: identity.secondProof,
    phoneChecks: identity.phoneChecks,
    enrollment: identity.enrollment,
    noteCoreCustomer: (sub) => identity.admin.setAttributes(sub, { 'custom:isCoreCustomer': 'true' }),
    tell: (email, from) => identity.tell(email, { from }),
    remind: (of, from) => identity.remind(of, { from }),
    wake: () => waker.wake(),
  };
  if (options.seeded ?? seedIsWanted(config)) {
    // The accounts of a pool elsewhere are its own.
    if (config.identity.cognito === undefined) await seed({ identity });
    await seedCustomers({ db, cipher, identity });
  }

  await addSafety(app, definitions, {
    env: config.env,
    hotReload: options.page !== undefined,
    asked: config.identity.cognito === undefined ? [] : [new URL(config.identity.cognito.endpoint).origin],
  });
  await addCompression(app);
  addFailures(app);
  addHealth(app, services, config.dataDir);
  addTestClock(app, services);
  const middleware = options.page?.middleware;
  if (middleware)
    app.addHook('onRequest', (request, reply, done) =>
      isPageFile(request.url) ? middleware(request.raw, reply.raw, done) : done(),
    );
  await app.register(routes);
  const content = {
    services,
    contentDirs: config.contentDirs,
    identity: { userPoolId: identity.poolId, clientId: identity.clientId, endpoint },
    monitored: config.sentry?.dsn,
    fingerprints: config.fingerprints,
  };
  addDefinitions(app, content);
  await addGraphql(app, services);
  await addRest(app, services);
  await addFiles(app, services, config);
  await addDocuments(app, services);
  await addWebhooks(app, services);
  addPhoneChecks(app, services);
  if (config.sentry) addMonitor(app, services, config.sentry);
  const dist = options.dist ?? join(project, 'dist');
  if (config.env !== 'prod') {
    addComponents(app, { services, dist });
    addDevelopment(app, {
      hotReload: options.page !== undefined && config.env === 'local',
      services,
      listInbox: () => messages.listInbox(),
      people: config.identity.cognito === undefined ? testPeople() : [],
      contentDirs: config.contentDirs,
      clientId: identity.clientId,
    });
    addStandIns(app);
    addPlaidStandIn(app, ports);
    addAuthorizeNetStandIn(app, { ...ports, db, webhooks: unscriptedPlaces.payments });
  }
  await addPages(app, { ...content, dist, page: options.page, providers: config.providers });
  const sockets = await addSockets(app, services, { config, trust });

  const closing: (() => void | Promise<void>)[] = [closingOf(app, ports.timers), () => sockets.close()];
  return {
    app,
    services,
    admin: identity.admin,
    begin() {
      const machine = startMachine({
        services,
        steps: createWork(services),
        leaseMs: 10_000,
        pollMs: options.pollMs ?? 500,
        paceMs: options.paceMs ?? 150,
      });
      waker.wake = () => machine.wake();
      const stopSending = messages.start({
        onUnsent: (unsent) => app.log.error(unsent, 'a message did not leave'),
        onError: (error) => app.log.error({ err: error }, 'messages could not be looked after; it is tried again'),
      });
      const stopAhead = keepAhead(definitions, ports, (error) =>
        app.log.error({ err: error }, 'content could not be compiled ahead'),
      );
      const stopTidying = startTidying(db, events, {
        ...ports,
        env: config.env,
        onError: (error) => app.log.error({ err: error }, 'old rows could not be tidied; it is tried again'),
      });
      closing.unshift(stopTidying, stopAhead, stopSending, () => machine.stop());
    },
    async stop() {
      // In reverse: live sockets first (they would keep the port open), then requests, then the machine.
      for (const close of closing.splice(0).reverse()) await close();
    },
  };
}

/** Who keeps the accounts, what is heard of it over HTTP, and where pages ask it. */
async function openIdentity(needs: Omit<IdentityNeeds, 'config'> & { readonly config: Config }): Promise<{
  readonly identity: Identity;
  readonly routes: FastifyPluginAsync;
  readonly endpoint: string;
}> {
  const { cognito } = needs.config.identity;
  if (cognito === undefined) {
    const identity = await createIdentity(needs);
    const prefix = places.identity.replace(/\/$/, '');
    return {
      identity,
      routes: async (app) => {
        await app.register(identityRoutes, { prefix, identity });
      },
      endpoint: places.identity,
    };
  }
  const identity = await createCognitoIdentity(needs, cognito);
  return {
    identity,
    routes: async (app) => {
      await app.register(cognitoRoutes, { identity, secret: cognito.triggers });
    },
    endpoint: cognito.endpoint,
  };
}

/** The stand-in for Plaid is asked within this server: it needs no port. Production has none. */
function standInFor(app: FastifyInstance, { env }: Config): AskStandIn | undefined {
  if (env === 'prod') return undefined;
  return async (path, payload) => {
    const url = `${plaidStandInPath}${path}`;
    const found = await app.inject({ method: 'POST', url, payload, headers: { 'content-type': 'application/json' } });
    return { status: found.statusCode, body: found.body };
  };
}

/** Who takes payments: Authorize.net, or the stand-in within this server; in production without settings nobody. */
function paymentsOf(
  app: FastifyInstance,
  { env, authorizeNet: settings }: Pick<Config, 'env' | 'authorizeNet'>,
): Services['payments'] {
  if (settings) return authorizeNet(settings, sendTo(settings.env));
  if (env === 'prod') return undefined;
  const send: Send = async (payload) => {
    const headers = { 'content-type': 'application/json' };
    const found = await app.inject({ method: 'POST', url: authorizeNetStandInPath, payload, headers });
    return { status: found.statusCode, body: found.body };
  };
  return authorizeNet(standInAccount, send);
}

/**
 * Ready while the database answers and the data directory takes what is written; what was kept is served all the same.
 * Content that does not compile is told, the last good one serves.
 */
function addHealth(app: FastifyInstance, { db, definitions, clock }: Services, dataDir: string): void {
  app.get('/healthz', () => ({ ok: true }));
  app.get('/readyz', async (_, reply) => {
    if (!(await answersWithin(readyMs, () => sql`select 1`.execute(db)))) return reply.code(503).send({ ready: false });
    const disk = await whyNotWritable(dataDir);
    if (disk !== undefined) return reply.code(503).send({ ready: false, disk });
    return { ready: true, content: definitions.health(easternDate(clock())) };
  });
}

/** A verified token's claims as the person they are about. */
function callerOf(claims: Readonly<Record<string, unknown>> | undefined): Caller | undefined {
  const sub = claims?.['sub'];
  if (!claims || typeof sub !== 'string') return undefined;
  const actor = actorOf(claims);
  return {
    sub,
    email: typeof claims['email'] === 'string' ? claims['email'] : undefined,
    groups: groupsOf(claims),
    ...(actor && { actor }),
    claims,
    expires: Number(claims['exp'] ?? 0),
  };
}

/** Paths vite answers itself in development. */
function isPageFile(url: string): boolean {
  return (
    /^\/(@|node_modules\/|runtime\/|widgets\/|src\/)/.test(url) ||
    (/\.(ts|tsx|css|map)(\?|$)/.test(url) && !url.startsWith('/brands/') && !url.startsWith('/dev'))
  );
}
