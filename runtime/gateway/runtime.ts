/** The session of one page: which flow is open, how one leads to another, what errors and sign-ins lead to. Knows kinds, never names. */
import type { CompiledApp, CompiledCompliance } from '../core/app-definition.ts';
import type { Target } from '../core/definition.ts';
import type { Facts, JsonObject } from '../core/facts.ts';
import { decide, evaluate, guard, stepPath } from '../core/index.ts';
import type { World } from '../core/state.ts';
import { createApplications } from './applications.ts';
import { readCookies } from './clock.ts';
import type { Definitions } from './definitions.ts';
import type { Boot, Outcome } from './descriptor.ts';
import type { Identity, Person } from './identity.ts';
import { factsOutside, openJourney } from './journey.ts';
import type { Journey, JourneyHost } from './journey.ts';
import { keepableOf } from './keepable.ts';
import type { Caller } from './operations.ts';
import type { Page } from './page.ts';
import { createPatience } from './patience.ts';
import type { Patience } from './patience.ts';
import type { Ports } from './ports.ts';
import type { Reporter } from './report.ts';
import { createSaveQueue } from './save-queue.ts';
import type { SaveQueue } from './save-queue.ts';
import { listen } from './sockets.ts';
import { keptResults, sessionFacts, customerFacts, applicationFacts, worldOf } from './world.ts';
import type { Route, StoredApplication } from './world.ts';

export interface RuntimeParts {
  readonly ports: Ports;
  readonly page: Page;
  readonly boot: Boot;
  readonly app: CompiledApp;
  readonly compliance: CompiledCompliance;
  readonly definitions: Definitions;
  readonly identity: Identity;
  readonly caller: Caller;
  readonly reporter: Reporter;
  readonly sessionId: string;
  readonly campaignId: string | undefined;
}
export interface Runtime {
  /** The flow that is open, or undefined while one is being opened. Its identity changes with every flow opened. */
  journey(): Journey | undefined;
  subscribe(fn: () => void): () => void;
  readonly patience: Patience;
  /** Goes to what the page's address stands for: at the start, on Back and Forward, on a deep link. */
  visit(): Promise<void>;
  /** Follows a target from outside a step: header, footer, idle exits. */
  go(target: Target): void;
  signOut(then?: Target): Promise<void>;
  /** Whether somebody is signed in now. */
  person(): Person | undefined;
  facts(): Facts;
  /** The network came back, or went away. */
  online(isOnline: boolean): void;
  /** The page is going away. */
  hide(): void;
}

/** Where the person was sent away from, to come back to after sign-in. */
const RETURN_TO = 'waymark.return-to';
/** A change waits this long for others before it is saved, in milliseconds. */
const LINGER_MS = 400;
const POLL_MS = 4000;

export function createRuntime(parts: RuntimeParts): Runtime {
  const { ports, page, boot, app, compliance, definitions, identity, caller, reporter } = parts;
  const applications = createApplications(app.applications, caller);
  const patience = createPatience(ports.timers);
  const listeners = new Set<() => void>();
  let current: Journey | undefined;
  let application: StoredApplication | undefined;
  let person: Person | undefined;
  let opening = 0;
  let timedOut = false;
  let hasOpenApplication: boolean | undefined;
  /** Set while the answer of a sign-in is dispatched: whether the engine itself led somewhere. */
  let signingIn: { moved: boolean } | undefined;

  const changed = (): void => {
    for (const fn of listeners) fn();
  };
  const routeNow = (params: JsonObject, carry: JsonObject, flow = current?.flow.id): Route => ({
    params,
    ...(flow === undefined ? {} : { flow }),
    query: { ...Object.fromEntries(new URLSearchParams(page.address().search)), ...parts.page.secrets.query, ...carry },
  });
  const world = (route: Route, results: JsonObject): World =>
    worldOf(ports, { boot, compliance, person, application, route, results, cookies: readCookies(page.cookies()), device: page.device(), sessionId: parts.sessionId, hasOpenApplication, timedOut });
  const factsNow = (): Facts => current?.facts() ?? factsOutside(world(routeNow({}, {}), {}));

  /** Repeats a call the runtime itself needs until an answer comes; the person sees the countdown. */
  async function insist<T extends object>(attempt: () => Promise<T | { readonly outcome: Outcome }>): Promise<T | { readonly outcome: Outcome }> {
    let last = await attempt();
    if (!('outcome' in last) || last.outcome.name !== 'unavailable') return last;
    await patience.outlast(
      async () => {
        last = await attempt();
        return 'outcome' in last ? last.outcome : { name: 'ok' };
      },
      patienceSeconds(factsNow()) ?? 0,
      () => true,
    );
    return last;
  }

  async function open(by: 'target' | 'address', flowId: string, step: string | undefined, pathname: string | undefined, route: Route): Promise<void> {
    const ticket = ++opening;
    const meta = boot.flows[flowId];
    if (meta === undefined) throw new Error(`Flow "${flowId}" is not among the flows of this brand (${Object.keys(boot.flows).join(', ')}). Add it to the brand or change the target.`);
    // Without a session nothing can be saved now; what waits stays on the device.
    if (current !== undefined && person !== undefined) await current.queue.settle();
    person = await identity.person();
    application = undefined;
    if (person !== undefined && (meta.saves === 'application' || hasOpenApplication === undefined)) {
      const found = await insist(() => applications.find(meta.saves === 'application' ? flowId : undefined));
      if (ticket !== opening) return;
      if ('outcome' in found) return unhandled(found.outcome.name);
      hasOpenApplication = found.application !== undefined;
      if (meta.saves === 'application') application = found.application;
    }
    let flow = await definitions.flow(application?.definition ?? meta.hash);
    if (ticket !== opening) return;
    const refused = step === undefined || flow.steps[step] === undefined ? undefined : guard(app, flow, step, factsOutside(world(route, {})));
    if (refused !== undefined) return turnedAway(refused, pathname);
    if (meta.saves === 'application' && person !== undefined && application === undefined) {
      const created = await insist(() => applications.create(flowId, flow.hash, parts.campaignId));
      if (ticket !== opening) return;
      if ('outcome' in created) return unhandled(created.outcome.name);
      application = created.application;
      if (application.definition !== flow.hash) flow = await definitions.flow(application.definition);
      if (ticket !== opening) return;
    }
    current?.stop();
    const stored = application;
    const start = world(route, keptResults(flow, stored));
    const journey: Journey = openJourney({ flow, world: start, caller, patience, timers: ports.timers, reporter, host, queue: queueOf(flow, () => journey) });
    current = journey;
    // A target that leads into a flow under way leads to where the person stopped; an address asks for its own step.
    const resumes = by === 'target' && stored !== undefined && Object.keys(stored.journey).length > 0;
    journey.enter(stored, start, resumes ? undefined : pathname);
    if (stored !== undefined) journey.saveTo(stored);
    guardHere(journey);
    if (current === journey) changed();
  }

  function queueOf(flow: Journey['flow'], journey: () => Journey): SaveQueue {
    let refusals = 0;
    const reload = async (): Promise<number | undefined> => {
      const found = await applications.find(flow.id);
      if ('outcome' in found || found.application === undefined || current !== journey()) return undefined;
      application = found.application;
      const state = journey().store.getState();
      journey().enter(application, { ...state.world, application: applicationFacts(application.row) }, stepPath(flow, state.page.step));
      return application.revision;
    };
    return createSaveQueue({
      send: (target, batch, options) => applications.save(target, batch, options),
      saved: (revision) => journey().dispatch({ type: 'saved', revision }),
      failed: (code) => {
        if (code === 'refused') reporter.report({ kind: 'error', name: 'save.refused', step: `${flow.id}/${journey().store.getState().page.step}` });
        journey().dispatch({ type: 'saveFailed', code });
        if (code === 'unauthenticated' && person !== undefined && current === journey()) unhandled(code);
        // Twice: what is stored is shown again. A third time the page and the server disagree for good, and only the person can tell.
        if (code === 'refused' && refusals++ < 2) void reload();
      },
      conflicted: reload,
      timers: ports.timers,
      random: ports.random,
      id: ports.id,
      storage: ports.storage,
      storageKey: `waymark.waiting.${boot.brand}.${flow.id}`,
      keepable: keepableOf(flow),
      lingerMs: LINGER_MS,
    });
  }

  /** Where the engine stands now may need more rights than the person has. */
  function guardHere(journey: Journey): void {
    const { page: shown } = journey.store.getState();
    const refused = current === journey ? guard(app, journey.flow, shown.step, journey.facts()) : undefined;
    if (refused !== undefined) turnedAway(refused, stepPath(journey.flow, shown.step));
  }
  function turnedAway(target: Target, from: string | undefined): void {
    if (target === app.signIn && from !== undefined) ports.storage.set(RETURN_TO, from);
    go(target);
  }

  function go(target: Target, facts: Facts = factsNow()): void {
    switch (target.kind) {
      case 'to': return host.enter(target.flow, target.step, evaluate(target.carry ?? {}, facts));
      case 'leave': return host.leave(target.address, evaluate(target.query ?? {}, facts), evaluate(target.hash ?? {}, facts), facts);
      case 'signOut': return void signOut(target.then);
      case 'dialog': case 'stay': case 'reopen':
        throw new Error(`A target of kind "${target.kind}" has a meaning on a step only; app.json may say "to", "leave" or "signOut".`);
    }
  }

  function unhandled(outcome: string): void {
    const facts = factsNow();
    const routes = app.errors.filter(({ on }) => on.includes(outcome));
    const target = decide(routes.length > 0 ? routes : app.errors.filter(({ on }) => on.includes('failed')), facts);
    if (target === undefined) throw new Error(`Outcome "${outcome}" leads nowhere: app.json has no error route for it and none for "failed".`);
    if (outcome !== 'unauthenticated') return go(target, facts);
    const { pathname } = page.address();
    if (boot.flows[page.match(pathname)?.flow ?? '']?.saves === 'application') ports.storage.set(RETURN_TO, pathname);
    if (person === undefined) return go(target, facts);
    // The server no longer takes this session: it ends here too, or the sign-in page would turn the person back.
    timedOut = true;
    person = undefined;
    hasOpenApplication = undefined;
    void identity.signOut().catch(reporter.thrown).then(() => go(target, facts)).catch(broken);
  }

  function patienceSeconds(facts: Facts): number | undefined {
    return app.errors.find((route) => route.on.includes('unavailable') && decide([route], facts) !== undefined)?.afterSeconds;
  }

  async function signOut(then?: Target): Promise<void> {
    const facts = factsNow();
    const settled = await current?.queue.settle();
    await identity.signOut();
    person = undefined;
    hasOpenApplication = undefined;
    if (settled === 'saved') current?.queue.clear();
    ports.storage.remove(RETURN_TO);
    const target = then ?? decide(app.home, facts);
    current?.stop();
    current = undefined;
    application = undefined;
    if (target !== undefined) go(target, { ...facts, session: sessionFacts(undefined, false), customer: {}, application: {} });
  }

  const host: JourneyHost = {
    navigate(path, replace) {
      if (signingIn !== undefined) signingIn.moved = true;
      // What was carried stays in the history entry, typed and out of the address: it may hold an email.
      const pathname = path.replace(/\?.*$/, '');
      const journey = current;
      const carry = journey?.store.getState().world.route.query ?? {};
      if (pathname !== page.address().pathname) page.navigate(pathname, { replace, carry });
      if (journey !== undefined) queueMicrotask(() => guardHere(journey));
    },
    enter(flow, step, carry) {
      if (signingIn !== undefined) {
        signingIn.moved = true;
        if (ports.storage.get(RETURN_TO) !== undefined) return;
      }
      const meta = boot.flows[flow];
      const route = meta?.routes.find((one) => one.step === step);
      if (meta === undefined || route === undefined) throw new Error(`Target ${flow}/${step} is not among the flows of this brand. Change the target or add the step.`);
      const path = `${meta.base}/${route.path}`.replace(/\/+$/, '') || '/';
      page.navigate(path, { replace: false, carry });
      void open('target', flow, step, path, routeNow({}, carry, flow)).catch(broken);
    },
    leave(address, query, hash, facts) {
      if (signingIn !== undefined) signingIn.moved = true;
      const configured = app.addresses[address]?.of(facts);
      if (configured === undefined) throw new Error(`Address "${address}" has no value for this brand. Give it one under "addresses" in app.json.`);
      const url = new URL(configured, ports.origin);
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
      if (Object.keys(hash).length > 0) url.hash = new URLSearchParams(Object.entries(hash).map(([name, value]) => [name, String(value)])).toString();
      page.leave(url.href);
    },
    signOut: (then) => void signOut(then).catch(broken),
    unhandled: (_operation, outcome) => unhandled(outcome),
    focus: (on) => page.focus(on),
    async identityEnded(journey) {
      const before = person?.token;
      person = await identity.person();
      if (current !== journey) return 'over';
      if (person?.token === before) return 'same';
      timedOut = false;
      if (person !== undefined && journey.flow.saves === 'none') {
        const found = await insist(() => applications.find(undefined));
        if (current !== journey) return 'over';
        hasOpenApplication = 'application' in found && found.application !== undefined;
      }
      if (person !== undefined && journey.flow.saves === 'application' && application === undefined) {
        const found = await insist(() => applications.find(journey.flow.id));
        if (!('outcome' in found) && found.application !== undefined && Object.keys(found.application.journey).length > 0) {
          await open('target', journey.flow.id, undefined, undefined, routeNow({}, {}));
          return 'over';
        }
        const made = 'outcome' in found || found.application === undefined ? await insist(() => applications.create(journey.flow.id, journey.flow.hash, parts.campaignId)) : { application: found.application };
        if ('outcome' in made) {
          unhandled(made.outcome.name);
          return 'over';
        }
        application = made.application;
      }
      journey.dispatch({
        type: 'world',
        change: { session: { ...sessionFacts(person, false), id: parts.sessionId }, customer: customerFacts(person, hasOpenApplication), ...(application === undefined ? {} : { application: applicationFacts(application.row) }) },
      });
      if (application !== undefined) journey.saveTo(application);
      return person === undefined ? 'same' : 'began';
    },
    signedIn(journey, deliver) {
      const sign = { moved: false };
      signingIn = sign;
      try {
        deliver();
      } finally {
        signingIn = undefined;
      }
      if (journey.flow.saves !== 'none') return;
      const back = ports.storage.get(RETURN_TO);
      if (back !== undefined) {
        ports.storage.remove(RETURN_TO);
        page.navigate(back, { replace: false });
        void visit().catch(broken);
      } else if (!sign.moved) {
        const target = decide(app.afterSignIn, journey.facts());
        if (target !== undefined) go(target, journey.facts());
      }
    },
    patienceSeconds,
    listen: (listening) =>
      listen(
        { timers: ports.timers, origin: ports.origin, open: page.socket, token: async () => (await identity.person())?.token, report: (name) => reporter.report({ kind: 'error', name }), pollMs: POLL_MS },
        listening,
      ),
  };

  async function visit(): Promise<void> {
    const { pathname, carry } = page.address();
    const found = page.match(pathname);
    if (found === undefined) {
      person = await identity.person();
      const target = pathname === '/' ? decide(app.home, factsNow()) : app.unknownPath;
      if (target === undefined) throw new Error('No target of "home" in app.json holds; give its last one no "when".');
      return go(target);
    }
    if (current !== undefined && current.flow.id === found.flow) {
      current.dispatch({ type: 'world', change: { route: routeNow(found.params, carry) } });
      current.dispatch({ type: 'visited', step: found.step });
      return guardHere(current);
    }
    return open('address', found.flow, found.step, pathname, routeNow(found.params, carry, found.flow));
  }

  function broken(error: unknown): void {
    reporter.thrown(error);
    throw error;
  }

  return {
    journey: () => current,
    subscribe(fn) {
      listeners.add(fn);
      return () => listeners.delete(fn);
    },
    patience,
    visit,
    go: (target) => go(target),
    signOut,
    person: () => person,
    facts: factsNow,
    online(isOnline) {
      current?.dispatch({ type: 'world', change: { device: page.device() } });
      if (isOnline) current?.queue.resume();
      else current?.dispatch({ type: 'saveFailed', code: 'offline' });
    },
    hide() {
      current?.queue.hide();
      reporter.flush();
    },
  };
}
