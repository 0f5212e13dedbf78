/** The session of one page: which flow is open, how one leads to another, what errors and sign-ins lead to. Knows kinds, never names. */
import { addressPath } from '../../contract/address.ts';
import { readCookies } from '../../contract/cookies.ts';
import type { Target } from '../core/definition.ts';
import type { Facts, JsonObject } from '../core/facts.ts';
import { decide, evaluate, guard, stepPath } from '../core/index.ts';
import type { World } from '../core/state.ts';
import { createApplications } from './applications.ts';
import type { Outcome } from '../../contract/operation.ts';
import { createIdentityHost } from './identity-host.ts';
import type { Person } from './person.ts';
import { factsOutside, openJourney } from './journey.ts';
import type { Journey, JourneyHost } from './journey.ts';
import { createPatience } from './patience.ts';
import type { Patience } from './patience.ts';
import { savingOf } from './saving.ts';
import { newSession, RETURN_TO } from './session.ts';
import type { RuntimeParts } from './session.ts';
import { listen } from './sockets.ts';
import { keptResults, worldOf } from './world.ts';
import type { Route } from './world.ts';

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

/** A flow to be opened. */
interface Opening {
  readonly by: 'target' | 'address';
  readonly flowId: string;
  readonly step?: string;
  readonly pathname?: string;
  readonly route: Route;
}

const POLL_MS = 4000;

export function createRuntime(parts: RuntimeParts): Runtime {
  const { ports, page, boot, app, compliance, definitions, identity, caller, reporter } = parts;
  const applications = createApplications(app.applications, caller);
  const patience = createPatience(ports.timers);
  const listeners = new Set<() => void>();
  const session = newSession();
  let opening = 0;

  const changed = (): void => {
    for (const fn of listeners) fn();
  };
  const routeNow = (params: JsonObject, carry: JsonObject, flow = session.current?.flow.id): Route => ({
    params,
    ...(flow === undefined ? {} : { flow }),
    query: { ...Object.fromEntries(new URLSearchParams(page.address().search)), ...parts.page.secrets.query, ...carry },
  });
  const world = (route: Route, results: JsonObject): World =>
    worldOf(ports, {
      boot,
      compliance,
      route,
      results,
      cookies: readCookies(page.cookies()),
      device: page.device(),
      sessionId: parts.sessionId,
      person: session.person,
      application: session.application,
      openApplication: session.openApplication,
      timedOut: session.timedOut,
    });
  const factsNow = (): Facts => session.current?.facts() ?? factsOutside(world(routeNow({}, {}), {}));

  /** Repeats a call the runtime itself needs until an answer comes; the person sees the countdown. */
  async function insist<T extends object>(
    attempt: () => Promise<T | { readonly outcome: Outcome }>,
  ): Promise<T | { readonly outcome: Outcome }> {
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

  async function open({ by, flowId, step, pathname, route }: Opening): Promise<void> {
    const ticket = ++opening;
    const meta = boot.flows[flowId];
    if (meta === undefined)
      throw new Error(
        `Flow "${flowId}" is not among the flows of this brand (${Object.keys(boot.flows).join(', ')}). Add it to the brand or change the target.`,
      );
    // Without a session nothing can be saved now; what waits stays on the device.
    if (session.current !== undefined && session.person !== undefined) await session.current.queue.settle();
    session.person = await identity.person();
    session.application = undefined;
    if (session.person !== undefined && (meta.saves === 'application' || session.openApplication === undefined)) {
      const found = await insist(() => applications.find());
      if (ticket !== opening) return;
      if ('outcome' in found) return unhandled(found.outcome.name);
      session.openApplication = found.open;
      if (meta.saves === 'application' && found.open?.flow === flowId) session.application = found.open;
    }
    let flow = await definitions.flow(session.application?.definition ?? meta.hash);
    if (ticket !== opening) return;
    const refused =
      step === undefined || flow.steps[step] === undefined
        ? undefined
        : guard(app, flow, { step, facts: factsOutside(world(route, {})) });
    if (refused !== undefined) return turnedAway(refused, pathname);
    if (meta.saves === 'application' && session.person !== undefined && session.application === undefined) {
      const created = await insist(() => applications.create(flowId, flow.hash, parts.campaignId));
      if (ticket !== opening) return;
      if ('outcome' in created) return unhandled(created.outcome.name);
      session.application = created.application;
      session.openApplication = created.application;
      if (session.application.definition !== flow.hash) flow = await definitions.flow(session.application.definition);
      if (ticket !== opening) return;
    }
    session.current?.stop();
    const stored = session.application;
    const start = world(route, keptResults(flow, stored));
    const journey: Journey = openJourney({
      flow,
      world: start,
      caller,
      patience,
      timers: ports.timers,
      reporter,
      host,
      queue: savingOf({ parts, session, applications, flow, journey: () => journey, unhandled }),
    });
    session.current = journey;
    // A target that leads into a flow under way leads to where the person stopped; an address asks for its own step.
    const resumes = by === 'target' && stored !== undefined && Object.keys(stored.journey).length > 0;
    journey.enter(stored, start, resumes ? undefined : pathname);
    if (stored !== undefined) journey.saveTo(stored);
    guardHere(journey);
    if (session.current === journey) changed();
  }

  /** Where the engine stands now may need more rights than the person has. */
  function guardHere(journey: Journey): void {
    const { page: shown } = journey.store.getState();
    const refused =
      session.current === journey ? guard(app, journey.flow, { step: shown.step, facts: journey.facts() }) : undefined;
    if (refused !== undefined) turnedAway(refused, stepPath(journey.flow, shown.step));
  }
  function turnedAway(target: Target, from: string | undefined): void {
    if (target === app.signIn && from !== undefined) ports.storage.set(RETURN_TO, from);
    go(target);
  }

  function go(target: Target, facts: Facts = factsNow()): void {
    switch (target.kind) {
      case 'to':
        return host.enter(target.flow, target.step, evaluate(target.carry ?? {}, facts));
      case 'leave':
        return host.leave(
          {
            type: 'leave',
            address: target.address,
            query: evaluate(target.query ?? {}, facts),
            hash: evaluate(target.hash ?? {}, facts),
          },
          facts,
        );
      case 'signOut':
        return void identityHost.signOut(target.then);
      case 'dialog':
      case 'stay':
      case 'reopen':
        throw new Error(
          `A target of kind "${target.kind}" has a meaning on a step only; app.json may say "to", "leave" or "signOut".`,
        );
    }
  }

  function unhandled(outcome: string): void {
    const facts = factsNow();
    const routes = app.errors.filter(({ on }) => on.includes(outcome));
    const target = decide(routes.length > 0 ? routes : app.errors.filter(({ on }) => on.includes('failed')), facts);
    if (target === undefined)
      throw new Error(`Outcome "${outcome}" leads nowhere: app.json has no error route for it and none for "failed".`);
    if (outcome !== 'unauthenticated') return go(target, facts);
    const { pathname } = page.address();
    if (boot.flows[page.match(pathname)?.flow ?? '']?.saves === 'application') ports.storage.set(RETURN_TO, pathname);
    if (session.person === undefined) return go(target, facts);
    identityHost.expire(target, facts);
  }

  function patienceSeconds(facts: Facts): number | undefined {
    return app.errors.find((route) => route.on.includes('unavailable') && decide([route], facts) !== undefined)
      ?.afterSeconds;
  }

  const identityHost = createIdentityHost(parts, session, {
    applications,
    facts: factsNow,
    go,
    resume: (flow) => open({ by: 'target', flowId: flow, route: routeNow({}, {}) }),
    visit,
    unhandled,
    insist,
    broken,
  });
  const host: JourneyHost = {
    navigate(path, replace) {
      if (session.signingIn !== undefined) session.signingIn.moved = true;
      // What was carried stays in the history entry, typed and out of the address: it may hold an email.
      const pathname = path.replace(/\?.*$/, '');
      const journey = session.current;
      const carry = journey?.store.getState().world.route.query ?? {};
      if (pathname !== page.address().pathname) page.navigate(pathname, { replace, carry });
      if (journey !== undefined) queueMicrotask(() => guardHere(journey));
    },
    enter(flow, step, carry) {
      if (session.signingIn !== undefined) {
        session.signingIn.moved = true;
        if (ports.storage.get(RETURN_TO) !== undefined) return;
      }
      const meta = boot.flows[flow];
      const route = meta?.routes.find((one) => one.step === step);
      if (meta === undefined || route === undefined)
        throw new Error(
          `Target ${flow}/${step} is not among the flows of this brand. Change the target or add the step.`,
        );
      const path = addressPath(meta.base, route.path);
      page.navigate(path, { replace: false, carry });
      void open({ by: 'target', flowId: flow, step, pathname: path, route: routeNow({}, carry, flow) }).catch(broken);
    },
    leave({ address, query, hash }, facts) {
      if (session.signingIn !== undefined) session.signingIn.moved = true;
      const configured = app.addresses[address]?.of(facts);
      if (configured === undefined)
        throw new Error(`Address "${address}" has no value for this brand. Give it one under "addresses" in app.json.`);
      const url = new URL(configured, ports.origin);
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
      if (Object.keys(hash).length > 0)
        url.hash = new URLSearchParams(Object.entries(hash).map(([name, value]) => [name, String(value)])).toString();
      page.leave(url.href);
    },
    signOut: (then) => void identityHost.signOut(then).catch(broken),
    unhandled: (_operation, outcome) => unhandled(outcome),
    focus: (on) => page.focus(on),
    identityEnded: (journey) => identityHost.identityEnded(journey),
    signedIn: (journey, deliver) => identityHost.signedIn(journey, deliver),
    patienceSeconds,
    listen: (listening) =>
      listen(
        {
          timers: ports.timers,
          origin: ports.origin,
          open: page.socket,
          token: async () => (await identity.person())?.token,
          report: (name) => reporter.report({ kind: 'error', name }),
          pollMs: POLL_MS,
        },
        listening,
      ),
  };

  async function visit(): Promise<void> {
    const { pathname, carry } = page.address();
    const found = page.match(pathname);
    if (found === undefined) {
      session.person = await identity.person();
      const target = pathname === '/' ? decide(app.home, factsNow()) : app.unknownPath;
      if (target === undefined) throw new Error('No target of "home" in app.json holds; give its last one no "when".');
      return go(target);
    }
    if (session.current !== undefined && session.current.flow.id === found.flow) {
      session.current.dispatch({ type: 'world', change: { route: routeNow(found.params, carry) } });
      session.current.dispatch({ type: 'visited', step: found.step });
      return guardHere(session.current);
    }
    return open({
      by: 'address',
      flowId: found.flow,
      step: found.step,
      pathname,
      route: routeNow(found.params, carry, found.flow),
    });
  }

  function broken(error: unknown): void {
    reporter.thrown(error);
    throw error;
  }

  return {
    journey: () => session.current,
    subscribe(fn) {
      listeners.add(fn);
      return () => listeners.delete(fn);
    },
    patience,
    visit,
    go: (target) => go(target),
    signOut: identityHost.signOut,
    person: () => session.person,
    facts: factsNow,
    online(isOnline) {
      session.current?.dispatch({ type: 'world', change: { device: page.device() } });
      if (isOnline) session.current?.queue.resume();
      else session.current?.dispatch({ type: 'saveFailed', code: 'offline' });
    },
    hide() {
      session.current?.queue.hide();
      reporter.flush();
    },
  };
}
