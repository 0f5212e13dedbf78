import type { FastifyInstance } from 'fastify';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import { channels, closings, readRegistration, statusMessage, type Channel } from '../../contract/channels.ts';
import { easternDate } from '../../contract/days.ts';
import { accessOf } from '../../contract/groups.ts';
import { attributesIn } from '../../contract/person.ts';
import { own } from '../../runtime/core/paths.ts';
import type { Config } from '../config/index.ts';
import { requestNow } from '../http/clock.ts';
import { askerOf } from '../http/context.ts';
import { createMeter } from '../http/meter.ts';
import { addressKey, clientAddress, type Trust } from '../http/proxies.ts';
import { addressOf } from '../http/target.ts';
import { signedOutChannel } from '../identity/index.ts';
import { findApplication } from '../journeys/applications.ts';
import type { ApplicationRow } from '../journeys/tables.ts';
import { verificationOf, verifiedChannel } from '../journeys/verified.ts';
import { paymentSteps } from '../payments/step.ts';
import { paidChannel, paymentOf, type PaymentRow } from '../payments/store.ts';
import type { Caller, Services } from '../services.ts';
import { isFinal, stateOf } from '../status/graph.ts';
import { movedChannel } from '../status/machine.ts';
import { allowance, messageMeter, Places, say } from './allowance.ts';

const beatMs = 30_000;

/** Who listens, on which brand's pages. */
interface Listener {
  readonly caller: Caller;
  readonly brand: string;
}
const isOwn = ({ caller, brand }: Listener, row: ApplicationRow): boolean =>
  row.owner === caller.sub && row.brand === brand;

/** Who may listen to what, by channel. */
const mayListen: Readonly<Record<string, (who: Listener, row: ApplicationRow) => boolean>> = {
  application: (who, row) => row.draft === null && isOwn(who, row),
  'back-office': (who, row) => row.draft === null && (isOwn(who, row) || accessOf(who.caller.groups) === 'admin'),
  draft: (who, row) => row.draft !== null && isOwn(who, row),
};
/** Whether nothing more will be told of an application, by channel: a loan goes on when its application has ended. */
const hasEnded: Readonly<Record<string, (row: ApplicationRow) => boolean>> = {
  application: (row) => isFinal(row.status),
  'back-office': () => false,
  draft: (row) => row.draft?.keptDays === null,
};
interface Listened extends Channel {
  readonly ended: (row: ApplicationRow) => boolean;
  readonly may: (who: Listener, row: ApplicationRow) => boolean;
}
const byPath: ReadonlyMap<string, Listened> = new Map(
  Object.entries(channels).map(([name, channel]) => [
    channel.path,
    { ...channel, may: mayListen[name] ?? (() => false), ended: hasEnded[name] ?? (() => false) },
  ]),
);

export interface SocketOptions {
  readonly config: Pick<Config, 'env' | 'publicUrl'>;
  readonly trust: Trust;
}

/** Where is told of what others do for a loan: its payments, and verifications of an ID or a bank account. */
const tellsOfProviders: ReadonlySet<Channel['path']> = new Set([channels['back-office']?.path ?? '']);

/**
 * Live status: a client registers an application (a loan, which is an originated application, or a draft) and is told
 * where it stands, at once and at every move; of a loan what becomes of each payment and verification, too. Closed when
 * the id token ends or its person signs out.
 */
export async function addSockets(
  app: FastifyInstance,
  services: Services,
  { config, trust }: SocketOptions,
): Promise<{ close(): Promise<void> }> {
  const server = new WebSocketServer({ noServer: true, maxPayload: allowance.messageBytes });
  const listeners = new Map<string, Set<WebSocket>>();
  const alive = new WeakSet<WebSocket>();
  /** Tells a socket where an application stands that it listens to. */
  const informers = new WeakMap<WebSocket, (row: ApplicationRow) => void>();
  /** Sockets that are told of payments and verifications. */
  const officers = new WeakSet<WebSocket>();
  /** Who opened each socket, with which token. */
  const owners = new Map<WebSocket, { readonly people: readonly string[]; readonly token: string }>();
  const addresses = new Places(allowance.perAddress[config.env]);
  const people = new Places(allowance.perPerson);
  const mayUpgrade = createMeter({ max: allowance.upgradesPerMinute[config.env], windowMs: 60_000 });

  /** Who asks for a socket, by what its address, its origin and its cookies tell. */
  const asker = async (request: IncomingMessage, url: URL, token: string): ReturnType<typeof askerOf> => {
    const { cookie, host } = request.headers;
    const today = easternDate(requestNow(services.env, services.clock, cookie));
    const named = url.searchParams.get('brand') ?? undefined;
    return await askerOf(services, { token, named, query: named, cookie, host }, today);
  };

  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // First of all: a connection that is reset while nobody listens to its error ends the process.
    socket.on('error', () => socket.destroy());
    const address = addressKey(clientAddress(request, trust));
    if (!mayUpgrade(address)) return refuse(socket, '429 Too Many Requests');
    const url = addressOf(request.url);
    const channel = url && byPath.get(url.pathname);
    if (!url || !channel) return refuse(socket, '404 Not Found');
    if (!sameOrigin(request, config)) return refuse(socket, '403 Forbidden');
    const token = url.searchParams.get('idToken') ?? '';
    asker(request, url, token).then(
      ({ caller, brand }) => {
        if (!caller) return refuse(socket, '401 Unauthorized');
        if (socket.destroyed) return;
        if (!addresses.take(address)) return refuse(socket, '429 Too Many Requests');
        if (!people.take(caller.sub)) {
          addresses.give(address);
          return refuse(socket, '429 Too Many Requests');
        }
        socket.once('close', () => {
          addresses.give(address);
          people.give(caller.sub);
        });
        services
          .acted(caller, { operation: channel.path })
          .then(() =>
            server.handleUpgrade(request, socket, head, (client) => welcome(client, { caller, brand, token, channel })),
          )
          .catch((error: unknown) => {
            services.log.error({ err: error }, 'a socket could not be put on the trail');
            refuse(socket, '500 Internal Server Error');
          });
      },
      (error: unknown) => {
        services.log.error({ err: error }, 'a socket could not be checked');
        refuse(socket, '500 Internal Server Error');
      },
    );
  });

  const welcome = (
    client: WebSocket,
    { caller, brand, token, channel }: Listener & { readonly token: string; readonly channel: Listened },
  ): void => {
    const mine = new Set<string>();
    alive.add(client);
    if (tellsOfProviders.has(channel.path)) officers.add(client);
    owners.set(client, { people: [caller.sub, ...(caller.actor ? [caller.actor.sub] : [])], token });
    const ends = setTimeout(
      () => client.close(closings.sessionOver, 'token expired'),
      Math.min(Math.max(caller.expires * 1000 - services.clock().getTime(), 0), 2 ** 31 - 1),
    );
    client.on('error', () => client.terminate());
    const may = messageMeter();
    const counted = (): boolean => {
      if (client.readyState !== client.OPEN) return false;
      if (may('')) return true;
      client.close(closings.tooMuch, 'too many messages');
      setTimeout(() => client.terminate(), 1000).unref();
      return false;
    };
    client.on('ping', counted);
    // An honest client answers our beat, one in half a minute; half a million that nobody asked for took seconds of
    // everybody's time.
    client.on('pong', () => {
      if (counted()) alive.add(client);
    });
    let wanted = 0;
    informers.set(client, (row) => {
      say(client, frame(row, caller));
      if (!channel.ended(row)) return;
      mine.delete(row.id);
      forget(client, row.id);
      // Nothing else is waited for: whoever listens learns from the normal close that there is nothing more to hear.
      if (mine.size === 0) client.close(closings.normal, 'ended');
    });
    client.on('message', (raw) => {
      if (!counted()) return;
      const id = readRegistration(channel, String(raw));
      if (id === undefined || wanted >= allowance.applications) return say(client, forbidden);
      wanted += 1;
      // What somebody looks at for a customer stands on the trail before they see it, as what they ask for does.
      const seen = async (): Promise<ApplicationRow | undefined> => {
        await services.acted(caller, { operation: channel.path, about: id });
        return await findApplication(services.db, id);
      };
      const register = async (): Promise<void> => {
        const row = await seen();
        if (client.readyState !== client.OPEN) return;
        if (!row || !channel.may({ caller, brand }, row)) {
          wanted -= 1;
          return say(client, forbidden);
        }
        mine.add(row.id);
        listeners.set(row.id, (listeners.get(row.id) ?? new Set()).add(client));
        inform(client, row);
        // What was read may have moved on before it was listened to: nobody would tell of that any more.
        await inOrder(row.id, async () => {
          const now = mine.has(row.id) ? await findApplication(services.db, row.id) : undefined;
          if (now !== undefined && now.version !== row.version && mine.has(row.id)) inform(client, now);
        });
      };
      register().catch((error: unknown) => services.log.error({ err: error }, 'a listener could not be registered'));
    });
    client.on('close', () => {
      clearTimeout(ends);
      owners.delete(client);
      for (const id of mine) forget(client, id);
    });
  };

  const forget = (client: WebSocket, id: string): void => {
    const set = listeners.get(id);
    set?.delete(client);
    if (set?.size === 0) listeners.delete(id);
  };
  const inform = (client: WebSocket, row: ApplicationRow): void => informers.get(client)?.(row);

  /** What is being told of each application: two moves in a row are read and told one after the other. */
  const telling = new Map<string, Promise<void>>();
  const tell = async (id: string): Promise<void> => {
    const set = listeners.get(id);
    const row = set && (await findApplication(services.db, id));
    if (row) for (const client of set) inform(client, row);
  };
  const inOrder = async (id: string, tells: () => Promise<void>): Promise<void> => {
    const before = telling.get(id);
    const mine = (async () => {
      await before?.catch(() => undefined); // whoever asked for it hears of its failure
      await tells();
    })();
    telling.set(id, mine);
    try {
      await mine;
    } finally {
      if (telling.get(id) === mine) telling.delete(id);
    }
  };
  const unlisten = await services.listen(movedChannel, (payload) => {
    // '' after a lost connection: something may have been missed.
    const ids = payload === '' ? [...listeners.keys()] : [payload];
    for (const id of ids)
      inOrder(id, () => tell(id)).catch((error: unknown) =>
        services.log.error({ err: error }, 'listeners could not be told'),
      );
  });
  const officersOf = (id: string): readonly WebSocket[] =>
    [...(listeners.get(id) ?? [])].filter((client) => officers.has(client));
  /** A payment has moved: its listeners are told where to, and by which number the provider knows it. */
  const tellPayment = async (applicationId: string, id: string, state: string): Promise<void> => {
    const told = officersOf(applicationId);
    const payment = told.length === 0 ? undefined : await paymentOf(services.db, applicationId, id);
    // It may have moved on meanwhile: of that its listeners are told next.
    if (payment !== undefined)
      for (const client of told)
        say(client, paymentFrame(payment, own(paymentSteps, state) ?? paymentSteps[payment.state]));
  };
  const unlistenPayments = await services.listen(paidChannel, (payload) => {
    const [applicationId = '', id = '', state = ''] = payload.split('/');
    inOrder(applicationId, () => tellPayment(applicationId, id, state)).catch((error: unknown) =>
      services.log.error({ err: error }, 'listeners could not be told of a payment'),
    );
  });
  /** A verification was asked for or has an answer: its listeners are told how it stands now. */
  const tellVerification = async (applicationId: string, kind: string): Promise<void> => {
    const told = officersOf(applicationId);
    const row = told.length === 0 ? undefined : await findApplication(services.db, applicationId);
    const verification = row && verificationOf(row, kind);
    if (verification !== undefined) for (const client of told) say(client, statusMessage(verification));
  };
  const unlistenVerifications = await services.listen(verifiedChannel, (payload) => {
    const [applicationId = '', kind = ''] = payload.split('/');
    inOrder(applicationId, () => tellVerification(applicationId, kind)).catch((error: unknown) =>
      services.log.error({ err: error }, 'listeners could not be told of a verification'),
    );
  });
  /** A session of somebody ended: which, their tokens say; the one that a password was changed in goes on. */
  const endOf = async (client: WebSocket, token: string): Promise<void> => {
    if ((await services.verify(token)) === undefined) client.close(closings.sessionOver, 'signed out');
  };
  const unlistenEnds = await services.listen(signedOutChannel, (sub) => {
    for (const [client, owner] of owners)
      if (owner.people.includes(sub) || sub === '')
        endOf(client, owner.token).catch((error: unknown) => {
          services.log.error({ err: error }, 'a listener could not be checked');
          client.close(closings.sessionOver, 'not checked');
        });
  });
  const beat = setInterval(() => {
    for (const client of server.clients) {
      if (!alive.has(client)) client.terminate();
      else {
        alive.delete(client);
        client.ping();
      }
    }
  }, beatMs);
  beat.unref();

  return {
    async close() {
      clearInterval(beat);
      await unlisten();
      await unlistenPayments();
      await unlistenVerifications();
      await unlistenEnds();
      for (const client of server.clients) client.close(closings.goingAway, 'server stops');
      const late = setTimeout(() => server.clients.forEach((client) => client.terminate()), 1000);
      await Promise.all(
        [...server.clients].map(
          (client) =>
            new Promise((resolve) =>
              client.readyState === client.CLOSED ? resolve(undefined) : client.once('close', resolve),
            ),
        ),
      );
      clearTimeout(late);
      server.close();
    },
  };
}

const forbidden = JSON.stringify({ message: 'Forbidden' });

/** A page of this site, or no page at all (a program). */
function sameOrigin(request: IncomingMessage, config: Pick<Config, 'env' | 'publicUrl'>): boolean {
  const { origin, host } = request.headers;
  if (origin === undefined) return config.env !== 'prod';
  return origin === config.publicUrl || (config.env !== 'prod' && origin.replace(/^https?:\/\//, '') === host);
}
function refuse(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
/** What whoever listens is told of a payment. */
function paymentFrame({ transaction }: PaymentRow, status: string): string {
  return statusMessage({ status, ...(transaction !== null && { transactionId: transaction }) });
}
/** What whoever listens is told of an application; the owner is told by which code the back office knows them, too. */
function frame(row: ApplicationRow, { sub, claims }: Caller): string {
  if (row.draft !== null) return statusMessage({ status: row.draft.status });
  const { action } = row.progress;
  const { boCode } = row.owner === sub ? attributesIn(claims) : {};
  return statusMessage({
    status: row.status,
    applicationState: stateOf[row.status],
    ...(action ? { action } : {}),
    ...(typeof boCode === 'string' && { externalSystemInformation: { customerCode: boCode } }),
  });
}
