/**
 * A page that is left for one of another flow stands until that one is there. The gateway is the product's, with flows
 * made by hand; the back end, the socket, the address bar and the clock are models that answer when they are told to.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Boot } from '../../contract/boot.ts';
import { statusMessage } from '../../contract/channels.ts';
import { errorCodes } from '../../contract/errors.ts';
import type { Outcome } from '../../contract/operation.ts';
import type { CompiledApp, CompiledCompliance } from '../../runtime/core/app-definition.ts';
import type { CompiledFlow, Target } from '../../runtime/core/definition.ts';
import type { JsonObject } from '../../runtime/core/facts.ts';
import { createRuntime } from '../../runtime/gateway/runtime.ts';
import type { SocketLike } from '../../runtime/gateway/sockets.ts';
import { createTab } from '../../runtime/gateway/tab.ts';
import { manualTimers, memoryStorage, silentSocket, turn } from '../gateway/fakes.ts';
import { action, call, constant, flow, next, step, to } from './build.ts';

const errors = to('error', 'shell');
const made: Readonly<Record<string, CompiledFlow>> = {
  journey: flow(
    [
      step('form', {
        actions: [action('continue'), action('leave', { validates: false, next: [next(errors)] })],
      }),
      step('wait', {
        kind: 'wait',
        load: [call('state', { on: { OVER: errors, BUSY: { kind: 'stay' } } })],
        listen: [{ channel: 'application', with: {}, on: { OVER: errors, ON: to('late') }, poll: 0 }],
        timers: [{ afterMs: 9000, do: to('late') }],
      }),
      step('late', { kind: 'wait' }),
    ],
    { id: 'journey', hash: 'journey' },
  ),
  shell: flow([step('error')], { id: 'shell', hash: 'shell', base: '', saves: 'none' }),
};
const app = {
  guards: [],
  home: [],
  afterSignIn: [],
  signIn: errors,
  unknownPath: errors,
  errors: [{ on: ['failed'], target: errors }],
  applications: { open: 'open', create: 'create', read: 'read', save: 'save' },
  words: new Proxy({}, { get: (_, name) => constant(String(name)) }),
  addresses: {},
} as unknown as CompiledApp;
const boot = {
  brand: 'brand',
  facts: {},
  flags: {},
  flows: Object.fromEntries(
    Object.values(made).map(({ id, hash, base, saves, steps }) => [
      id,
      {
        hash,
        base,
        saves,
        routes: Object.values(steps).map(({ id: name, kind, access, path }) => ({ step: name, kind, access, path })),
      },
    ]),
  ),
} as unknown as Boot;

/** What comes to a page by itself. */
const comes = {
  'the lender says OVER': { hear: 'OVER' },
  'the lender says ON': { hear: 'ON' },
  'the connection is lost, and the state asked for': { closes: 1006, after: 4000 },
  'its timer runs out': { after: 9000 },
  'the network goes': { online: false },
  'the network is back': { online: true },
} as const satisfies Readonly<Record<string, { closes?: number; hear?: string; after?: number; online?: boolean }>>;
type Coming = keyof typeof comes;
const none = { closes: undefined, hear: undefined, after: undefined, online: undefined };

/** What becomes of the first save; every later one is taken. */
const saves: Readonly<Record<string, (at: string) => Outcome>> = {
  'the application is over': (path) => ({
    name: 'failed',
    detail: { code: errorCodes.refused, reason: 'closed', path },
  }),
  'it goes by another version': () => ({ name: 'failed', detail: { code: errorCodes.refused, reason: 'definition' } }),
  'somebody saved elsewhere': () => ({ name: 'failed', detail: { code: errorCodes.conflict } }),
  'it is taken': () => ({ name: 'ok', value: { revision: 2 } }),
};

/**
 * A tab of somebody at `at` of their application. The flow they are led to comes when `opens` is called.
 * @param save what becomes of the first save
 */
async function tab(at: 'form' | 'wait', save: keyof typeof saves = 'the application is over') {
  const timers = manualTimers();
  const storage = memoryStorage();
  const addresses: string[] = [];
  const sockets: SocketLike[] = [];
  let pathname = `/journey/${at}`;
  let state = 'BUSY';
  let isOnline = true;
  let isFirst = true;
  let open = (): void => undefined;
  const opens = new Promise<void>((resolve) => (open = resolve));
  const row: JsonObject = {
    id: 'a-1',
    flow: 'journey',
    definition: 'journey',
    revision: 1,
    answers: {},
    journey: at === 'wait' ? { form: { by: 'action', action: 'continue' } } : {},
    results: {},
    status: 'OPEN',
    applicationState: 'OPEN',
  };
  const answers: Readonly<Record<string, () => Outcome>> = {
    open: () => ({ name: 'ok', value: row }),
    read: () => ({ name: 'ok', value: row }),
    save() {
      const outcome = saves[isFirst ? save : 'it is taken']?.(at);
      isFirst = false;
      return outcome ?? { name: 'failed' };
    },
    state: () => ({ name: state }),
  };
  const ids = { of: 0 };
  const ports = {
    fetch: () => Promise.reject(new TypeError('no network in this test')),
    timers,
    random: () => 0.5,
    id: () => `id-${(ids.of += 1)}`,
    now: () => timers.now(),
    storage,
    device: memoryStorage(),
    origin: 'https://site.test',
  } as unknown as Parameters<typeof createRuntime>[0]['ports'];
  const person = { token: 't', claims: { sub: 'ana' }, expires: 9e9 };
  const runtime = createRuntime({
    ports,
    app,
    boot,
    compliance: { hash: 'none', states: {}, documents: {} } satisfies CompiledCompliance,
    campaignId: undefined,
    tab: createTab(ports),
    definitions: {
      flow: async (hash) => {
        if (hash === 'shell') await opens;
        return made[hash] as CompiledFlow;
      },
    } as Parameters<typeof createRuntime>[0]['definitions'],
    identity: {
      person: async () => person,
      lastPerson: () => person,
      signOut: async () => undefined,
    } as unknown as Parameters<typeof createRuntime>[0]['identity'],
    caller: {
      repeats: (name) => (name === 'save' ? 'keyed' : 'query'),
      isOfApplication: () => false,
      hand: () => undefined,
      call: async (name) =>
        isOnline ? (answers[name]?.() ?? { name: 'ok' }) : { name: 'unavailable', detail: { why: 'offline' } },
    },
    reporter: {
      report: () => undefined,
      thrown: (error) => {
        throw error;
      },
      flush: () => undefined,
    },
    page: {
      navigate: (path) => {
        pathname = path;
        addresses.push(path);
      },
      leave: (url) => void addresses.push(url),
      reload: (path) => void addresses.push(path),
      post: (url) => void addresses.push(url),
      fingerprint: async () => 'a device',
      focus: () => undefined,
      match: (path) => {
        const [, first = '', second = ''] = path.split('/');
        return second === '' ? { flow: 'shell', step: first, params: {} } : { flow: first, step: second, params: {} };
      },
      address: () => ({ pathname, search: '', carry: {} }),
      cookies: () => '',
      setCookie: () => undefined,
      device: () => ({ isOnline }),
      socket: () => {
        const one = silentSocket();
        sockets.push(one);
        return one;
      },
      secrets: { query: {}, hash: {} },
    },
  });
  /** What the address stands for is there, and its socket is open. */
  async function visit(): Promise<void> {
    await runtime.visit();
    await turn();
    sockets.at(-1)?.onopen?.();
    await turn();
  }
  await visit();
  const journeyNow = () => {
    const journey = runtime.journey();
    if (journey === undefined) throw new Error('There is no page.');
    return journey;
  };
  return {
    addresses,
    journeyNow,
    at: () => `${journeyNow().flow.id}/${journeyNow().store.getState().page.step}`,
    /** All that the page holds but how saving goes. */
    held() {
      const { saved: _, ...held } = journeyNow().store.getState();
      return held;
    },
    press: (id: string) => journeyNow().store.dispatch({ type: 'pressed', action: id }),
    go: (target: Target) => runtime.go(target),
    hear: (status: string) => sockets.at(-1)?.onmessage?.({ data: statusMessage({ status }) }),
    /** What the lender says from now on to whoever asks. */
    says: (outcome: string) => void (state = outcome),
    async come(what: Coming): Promise<void> {
      const { closes, hear, after, online } = { ...none, ...comes[what] };
      if (closes !== undefined) sockets.at(-1)?.onclose?.({ code: closes });
      if (hear !== undefined) this.hear(hear);
      if (after !== undefined) await timers.advance(after);
      if (online !== undefined) {
        isOnline = online;
        runtime.online(online);
      }
      await turn();
    },
    /** Back, or Forward, to this address. */
    async visit(path: string): Promise<void> {
      pathname = path;
      await visit();
    },
    /** The page they are led to is there, once all that waits has been sent or refused. */
    async opens(): Promise<void> {
      open();
      for (let rest = 0; rest < 4; rest += 1) {
        await timers.advance(2000);
        await turn();
      }
    },
  };
}
type Tab = Awaited<ReturnType<typeof tab>>;

/** How a page is left for another flow. */
const ways: Readonly<Record<string, { readonly at: 'form' | 'wait'; readonly leave: (one: Tab) => void }>> = {
  'a message led out': { at: 'wait', leave: (one) => one.hear('OVER') },
  'a button led out': { at: 'form', leave: (one) => one.press('leave') },
  'a link of the header led out': { at: 'wait', leave: (one) => one.go(errors) },
};

test('L135 a person who was led out of a flow meets one address, whatever the server refuses and whatever comes while the next page is on its way', () =>
  fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...Object.values(ways)),
      fc.constantFrom(...Object.keys(saves)),
      fc.array(fc.constantFrom(...(Object.keys(comes) as Coming[])), { maxLength: 6 }),
      async ({ at, leave }, save, all) => {
        const one = await tab(at, save);
        expect([one.at(), one.addresses]).toEqual([`journey/${at}`, []]);
        leave(one);
        one.says('OVER');
        const { queue } = one.journeyNow();
        const left = one.held();
        for (const what of all) await one.come(what);
        expect([one.at(), one.held()]).toEqual([`journey/${at}`, left]);
        await one.come('the network is back');
        await one.opens();
        expect([one.at(), one.addresses]).toEqual(['shell/error', ['/error']]);
        // What the server takes was saved all the same.
        expect(queue.isEmpty()).toBe(true);
      },
    ),
    { numRuns: 100 },
  ));

test('L135 whoever comes back before that page is there finds theirs as it was, and it hears what comes', async () => {
  const one = await tab('wait', 'it is taken');
  const journey = one.journeyNow();
  one.go(errors);
  await one.visit('/journey/wait');
  expect(one.journeyNow()).toBe(journey);
  one.hear('ON');
  await one.opens();
  expect([one.at(), one.addresses]).toEqual(['journey/late', ['/error', '/journey/late']]);
});

test('L135 where something came meanwhile, they find it as the server has it', async () => {
  for (const what of Object.keys(comes) as Coming[]) {
    const one = await tab('wait', 'it is taken');
    const journey = one.journeyNow();
    one.go(errors);
    await one.come(what);
    await one.visit('/journey/wait');
    const isTold = what.startsWith('the network');
    expect([what, one.journeyNow() === journey]).toEqual([what, isTold]);
    const { page, world } = one.journeyNow().store.getState();
    expect([what, one.addresses, page.step]).toEqual([what, ['/error'], 'wait']);
    expect([what, world.device]).toEqual([what, { isOnline: what !== 'the network goes' }]);
    await one.come('the network is back');
    one.hear('ON');
    await one.opens();
    expect([what, one.at()]).toEqual([what, 'journey/late']);
  }
});
