/** Where the page goes: targets, addresses, errors nobody handled, and where a session that begins or ends leads. */
import { signsOutItself } from '../../contract/idle.ts';
import { addressPath, fillPath } from '../../contract/address.ts';
import type { Draft, Target } from '../core/definition.ts';
import type { Effect } from '../core/events.ts';
import type { Facts, JsonObject } from '../core/facts.ts';
import {
  carriedParams,
  decide,
  evaluate,
  guard,
  handedOff,
  heldGuard,
  stepPath,
  isDraft,
  isStored,
} from '../core/index.ts';
import type { Documents } from './document.ts';
import type { OpenFlow } from './open-flow.ts';
import type { RuntimeParts } from './parts.ts';
import type { Places } from './places.ts';
import { createSupplier } from './supplies.ts';
import type { SessionHost } from './session-host.ts';
import type { Loads } from './session-loads.ts';
import type { Wanted } from './session.ts';
import type { Route } from './world.ts';
import { identityFacts } from './world.ts';

type HandOff = Extract<Effect, { type: 'handOff' }>;

export interface Routing {
  visit(): Promise<void>;
  go(target: Target, facts?: Facts): void;
  goHome(): void;
  enter(to: Extract<Effect, { type: 'enter' }>): void;
  leave(to: Extract<Effect, { type: 'leave' }>, facts: Facts): void;
  /** Leaves with a form post, or with fields after the # of the address, which takes secrets along. */
  handOff(to: HandOff, facts: Facts): Promise<void>;
  navigate(path: string, replace: boolean): void;
  /** Where the engine stands now may need more rights than the person has, or another document. */
  guardHere(journey: OpenFlow): void;
  /** Whether the person will be led away from where the engine stands now, or this document will be. */
  refusesHere(journey: OpenFlow): boolean;
  /**
   * @param from the page that is led away from; undefined: nothing is remembered
   * @param facts by which the target is evaluated; default: those of the page that stands
   */
  turnedAway(target: Target, from: string | undefined, facts?: Facts): void;
  /** An outcome no definition handles: the app's error routes decide. */
  unhandled(outcome: string): void;
  /** Runs `deliver`, the dispatch of the answer that began a session, and sees to where a sign-in leads. */
  /** @param isPress whether a press made the call that signed in, and not the page by itself */
  signedIn(journey: OpenFlow, deliver: () => void, isPress: boolean): void;
  /** To the page the person was led away from, else where signing in leads; what the session loads is asked anew. */
  comeBack(): Promise<void>;
  /** Whether a guard may load the page anew: not after that has brought the same client again. */
  mayReload(): boolean;
  /** Nobody was there for too long: the first of the idle exits of app.json that holds. */
  endIdle(): Promise<void>;
  /**
   * Saves what waits, ends the session here and at the identity service, then goes where `then` says, else home. A
   * session that `then` hands off ends here only.
   */
  signOut(then?: Target): Promise<void>;
  /** The flow, wanted from its first unfinished page on. */
  wantOf(flow: string): Wanted;
}
export interface RoutingSurroundings {
  readonly session: SessionHost;
  readonly loads: Pick<Loads, 'ready' | 'forget'>;
  readonly places: Pick<Places, 'forget'>;
  readonly documents: Documents;
  factsNow(): Facts;
  routeNow(params: JsonObject, carry: JsonObject, flow?: string): Route;
  /** Reports what threw outside of anybody's call. */
  broken(error: unknown): void;
}

/** Where on the device stands what page the person was sent away from, to come back to after sign-in. */
/** A session whose idle exit signs out itself has ended after this long at the latest. */
const EXIT_MS = 30_000;
const RETURN_TO = 'waymark.return-to';
/** And the version of the client that a guard has loaded anew. */
const RELOADED = 'waymark.reloaded';

/** The statuses of a draft after which whoever is led to its flow begins another. */
const endsBeforeAnother = ({ statuses }: Draft): readonly string[] =>
  Object.entries(statuses).flatMap(([status, { again }]) => (again ? [status] : []));

export function createRouting(parts: RuntimeParts, around: RoutingSurroundings): Routing {
  const { ports, page, boot, app, identity, reporter, tab } = parts;
  const { session, loads, places, documents, factsNow, routeNow, broken } = around;
  const supplier = createSupplier({ identity, page });
  /** Set until the press of a sign-in, all its calls included, has led somewhere or nowhere: whether it did. */
  let signingIn: { moved: boolean } | undefined;
  const moved = (): void => {
    if (signingIn !== undefined) signingIn.moved = true;
  };
  /** Set while an exit of the idle policy is under way that signs out itself: ends the watch over it. */
  let expiring: (() => void) | undefined;

  function wantOf(flow: string, more: Partial<Pick<Wanted, 'by' | 'step' | 'pathname' | 'route'>> = {}): Wanted {
    const meta = boot.flows[flow];
    if (meta === undefined)
      throw new Error(
        `Flow "${flow}" is not among the flows of this brand (${Object.keys(boot.flows).join(', ')}). Add it to the brand or change the target.`,
      );
    const { hash, saves } = meta;
    return {
      flow,
      hash,
      saves: isStored(saves),
      ...(isDraft(saves) && { draft: saves.draft, again: endsBeforeAnother(saves) }),
      by: 'target',
      route: routeNow({}, {}, flow),
      ...more,
    };
  }

  function enter({ flow, step, carry, replace }: Omit<Extract<Effect, { type: 'enter' }>, 'type'>): void {
    moved();
    const meta = boot.flows[flow];
    const route = meta?.routes.find((one) => one.step === step);
    if (meta === undefined || route === undefined)
      throw new Error(
        `Target ${flow}/${step} is not among the flows of this brand. Change the target or add the step.`,
      );
    const params = carriedParams(route.path, carry);
    const path = fillPath(addressPath(meta.base, route.shown ?? route.path), params);
    page.navigate(path, { replace: replace === true, carry });
    const want = wantOf(flow, { step, pathname: path, route: routeNow(params, carry, flow) });
    void session.send({ type: 'wanted', want }).catch(broken);
  }

  function urlOf(address: string, facts: Facts): URL {
    const configured = app.addresses[address]?.of(facts);
    if (configured === undefined)
      throw new Error(`Address "${address}" has no value for this brand. Give it one under "addresses" in app.json.`);
    return new URL(configured, ports.origin);
  }

  /** All that a hand-off takes along, its secrets too. */
  async function takenBy(to: HandOff): Promise<Readonly<Record<string, string>>> {
    const fields = { ...to.fields, ...(await supplier.some(to.supplies)) };
    const texts = Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]);
    return Object.fromEntries(texts);
  }
  async function handOff(to: HandOff, facts: Facts): Promise<void> {
    moved();
    takeAlong(to, await takenBy(to), facts);
  }
  function takeAlong(to: HandOff, all: Readonly<Record<string, string>>, facts: Facts): void {
    const url = urlOf(to.address, facts);
    reporter.flush();
    for (const { name, value, maxAgeSeconds } of to.cookies ?? []) page.setCookie(name, value, maxAgeSeconds);
    if (to.in === undefined) return page.post(url.href, all);
    url.hash = new URLSearchParams(all).toString();
    page.leave(url.href);
  }

  function leave({ address, url: exact, query, hash }: Extract<Effect, { type: 'leave' }>, facts: Facts): void {
    moved();
    const named = urlOf(address, facts);
    const found = new URL(String(exact ?? ''), named);
    const url = exact !== undefined && found.origin === named.origin ? found : named;
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
    if (Object.keys(hash).length > 0)
      url.hash = new URLSearchParams(Object.entries(hash).map(([name, value]) => [name, String(value)])).toString();
    reporter.flush();
    page.leave(url.href);
  }

  /** @param isLed nobody asked for the page they are led to: the one they are led away from is none to come back to */
  function go(target: Target, facts: Facts = factsNow(), isLed = false): void {
    switch (target.kind) {
      case 'to':
        return enter({
          flow: target.flow,
          step: target.step,
          carry: evaluate(target.carry ?? {}, facts),
          ...(isLed && { replace: true }),
        });
      case 'leave': {
        const [query, hash] = [evaluate(target.query ?? {}, facts), evaluate(target.hash ?? {}, facts)];
        return leave({ type: 'leave', address: target.address, query, hash }, facts);
      }
      case 'handOff':
        return void handOff(handedOff(target, facts), facts).catch(broken);
      case 'signOut':
        return void signOut(target.then).catch(broken);
      case 'reload':
        return page.reload(page.address().pathname);
      case 'return':
        return void comeBack().catch(broken);
      case 'dialog':
      case 'stay':
      case 'reopen':
        throw new Error(
          `A target of kind "${target.kind}" has a meaning on a step only; app.json may say "to", "leave", "handOff", "signOut", "reload" or "return".`,
        );
    }
  }

  const clientVersion = (): string => String(page.device()['clientVersion']);
  const mayReload = (): boolean => ports.storage.get(RELOADED) !== clientVersion();

  /** A guard keeps the page somebody was led away from as signing in does, where it is nobody's but theirs. */
  function turnedAway(target: Target, from: string | undefined, facts?: Facts): void {
    if (target.kind === 'reload') {
      ports.storage.set(RELOADED, clientVersion());
      return page.reload(from ?? page.address().pathname);
    }
    if (from !== undefined && (target === app.signIn || (target.kind === 'to' && isProtected(from))))
      ports.storage.set(RETURN_TO, from);
    go(target, facts, true);
  }
  function isProtected(pathname: string): boolean {
    const found = page.match(pathname);
    const route = boot.flows[found?.flow ?? '']?.routes.find(({ step }) => step === found?.step);
    return route !== undefined && route.access !== 'public';
  }

  async function comeBack(): Promise<void> {
    // Whoever is signing in is led there once the press is over, guards first.
    if (signingIn !== undefined) return;
    moved();
    loads.forget();
    if (followReturn()) return;
    const led = await loads.ready();
    const facts = factsNow();
    const target = led === undefined ? decide(app.afterSignIn, facts) : 'target' in led ? led.target : undefined;
    if (led !== undefined && 'unhandled' in led) return unhandled(led.unhandled);
    if (target === undefined)
      throw new Error('No target of "afterSignIn" in app.json holds; give its last one no "when".');
    go(target, facts);
  }
  /** To the page somebody was led away from; false where there is none. */
  function followReturn(): boolean {
    const back = ports.storage.get(RETURN_TO);
    if (back === undefined) return false;
    ports.storage.remove(RETURN_TO);
    page.navigate(back, { replace: false });
    void visit().catch(broken);
    return true;
  }

  function refusedHere(journey: OpenFlow): Target | undefined {
    const { step } = journey.store.getState().page;
    return guard(app, journey.flow, { step, facts: journey.facts(), mayReload: mayReload() });
  }
  function guardHere(journey: OpenFlow): void {
    if (!session.isOn(journey)) return;
    const refused = refusedHere(journey);
    if (refused !== undefined) turnedAway(refused, stepPath(journey.flow, journey.store.getState().page.step));
    else void documents.exchange(journey).catch(broken);
  }

  function goHome(): void {
    const target = page.address().pathname === '/' ? decide(app.home, factsNow()) : app.unknownPath;
    if (target === undefined) throw new Error('No target of "home" in app.json holds; give its last one no "when".');
    go(target, factsNow(), true);
  }

  async function visit(): Promise<void> {
    const { pathname, carry } = page.address();
    const found = page.match(pathname);
    if (found === undefined) return session.send({ type: 'wanted' });
    const { flow, step, params } = found;
    const journey = session.journey();
    if (journey?.flow.id !== flow || journey.isBehind()) {
      const route = routeNow(params, carry, flow);
      return session.send({ type: 'wanted', want: wantOf(flow, { by: 'address', step, pathname, route }) });
    }
    await session.send({ type: 'stayed' });
    journey.dispatch({ type: 'world', change: { route: routeNow(params, carry), device: page.device() } });
    journey.dispatch({ type: 'visited', step });
    guardHere(journey);
  }

  function unhandled(outcome: string): void {
    if (expiring !== undefined) return void signOut(app.signIn).catch(broken);
    const facts = factsNow();
    const routes = app.errors.filter(({ on }) => on.includes(outcome));
    const target = decide(routes.length > 0 ? routes : app.errors.filter(({ on }) => on.includes('failed')), facts);
    if (target === undefined)
      throw new Error(`Outcome "${outcome}" leads nowhere: app.json has no error route for it and none for "failed".`);
    if (outcome === 'unassured' && app.stepUp !== undefined) return turnedAway(app.stepUp, page.address().pathname);
    if (outcome !== 'unauthenticated') return go(target, facts);
    const { pathname } = page.address();
    if ((boot.flows[page.match(pathname)?.flow ?? '']?.saves ?? 'none') !== 'none')
      ports.storage.set(RETURN_TO, pathname);
    if (session.state().person === undefined) return go(target, facts);
    // The session ends here, too, or the sign-in page would turn the person back.
    const ended = session.send({ type: 'expired', visitor: ports.id() });
    void Promise.all([ended, identity.signOut().catch(reporter.thrown)])
      .then(() => go(target, facts))
      .catch(broken);
  }

  function signedIn(journey: OpenFlow, deliver: () => void, isPress: boolean): void {
    // Whoever is turned away at once was not let in.
    if (heldGuard(app, journey.flow.id, { facts: journey.facts(), mayReload: false }) === undefined)
      reporter.report({ kind: 'event', name: 'page', step: 'login-success' });
    const here = { moved: false };
    signingIn = here;
    deliver();
    const isBusy = (): boolean => journey.store.getState().page.busy !== undefined;
    const settle = (): void => {
      if (signingIn === here) signingIn = undefined;
      if (session.isOn(journey) || here.moved) leadSignedIn(journey, here.moved || (isPress && stays(journey)));
    };
    if (!isBusy()) return settle();
    const stop = journey.store.subscribe(() => {
      if (isBusy()) return;
      stop();
      // The effects of the turn that ended the press come after its listeners.
      void Promise.resolve().then(settle).catch(broken);
    });
  }

  /** Whether the page that signed somebody in was not left: its definition says that it stays. */
  function stays(journey: OpenFlow): boolean {
    const { page: shown, journey: left } = journey.store.getState();
    return left[shown.step] === undefined;
  }

  /**
   * @param led whether what the flow itself says led somewhere: what is remembered, and app.json, come after it
   */
  function leadSignedIn(journey: OpenFlow, led: boolean): void {
    const away = session.takeLed();
    if (away !== undefined) return 'target' in away ? go(away.target) : unhandled(away.unhandled);
    if (isStored(journey.flow.saves)) return;
    // Guards come before the page that is remembered: it waits until they let the person go on. What is to be loaded
    // anew is the page they come to.
    const held = heldGuard(app, journey.flow.id, { facts: journey.facts(), mayReload: false });
    if (held !== undefined) return turnedAway(held, undefined);
    if (!led && !followReturn()) {
      const target = decide(app.afterSignIn, journey.facts());
      if (target !== undefined) go(target, journey.facts());
    }
  }

  async function endIdle(): Promise<void> {
    const facts = factsNow();
    const target = decide(app.idle.exits, facts);
    const accessOf = (flow: string, step: string) => boot.flows[flow]?.routes.find((one) => one.step === step)?.access;
    if (target === undefined || !signsOutItself(target, accessOf)) return signOut(target);
    expiring?.();
    const cancel = ports.timers.after(EXIT_MS, () => void signOut(app.signIn).catch(broken));
    expiring = () => {
      cancel();
      expiring = undefined;
    };
    go(target, facts);
  }

  async function signOut(then?: Target): Promise<void> {
    moved();
    expiring?.();
    const facts = factsNow();
    // The tokens of the session leave with the person, and are good where they lead: here it is only forgotten.
    const handed = then?.kind === 'handOff' ? handedOff(then, facts) : undefined;
    const all = handed && (await takenBy(handed));
    const queue = session.journey()?.queue;
    const settled = await queue?.allSaved();
    await identity.signOut({ isHandedOn: handed !== undefined });
    if (settled === 'saved') queue?.clear();
    ports.storage.remove(RETURN_TO);
    const target = then ?? decide(app.home, facts);
    await session.send({ type: 'signedOut', visitor: ports.id() });
    places.forget();
    if (handed && all) return takeAlong(handed, all, facts);
    const nobody = {
      person: undefined,
      application: undefined,
      openApplication: undefined,
      timedOut: false,
      bringsTokens: false,
    };
    if (target !== undefined)
      go(target, { ...facts, ...identityFacts({ ...nobody, brand: boot.facts, sessionId: tab.sessionId() }) });
  }

  return {
    visit,
    go,
    goHome,
    enter,
    leave,
    handOff,
    guardHere,
    refusesHere: (journey) => refusedHere(journey) !== undefined || documents.differs(journey),
    turnedAway,
    unhandled,
    comeBack,
    mayReload,
    signedIn,
    endIdle,
    signOut,
    wantOf,
    navigate(path, replace) {
      moved();
      // What was carried stays in the history entry, typed and out of the address: it may hold an email.
      const pathname = path.replace(/\?.*$/, '');
      const journey = session.journey();
      const carry = journey?.store.getState().world.route.query ?? {};
      if (pathname !== page.address().pathname) page.navigate(pathname, { replace, carry });
      if (journey === undefined) return;
      // Once the engine is done with the turn that led here.
      void Promise.resolve()
        .then(() => guardHere(journey))
        .catch(broken);
    },
  };
}
