/**
 * A page without a browser: the real runtime before the real server, with an address bar and a tab's storage of its
 * own.
 */
import { pathToFileURL } from 'node:url';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '../../runtime/core/facts.ts';
import { createCaller } from '../../runtime/gateway/operations.ts';
import { createDefinitions } from '../../runtime/gateway/definitions.ts';
import type { Boot } from '../../contract/boot.ts';
import type { Outcome } from '../../contract/operation.ts';
import { attributesIn } from '../../contract/person.ts';
import type { Identity } from '../../runtime/gateway/identity.ts';
import type { Person } from '../../runtime/gateway/person.ts';
import type { Page } from '../../runtime/gateway/page.ts';
import type { Ports } from '../../runtime/gateway/ports.ts';
import type { Report } from '../../runtime/gateway/report.ts';
import { createRuntime } from '../../runtime/gateway/runtime.ts';
import { createTab } from '../../runtime/gateway/tab.ts';
import type { Runtime } from '../../runtime/gateway/runtime.ts';
import type { TestServer } from '../server/support/server.ts';
import { memoryStorage, silentSocket } from './fakes.ts';
import { uploadBy } from '../harness/upload.ts';
import type { SocketLike } from '../../runtime/gateway/sockets.ts';

/** What the network makes of a request; undefined: the server answers it. */
type Fate = (url: string, init: RequestInit | undefined) => Response | Promise<Response> | undefined;

export interface Seat {
  readonly runtime: Runtime;
  readonly storage: ReturnType<typeof memoryStorage>;
  readonly reports: Report[];
  address(): string;
  left(): string | undefined;
  /** `flow/step` on screen. */
  at(): string;
  answers(): JsonObject;
  answer(field: string, value: string): void;
  /** Types an address. */
  goTo(path: string): Promise<void>;
  /** Waits until `fits` holds; looked at after everything that happens on the page. */
  until(what: string, fits: () => boolean): Promise<void>;
  /** Changes what the network does: an answer instead of the server's, or undefined for the server. */
  network(fate: Fate): void;
  /** Opens the socket that the page asked for last. */
  openSocket(): void;
  /** The socket brings what the server says of the application. */
  hear(body: JsonObject): void;
  /** Takes the network away, or brings it back. */
  connect(isOnline: boolean): void;
  /** From now on requests whose body names this wait until they are released. */
  hold(word: string): void;
  held(): number;
  /** Lets all that is held go, in the order it came, and waits for the answers. */
  release(): Promise<void>;
  press(action: string): void;
  /** What stands at a field. */
  message(field: string): string | undefined;
  /** The notice of the page. */
  notice(): string | undefined;
  /** Signs in on the sign-in page. */
  logIn(token: string): Promise<void>;
  /** From now on identity calls sign this token in. */
  signInGives(token: string): void;
  close(): void;
}

/** The claims of an id token, unverified: the server does that. */
function claimsIn(token: string): JsonObject {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as JsonObject;
}

export async function takeSeat(
  server: TestServer,
  options: { readonly path: string; readonly token?: string; readonly storage?: ReturnType<typeof memoryStorage> },
): Promise<Seat> {
  const boot = (await (await fetch(`${server.address}/definitions/boot.json?brand=payday`)).json()) as Boot;
  const storage = options.storage ?? memoryStorage();
  const reports: Report[] = [];
  let fate: Fate = () => undefined;
  let online = true;
  let holding: string | undefined;
  let heldBack: (() => Promise<void>)[] = [];
  let token = options.token;
  let next: string | undefined;
  let here: { path: string; carry: JsonObject } = { path: options.path, carry: {} };
  let gone: string | undefined;
  const sockets: SocketLike[] = [];
  let watchers: (() => void)[] = [];
  const happened = (): void => {
    for (const fn of watchers.slice()) fn();
  };
  const ports: Ports = {
    fetch: async (url, init) => {
      if (!online) throw new TypeError('fetch failed');
      const answer = await fate(String(url), init);
      if (answer !== undefined) return answer;
      if (holding === undefined || !String(init?.body ?? '').includes(holding)) return fetch(url, init);
      return new Promise((resolve, reject) => {
        // As the browser does with `keepalive`: a request under way is carried out, whatever becomes of the page.
        const { signal: _, ...rest } = init ?? {};
        heldBack.push(() => fetch(url, rest).then(resolve, reject));
        happened();
      });
    },
    upload: uploadBy(fetch),
    // Waits of the page run twenty times faster; time-outs of requests keep their length.
    timers: {
      after: (ms, fn) => {
        const handle = setTimeout(
          () => {
            fn();
            happened();
          },
          ms > 5000 ? ms : ms / 20,
        );
        return () => clearTimeout(handle);
      },
    },
    random: Math.random,
    id: () => crypto.randomUUID(),
    now: () => Date.now(),
    storage,
    device: memoryStorage(),
    origin: server.address,
  };
  const person = async (): Promise<Person | undefined> =>
    token === undefined ? undefined : { token, claims: claimsIn(token), expires: 9e9 };
  const identity: Identity = {
    perform: async ({ action }): Promise<Outcome> => {
      token = next;
      if (action !== 'attributes' || token === undefined) return { name: 'ok' };
      const claims = claimsIn(token);
      return { name: 'ok', value: { ...attributesIn(claims), email: String(claims['email']) } };
    },
    person,
    lastPerson: () => (token === undefined ? undefined : { token, claims: claimsIn(token), expires: 9e9 }),
    renew: async () => undefined,
    signOut: async () => void (token = undefined),
  };
  const folder = join(server.dataDir, 'seat');
  mkdirSync(folder, { recursive: true });
  const load = async (url: string): Promise<{ readonly default: unknown }> => {
    const text = await (await fetch(new URL(url, server.address))).text();
    const kit = /\.\/(kit-\w+\.js)/.exec(text)?.[1];
    if (kit !== undefined)
      writeFileSync(join(folder, kit), await (await fetch(`${server.address}/definitions/${kit}`)).text());
    const file = join(folder, url.split('/').at(-1)?.replace(/\.js$/, '.mjs') ?? '');
    writeFileSync(file, text);
    return (await import(/* @vite-ignore */ pathToFileURL(file).href)) as { readonly default: unknown };
  };
  const definitions = createDefinitions(load);
  const match: Page['match'] = (pathname) => {
    for (const [flow, { base, routes }] of Object.entries(boot.flows))
      for (const { step, path } of routes)
        if (`${base}/${path}`.replace(/\/$/, '') === pathname) return { flow, step, params: {} };
    return undefined;
  };
  const page: Page = {
    navigate: (path, { carry }) => {
      here = { path, carry: carry ?? {} };
      happened();
    },
    leave: (url) => {
      gone = url;
      happened();
    },
    reload: (path) => {
      gone = path;
      happened();
    },
    post: (url) => {
      gone = url;
      happened();
    },
    fingerprint: async () => 'a seat',
    focus: () => undefined,
    match,
    address: () => ({ pathname: here.path, search: '', carry: here.carry }),
    cookies: () => '',
    setCookie: () => undefined,
    device: () => ({ isOnline: online }),
    socket: () => {
      const one = silentSocket();
      sockets.push(one);
      return one;
    },
    secrets: { query: {}, hash: {} },
  };
  const tab = createTab(ports);
  const runtime = createRuntime({
    ports,
    page,
    boot,
    identity,
    definitions,
    tab,
    campaignId: undefined,
    app: await definitions.app(boot.app),
    compliance: await definitions.compliance(boot.compliance),
    caller: createCaller({
      ports,
      boot,
      identity,
      page,
      context: { sessionId: tab.sessionId },
      kept: (asked) => asked.load(),
    }),
    reporter: {
      report: (one) => void reports.push(one),
      thrown: (error) => {
        throw error;
      },
      flush: () => undefined,
    },
  });
  const watched = new WeakSet<object>();
  const watch = (): void => {
    const journey = runtime.journey();
    if (journey !== undefined && !watched.has(journey)) {
      watched.add(journey);
      journey.store.subscribe(happened);
    }
    happened();
  };
  runtime.subscribe(watch);
  runtime.onWaiting(happened);
  const journeyNow = () => {
    const journey = runtime.journey();
    if (journey === undefined) throw new Error('No flow is open on this page yet.');
    return journey;
  };
  const seat: Seat = {
    runtime,
    storage,
    reports,
    address: () => here.path,
    left: () => gone,
    at: () => {
      const journey = runtime.journey();
      return journey === undefined ? '' : `${journey.flow.id}/${journey.store.getState().page.step}`;
    },
    openSocket: () => sockets.at(-1)?.onopen?.(),
    hear: (body) => sockets.at(-1)?.onmessage?.({ data: JSON.stringify({ data: { message: { body } } }) }),
    answers: () => journeyNow().store.getState().answers,
    answer: (field, value) => journeyNow().dispatch({ type: 'answered', field, value }),
    async goTo(path) {
      here = { path, carry: {} };
      await runtime.visit();
    },
    until: (what, fits) =>
      new Promise((resolve, reject) => {
        const limit = setTimeout(
          () => reject(new Error(`It never came to this: ${what}. The page is at ${seat.at()} (${here.path}).`)),
          60_000,
        );
        const look = (): void => {
          if (!fits()) return;
          clearTimeout(limit);
          watchers = watchers.filter((one) => one !== look);
          resolve();
        };
        watchers.push(look);
        look();
      }),
    network: (given) => {
      fate = given;
    },
    connect(isOnline) {
      online = isOnline;
      runtime.online(isOnline);
    },
    hold: (word) => {
      holding = word;
    },
    held: () => heldBack.length,
    async release() {
      holding = undefined;
      const all = heldBack;
      heldBack = [];
      for (const go of all) await go();
    },
    press: (action) => journeyNow().dispatch({ type: 'pressed', action }),
    message: (field) => runtime.journey()?.store.getState().page.fields[field]?.message,
    notice: () => runtime.journey()?.store.getState().page.notice?.text,
    async logIn(given) {
      next = given;
      journeyNow().dispatch({ type: 'answered', field: 'email', value: 'ana@example.com' });
      journeyNow().dispatch({ type: 'answered', field: 'password', value: 'Marigold42' });
      journeyNow().dispatch({ type: 'pressed', action: 'log-in' });
    },
    signInGives: (given) => {
      next = given;
    },
    close: () => runtime.journey()?.stop(),
  };
  await runtime.visit();
  return seat;
}
