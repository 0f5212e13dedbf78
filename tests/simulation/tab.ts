/** One tab: the real gateway over ports that the scheduler holds, and the person who sits at it. */
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { matchAddress } from '../../contract/address.ts';
import type { Boot } from '../../contract/boot.ts';
import type { Outcome } from '../../contract/operation.ts';
import { attributesIn } from '../../contract/person.ts';
import type { CompiledApp, CompiledCompliance } from '../../runtime/core/app-definition.ts';
import { createDefinitions } from '../../runtime/gateway/definitions.ts';
import type { Identity } from '../../runtime/gateway/identity.ts';
import {
  createCaller,
  createRuntime,
  createTab,
  type Page,
  type Ports,
  type Runtime,
} from '../../runtime/gateway/index.ts';
import type { Person } from '../../runtime/gateway/person.ts';
import type { Ground, Somebody } from './ground.ts';
import type { Scheduler } from './scheduler.ts';
import type { Tally } from './tally.ts';
import { memoryStorage, silentSocket } from '../gateway/fakes.ts';

/** How the network of a tab takes a request: the answer, or a rejection as the browser's own. */
export type Send = (
  tab: Tab,
  request: { readonly url: string; readonly init: RequestInit | undefined },
) => Promise<Response>;

/** Where everybody comes in. */
export const home = '/application/account';

export interface Tab {
  readonly name: string;
  runtime(): Runtime;
  isAlive(): boolean;
  /** Counts the documents of this tab; what belongs to an earlier one is gone. */
  document(): number;
  /** What the device keeps of it. */
  readonly storage: ReadonlyMap<string, string>;
  address(): string;
  /** Whether the person was led out of the site. */
  hasLeft(): boolean;
  /** From now on log-ins at this tab are this person's. */
  seat(one: Somebody): void;
  sitting(): Somebody;
  /** Whether the device knows a token that still holds. */
  isSignedIn(): boolean;
  /** A new document at an address; what was in memory is gone. */
  load(path?: string): void;
  /** The document ends without a word, as when the phone closes the browser. */
  kill(): void;
  setOnline(isOnline: boolean): void;
  isOnline(): boolean;
  setFull(isFull: boolean): void;
  endToken(): void;
  /** Signs in whoever sits here, before a document is loaded. */
  signIn(): Promise<void>;
}
export interface TabParts {
  readonly name: string;
  readonly ground: Ground;
  readonly scheduler: Scheduler;
  readonly tally: Tally;
  readonly send: Send;
  readonly boot: () => Boot;
  readonly first: Somebody;
  /** A document ended with something in memory that the full storage had not taken. */
  readonly forgets: () => void;
  /** An exception that nobody expected. */
  readonly thrown: (error: unknown) => void;
}

const origin = 'http://localhost:3000';

export function openTab(given: TabParts): Tab {
  const { name, ground, scheduler, tally, send, boot: bootNow, first, thrown } = given;
  const storage = new Map<string, string>();
  let signedIn: Person | undefined;
  let sitting = first;
  let documents = 0;
  let alive = false;
  let online = true;
  let full = false;
  let gone = false;
  let runtime: Runtime | undefined;
  let here: { path: string; carry: JsonObject } = { path: home, carry: {} };
  const seconds = (): number => scheduler.now() / 1000;

  /** Keys whose last value the storage did not take. */
  const untaken = new Set<string>();
  function end(): void {
    if (alive && untaken.size > 0) given.forgets();
    untaken.clear();
    alive = false;
  }

  function load(path = here.path): void {
    end();
    documents += 1;
    alive = true;
    gone = false;
    here = { path, carry: {} };
    const mine = documents;
    const lives = (): boolean => alive && documents === mine;
    const ports: Ports = {
      origin,
      // No journey of the simulation sends files.
      upload: () => {
        throw new Error('The simulation has no files: give it a door for them first.');
      },
      now: () => scheduler.now(),
      random: () => scheduler.chance.next(),
      id: () => scheduler.chance.id(),
      timers: {
        after: (ms, fn) => scheduler.after(ms, { label: `${name}: timer of ${ms} ms`, alive: lives, happen: fn }),
      },
      // No journey of the simulation acts for somebody.
      device: memoryStorage(),
      storage: {
        get: (key) => storage.get(key),
        set(key, value) {
          if (full) {
            tally.count('storage full');
            untaken.add(key);
            return false;
          }
          untaken.delete(key);
          storage.set(key, value);
          return true;
        },
        remove(key) {
          untaken.delete(key);
          storage.delete(key);
        },
        keys: () => [...storage.keys()],
      },
      fetch: (url, init) => {
        if (!online) return Promise.reject(new TypeError('fetch failed'));
        return send(tab, { url: String(url), init });
      },
    };
    const identity: Identity = {
      async perform({ action }): Promise<Outcome> {
        if (action !== 'attributes') await signIn();
        const { claims } = valid() ?? {};
        if (action !== 'attributes' || claims === undefined) return { name: 'ok' };
        return { name: 'ok', value: { ...attributesIn(claims), email: String(claims['email']) } };
      },
      person: () => Promise.resolve(valid()),
      lastPerson: valid,
      renew: () => Promise.resolve(),
      signOut: () => {
        signedIn = undefined;
        return Promise.resolve();
      },
    };
    const boot = bootNow();
    const definitions = createDefinitions((url) => {
      const hash = /([\w-]+)\.js/.exec(url)?.[1] ?? '';
      // Compiled modules come by the network, too: until one is here, the page shows whatever it showed before.
      return new Promise((resolve) =>
        scheduler.ready({
          label: `${name}: module`,
          alive: lives,
          happen: () => resolve({ default: ground.module(hash) }),
        }),
      );
    });
    const page: Page = {
      navigate(path_, { carry }) {
        if (lives()) here = { path: path_, carry: carry ?? {} };
      },
      leave() {
        if (lives()) gone = true;
      },
      reload() {
        if (lives()) gone = true;
      },
      post() {
        if (lives()) gone = true;
      },
      fingerprint: async () => 'a tab',
      focus: () => undefined,
      match: (pathname) => matchAddress(boot.flows, pathname),
      address: () => ({ pathname: here.path, search: '', carry: here.carry }),
      cookies: () => '',
      setCookie: () => undefined,
      device: () => ({ isOnline: online }),
      socket: silentSocket,
      secrets: { query: {}, hash: {} },
    };
    const tabId = createTab(ports);
    runtime = createRuntime({
      ports,
      page,
      boot,
      identity,
      definitions,
      tab: tabId,
      campaignId: undefined,
      app: ground.module(boot.app) as CompiledApp,
      compliance: ground.module(boot.compliance) as CompiledCompliance,
      caller: createCaller({
        ports,
        boot,
        identity,
        page,
        context: { sessionId: tabId.sessionId },
        kept: (asked) => asked.load(),
      }),
      reporter: { report: () => undefined, thrown, flush: () => undefined },
    });
    runtime.visit().catch(thrown);
  }
  async function signIn(): Promise<void> {
    const token = await scheduler.real(ground.token(sitting, new Date(scheduler.now())));
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as JsonObject;
    signedIn = { token, claims, expires: Number(claims['exp']) };
  }
  function valid(): Person | undefined {
    return signedIn !== undefined && signedIn.expires > seconds() ? signedIn : undefined;
  }
  const tab: Tab = {
    name,
    storage,
    runtime() {
      if (runtime === undefined) throw new Error(`Nothing was loaded in ${name} yet.`);
      return runtime;
    },
    isAlive: () => alive,
    document: () => documents,
    address: () => here.path,
    hasLeft: () => gone,
    seat(one) {
      sitting = one;
    },
    sitting: () => sitting,
    signIn,
    isSignedIn: () => valid() !== undefined,
    load,
    kill: end,
    setOnline(isOnline) {
      online = isOnline;
      if (alive) runtime?.online(isOnline);
    },
    isOnline: () => online,
    setFull(isFull) {
      full = isFull;
    },
    endToken() {
      if (signedIn !== undefined) signedIn = { ...signedIn, expires: Math.min(signedIn.expires, seconds()) };
    },
  };
  return tab;
}

/** What stands in an object of answers, as one text. */
export const textOf = (value: Json | undefined): string => JSON.stringify(value ?? null);
