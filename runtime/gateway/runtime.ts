/**
 * The runtime of one page: the session, the flow on the page, and what leads from one to another. Knows kinds, never
 * names.
 */
import { readCookies } from '../../contract/cookies.ts';
import { complianceFacts } from '../../contract/application.ts';
import type { Outcome } from '../../contract/operation.ts';
import type { CompiledCompliance } from '../core/app-definition.ts';
import type { CompiledFlow, Target } from '../core/definition.ts';
import type { Facts, JsonObject } from '../core/facts.ts';
import { decide, guard, headOf, initial, isStored, needing, sayer, stepPath } from '../core/index.ts';
import type { World } from '../core/state.ts';
import { createActs } from './acts.ts';
import { createApplications } from './applications.ts';
import { createConnection, isOffline } from './connection.ts';
import { loadBoot } from './definitions.ts';
import { createDocuments } from './document.ts';
import { factsOutside, openFlow, settledOutcome } from './open-flow.ts';
import type { OpenFlow, FlowHost } from './open-flow.ts';
import type { RuntimeParts } from './parts.ts';
import { createPatience } from './patience.ts';
import { createPlaces } from './places.ts';
import type { Person } from './person.ts';
import { createMovedNote } from './moved-note.ts';
import { createRefusals } from './refusals.ts';
import { createRouting } from './routing.ts';
import { createLoads } from './session-loads.ts';
import { savingOf } from './saving.ts';
import { createSessionHost } from './session-host.ts';
import { standingOf } from './session.ts';
import type { Standing } from './session.ts';
import type { Kept } from './shelf.ts';
import { listen } from './sockets.ts';
import type { Papers } from './papers.ts';
import { createPieces } from './pieces.ts';
import { queryOf } from './query.ts';
import { createUploads } from './uploads.ts';
import { identityFacts, keptResults, worldOf } from './world.ts';
import type { Route } from './world.ts';

/** What the page waits for, if anything. */
interface Waiting {
  /** There is no network: what is typed is kept and sent once there is. `onDevice`: it would outlive a reload. */
  readonly offline?: { readonly onDevice: boolean };
  /** The service does not answer; seconds until the page is left. `unsure`: what was sent may have been done. */
  readonly outage?: { readonly seconds: number; readonly unsure: boolean };
}
export interface Runtime {
  /** The flow that is on the page, or undefined while there is none. Its identity changes with every flow opened. */
  journey(): OpenFlow | undefined;
  /** The states and documents in force, as this page knows them. */
  compliance(): CompiledCompliance;
  /** The words of widgets are there. */
  widgetWords(): Promise<void>;
  subscribe(fn: () => void): () => void;
  /** The same object as long as nothing about the waiting changes. */
  waiting(): Waiting;
  onWaiting(fn: () => void): () => void;
  /** Goes to what the page's address stands for: at the start, on Back and Forward, on a deep link. */
  visit(): Promise<void>;
  /** Follows a target from outside a step: header, footer, idle exits. */
  go(target: Target): void;
  /** Nobody was there for too long: the first of the idle exits of app.json that holds. */
  endIdle(): Promise<void>;
  signOut(then?: Target): Promise<void>;
  /** Whether the page that the engine shows is about to be loaded as a document of its own. */
  isLeaving(): boolean;
  /** Whether a flow is on its way; the page of the one before it may stand meanwhile. */
  isGoing(): boolean;
  /** Whether somebody is signed in now. */
  person(): Person | undefined;
  facts(): Facts;
  /** The network came back, or went away. */
  online(isOnline: boolean): void;
  /** The page is going away, or off the screen. */
  hide(): void;
  /** The page is on the screen again. */
  show(): void;
}

const POLL_MS = 4000;

export function createRuntime(parts: RuntimeParts): Runtime {
  const { ports, page, boot, app, definitions, identity, caller, reporter, tab } = parts;
  const acts = createActs(ports.storage, ports.id);
  const applications = createApplications(app.applications, caller, acts);
  const connection = createConnection(ports.timers, page.device()['isOnline'] !== false);
  const patience = createPatience(ports.timers);
  const listeners = new Set<() => void>();
  const waitingListeners = new Set<() => void>();
  const memory = new Map<string, Kept>();
  const places = createPlaces(ports, boot.brand);
  const pieces = createPieces(definitions, connection);
  const uploads = createUploads({ ports, boot, identity });
  // Few ever take a document with them; where the network does not bring this file it would not bring the document.
  const papers: Papers = async (application, idTag) => {
    const late = await import('./papers.ts').catch(() => undefined);
    return late?.createPapers({ ports, boot, identity })(application, idTag);
  };
  let compliance = parts.compliance;

  const changed = (): void => {
    for (const fn of listeners) fn();
  };
  function broken(error: unknown): void {
    reporter.thrown(error);
    throw error;
  }
  const flowNow = (): string | undefined => standingOf(session.state())?.flow;
  const routeNow = (params: JsonObject, carry: JsonObject, flow = flowNow()): Route => ({
    params,
    ...(flow === undefined ? {} : { flow }),
    query: { ...queryOf(page.address().search, app.booleanQuery ?? []), ...parts.page.secrets.query, ...carry },
  });
  const identityNow = () => {
    const { person, openApplication, timedOut } = session.state();
    return {
      person,
      openApplication,
      timedOut,
      brand: boot.facts,
      application: standingOf(session.state())?.application,
      sessionId: tab.sessionId(),
      bringsTokens: Object.keys(page.secrets.hash).length > 0,
    };
  };
  const worldWith = (route: Route, results: JsonObject): World =>
    worldOf(ports, {
      boot,
      compliance,
      route,
      results,
      cookies: readCookies(page.cookies()),
      device: page.device(),
      ...identityNow(),
    });
  const loads = createLoads({
    app,
    facts: () => factsOutside(worldWith({ params: {}, query: {} }, {})),
    whose: () => `${session.owner()} ${String(identityFacts(identityNow()).session['assurance'])}`,
    call: async ({ operation }, input) =>
      (await insist(async () => ({ outcome: await caller.call(operation, input, { owner: session.owner() }) })))
        .outcome,
  });
  const world = (route: Route, results: JsonObject): World => worldWith(route, { ...results, ...loads.results() });
  const factsNow = (): Facts => session.journey()?.facts() ?? factsOutside(world(routeNow({}, {}), {}));
  const patienceSeconds = (facts: Facts): number | undefined =>
    app.errors.find((route) => route.on.includes('unavailable') && decide([route], facts) !== undefined)?.afterSeconds;

  /** Repeats a call the runtime itself needs until an answer comes; the person sees what it waits for. */
  async function insist<T extends object>(
    attempt: () => Promise<T | { readonly outcome: Outcome }>,
  ): Promise<T | { readonly outcome: Outcome }> {
    for (;;) {
      let last = await attempt();
      const outcome = (): Outcome => ('outcome' in last ? last.outcome : { name: 'ok' });
      const again = async (): Promise<Outcome> => {
        last = await attempt();
        return outcome();
      };
      if (isOffline(outcome()))
        await connection.carried(
          async () => (isOffline(outcome()) ? again() : outcome()),
          () => true,
        );
      if (outcome().name !== 'unavailable') return last;
      await patience.outlast(again, { seconds: patienceSeconds(factsNow()) ?? 0, mayGiveUp: () => true });
      if (!isOffline(outcome())) return last;
    }
  }

  /** Reads what is stored and shows it with what waits on top. */
  async function reload(journey: OpenFlow): Promise<number | undefined> {
    const standing = standingOf(session.state());
    const id = standing?.application?.id;
    if (standing === undefined || id === undefined) return undefined;
    // Not the one that is open now: in another tab this one may have ended, and another been begun.
    const found = await insist(() => applications.read(id, session.owner()));
    if ('outcome' in found || found.application === null || session.journey() !== journey) return undefined;
    const { application } = found;
    if (application.definition !== journey.flow.hash) {
      // Another tab opened it, and it was moved to a later version.
      await tellRefusal(journey, { reason: 'definition' });
      return undefined;
    }
    void session.send({ type: 'readAgain', standing: standing.ticket, application });
    const state = journey.store.getState();
    const { session: _, customer: __, ...now } = identityFacts(identityNow());
    journey.enter(application, { ...state.world, ...now }, stepPath(journey.flow, state.page.step));
    return application.revision;
  }

  /** All of a flow, and all rows and documents: an older version of the flow may read more of them than today's do. */
  async function allOf(flow: CompiledFlow): Promise<void> {
    const before = compliance;
    const [whole] = await Promise.all([pieces.completed(before), pieces.whole(flow)]);
    // Others may have come meanwhile.
    if (compliance !== before || whole === before) return;
    compliance = whole;
    changed();
  }

  async function freshTexts(): Promise<void> {
    const fresh = await connection.brought(() => loadBoot(ports, boot.brand));
    compliance = await pieces.completed(
      await connection.brought((again) => definitions.compliance(fresh.compliance, again)),
    );
    session.journey()?.dispatch({ type: 'world', change: { compliance: complianceFacts(compliance) } });
    changed();
  }

  const { say } = sayer(app, boot.facts);
  const tellRefusal = createRefusals({
    say,
    freshTexts,
    reload: async (journey) => {
      if (isStored(journey.flow.saves) && session.state().person !== undefined) await reload(journey);
      return session.isOn(journey);
    },
    async reopen(journey) {
      if (session.isOn(journey)) await session.send({ type: 'wanted', want: routing.wantOf(journey.flow.id) });
      const now = session.journey();
      // Opened anew it may say by itself what has changed.
      return now?.store.getState().page.notice === undefined ? now : undefined;
    },
  });

  /** Who comes back to an application that went on in a later version is told so, once. */
  const tellMoved = createMovedNote(say);

  const session = createSessionHost(parts, {
    applications,
    connection,
    insist,
    changed,
    loads,
    loaded: (journey) => journey.dispatch({ type: 'world', change: { results: loads.change() } }),
    refused: (flow, { step, route }) =>
      step === undefined || headOf(flow, step) === undefined
        ? undefined
        : guard(app, flow, {
            step,
            facts: factsOutside(world(route, {})),
            mayReload: routing.mayReload(),
          }),
    whole: allOf,
    begins: (flow) =>
      Object.keys(places.read(session.owner(), flow).journey).length === 0 &&
      !('lacks' in needing(() => initial(flow, beginningOf(flow)))),
    make: (standing, flow) => make(standing, flow),
    begin(journey, standing, { by, pathname, route }) {
      const stored = standing.application;
      // A target that leads into a flow under way leads to where the person stopped; an address asks for its own step.
      const resumes = by === 'target' && stored !== undefined && Object.keys(stored.journey).length > 0;
      journey.enter(stored, world(route, keptResults(journey.flow, stored)), resumes ? undefined : pathname);
      if (stored !== undefined) journey.saveTo(stored);
      tellMoved(journey, stored);
      routing.guardHere(journey);
    },
    handOver(journey, { owner, application }) {
      journey.handOver(owner);
      journey.dispatch({ type: 'world', change: { ...identityFacts(identityNow()), results: loads.change() } });
      if (application !== undefined) journey.saveTo(application);
    },
    goHome: () => routing.goHome(),
    // By what the guard was judged by, its route before all, its target is led: the page that stands is another.
    turnAway: (target, want) => routing.turnedAway(target, want?.pathname, want && factsOutside(world(want.route, {}))),
    unhandled: (outcome) => routing.unhandled(outcome),
  });
  const documents = createDocuments(parts, {
    session,
    connection,
    saved: async (journey) =>
      (await insist(async () => ({ outcome: settledOutcome(await journey.queue.allSaved()) }))).outcome,
    unhandled: (outcome) => routing.unhandled(outcome),
  });
  const routing = createRouting(parts, { session, loads, places, documents, factsNow, routeNow, broken });

  const beginningOf = (flow: CompiledFlow): World => world(routeNow({}, {}, flow.id), {});
  function make(standing: Standing, flow: OpenFlow['flow']): OpenFlow {
    const { owner, application, ticket } = standing;
    const journey: OpenFlow = openFlow({
      flow,
      owner,
      places,
      world: beginningOf(flow),
      caller,
      pieces,
      uploads,
      papers,
      patience,
      connection,
      timers: ports.timers,
      reporter,
      host,
      say,
      queue: savingOf({
        parts,
        applications,
        flow,
        owner,
        memory,
        ...(session.state().person === undefined ? {} : { heirOf: `visitor.${session.state().visitor}` as const }),
        ...(application === undefined ? {} : { application: application.id }),
        journey: () => journey,
        reload: (on) => (standingOf(session.state())?.ticket === ticket ? reload(on) : Promise.resolve(undefined)),
        unauthenticated() {
          if (session.isOn(journey) && session.state().person !== undefined) routing.unhandled('unauthenticated');
        },
        safety() {
          for (const fn of waitingListeners) fn();
        },
        refused: (on, refusal) => void tellRefusal(on, refusal).catch(broken),
      }),
    });
    return journey;
  }

  const host: FlowHost = {
    navigate: (path, replace) => routing.navigate(path, replace),
    enter: (to) => routing.enter(to),
    leave: (to, facts) => routing.leave(to, facts),
    handOff: (to, facts) => void routing.handOff(to, facts).catch(broken),
    signOut: (then) => void routing.signOut(then).catch(broken),
    isOn: session.isOn,
    refusesHere: (journey) => routing.refusesHere(journey),
    handed: (flow) => documents.handed(flow),
    reload: () => page.reload(page.address().pathname),
    comeBack: () => void routing.comeBack().catch(broken),
    unhandled: (_operation, outcome) => routing.unhandled(outcome),
    broken,
    drawn: ({ flow }) =>
      void Promise.all([allOf(flow), pieces.words(app)])
        // A file that does not come now is asked for with the call.
        .then(() =>
          import('./ahead.ts').then(
            ({ bringFor }) => bringFor(flow, identity),
            () => undefined,
          ),
        )
        .catch(broken),
    focus: (on) => page.focus(on),
    setCookie: (name, value, maxAgeSeconds) => page.setCookie(name, value, maxAgeSeconds),
    owner: () => session.owner(),
    acts,
    refused: tellRefusal,
    identityEnded: (journey) => session.identityEnded(journey),
    signedIn: (journey, deliver, isPress) => routing.signedIn(journey, deliver, isPress),
    patienceSeconds,
    listen: (listening) =>
      listen(
        {
          timers: ports.timers,
          origin: ports.origin,
          brand: boot.brand,
          open: page.socket,
          token: async () => (await identity.person())?.token,
          report: (name) => reporter.report({ kind: 'error', name }),
          pollMs: POLL_MS,
        },
        listening,
      ),
  };

  let lastWaiting: Waiting = {};
  function waiting(): Waiting {
    const seconds = patience.left();
    const now: Waiting = {
      ...(connection.isDown() ? { offline: { onDevice: session.journey()?.queue.safeOnDevice() ?? true } } : {}),
      ...(seconds === undefined ? {} : { outage: { seconds, unsure: patience.isUnsure() } }),
    };
    if (JSON.stringify(now) !== JSON.stringify(lastWaiting)) lastWaiting = now;
    return lastWaiting;
  }

  return {
    journey: session.journey,
    compliance: () => compliance,
    widgetWords: () => pieces.words(app),
    subscribe(fn) {
      listeners.add(fn);
      return () => listeners.delete(fn);
    },
    waiting,
    onWaiting(fn) {
      const stop = [connection.subscribe(fn), patience.subscribe(fn)];
      waitingListeners.add(fn);
      return () => {
        waitingListeners.delete(fn);
        for (const one of stop) one();
      };
    },
    visit: () => routing.visit(),
    go: (target) => routing.go(target),
    endIdle: () => routing.endIdle(),
    signOut: (then) => routing.signOut(then),
    isLeaving() {
      const journey = session.journey();
      return journey !== undefined && documents.differs(journey);
    },
    isGoing: () => session.state().at === 'opening',
    person: () => session.state().person,
    facts: factsNow,
    online(isOnline) {
      connection.tell(isOnline);
      const journey = session.journey();
      // A page that is being left learns of it once somebody comes back.
      if (journey !== undefined && session.isOn(journey))
        journey.dispatch({ type: 'world', change: { device: page.device() } });
      if (isOnline) journey?.queue.resume();
      else journey?.dispatch({ type: 'saveFailed', code: 'offline', kept: journey.queue.safeOnDevice() });
    },
    hide() {
      session.journey()?.hide();
      reporter.flush();
    },
    show: () => session.journey()?.queue.show(),
  };
}
