/**
 * One open flow: its store, and the performer of the effects its engine asks for. What reaches beyond the flow goes to
 * the host.
 */
import type { CompiledFlow, Target } from '../core/definition.ts';
import type { Effect, Event } from '../core/events.ts';
import type { Facts, Json, JsonObject } from '../core/facts.ts';
import { createStore, initial, pageFacts, same, sift } from '../core/index.ts';
import type { Say, Store } from '../core/index.ts';
import type { Journey, World } from '../core/state.ts';
import { stateFacts } from '../../contract/application.ts';
import { isOfApplication } from '../../contract/channels.ts';
import type { Outcome } from '../../contract/operation.ts';
import { isLost, isOffline } from './connection.ts';
import type { Connection } from './connection.ts';
import type { Handed } from './handed.ts';
import type { Caller } from './operations.ts';
import type { Owner } from './owner.ts';
import type { Places } from './places.ts';
import { isKnown } from './acts.ts';
import type { Acts, Press } from './acts.ts';
import { subjectOf } from './sockets.ts';
import type { Listening } from './sockets.ts';
import type { Patience } from './patience.ts';
import type { Pieces } from './pieces.ts';
import type { Timers } from './ports.ts';
import { refusalIn } from './refusal.ts';
import type { Refusal } from './refusal.ts';
import type { Reporter } from './report.ts';
import { apply } from './save-batch.ts';
import type { SaveQueue, Settled } from './save-queue.ts';
import type { Papers } from './papers.ts';
import type { Uploads } from './uploads.ts';
import type { StoredApplication } from './world.ts';

type Called = Extract<Effect, { type: 'call' }>;

/** What an open flow asks of the page around it. */
export interface FlowHost {
  navigate(path: string, replace: boolean): void;
  enter(to: Extract<Effect, { type: 'enter' }>): void;
  leave(to: Extract<Effect, { type: 'leave' }>, facts: Facts): void;
  handOff(to: Extract<Effect, { type: 'handOff' }>, facts: Facts): void;
  signOut(then: Target | undefined, facts: Facts): void;
  /** Whether this journey is the one on the page, and nothing else is being opened in its place. */
  isOn(journey: OpenFlow): boolean;
  /** Whether the person will be led away from the page that the engine shows. */
  refusesHere(journey: OpenFlow): boolean;
  /** What the page that asked for this document hands on, to the first flow entered. */
  handed(flow: CompiledFlow): Handed | undefined;
  /** Loads the page as a new document. */
  reload(): void;
  /** To the page the person was led away from. */
  comeBack(): void;
  unhandled(operation: string, outcome: string): void;
  /** The first page of the flow is drawn. */
  drawn(journey: OpenFlow): void;
  /** Reports what threw outside of anybody's call. */
  broken(error: unknown): void;
  focus(on: 'heading' | 'errors' | 'notice'): void;
  setCookie(name: string, value: string | undefined, maxAgeSeconds: number): void;
  /**
   * An identity call ended: a session began with it, nothing changed, or this journey is over (the flow was opened
   * anew, or left).
   */
  identityEnded(journey: OpenFlow): Promise<'began' | 'same' | 'over'>;
  /** Runs `deliver` (the dispatch of the answer that began a session) and sees to where a sign-in leads. */
  signedIn(journey: OpenFlow, deliver: () => void, isPress: boolean): void;
  /** Whose page this is: nobody else may make its calls. */
  owner(): Owner;
  readonly acts: Acts;
  /** Shows what the server's lock refused; ends the call when it was one. */
  refused(journey: OpenFlow, refusal: Refusal, call: string): Promise<void>;
  /** Seconds to outlast an outage, or undefined when the app has no such policy. */
  patienceSeconds(facts: Facts): number | undefined;
  listen(listening: Listening): () => void;
}
export interface FlowParts {
  readonly flow: CompiledFlow;
  /** Whose journey it is when it begins. */
  readonly owner: Owner;
  readonly places: Places;
  readonly world: World;
  readonly caller: Caller;
  readonly queue: SaveQueue;
  readonly pieces: Pick<Pieces, 'bring'>;
  readonly uploads: Uploads;
  readonly papers: Papers;
  readonly patience: Patience;
  readonly connection: Connection;
  readonly timers: Timers;
  readonly reporter: Reporter;
  readonly host: FlowHost;
  readonly say: Say;
}
export interface OpenFlow {
  readonly flow: CompiledFlow;
  readonly store: Store;
  readonly queue: SaveQueue;
  /** The first page is drawn: the rest of the flow comes while it is read. */
  drawn(): void;
  /** The person chose a file for a field of the page. */
  chooseFile(field: string, file: File): void;
  /** A widget hands over what its provider gave it; undefined: it is not to be used any more. */
  hand(secret: Json | undefined): void;
  /** A document of the application as a file; undefined where it cannot be had now. */
  paper(idTag: string, application?: string): Promise<ArrayBuffer | undefined>;
  /** Somebody else has the page now, with all that waits and all that is kept of this journey. */
  handOver(owner: Owner): void;
  facts(): Facts;
  /**
   * Enters the flow with what is stored and, on top of it, what still waits to be saved. Nothing happens while another
   * page is being opened.
   */
  enter(
    stored: Pick<StoredApplication, 'answers' | 'journey' | 'revision'> | undefined,
    world: World,
    path: string | undefined,
  ): void;
  /**
   * Tells the page what has happened. While another is being opened in its place it is told nothing but how saving goes
   * (law L135); what the person does on it goes to the store itself.
   */
  dispatch(event: Event): void;
  /** Whether it was not told of something: it is to be opened anew for whoever comes back to it. */
  isBehind(): boolean;
  /** The page may go away: what is kept of the journey is written. */
  hide(): void;
  /** Sends what waits to this application, as far as it still counts on the way the person is on now. */
  saveTo(application: StoredApplication): void;
  stop(): void;
}

export function openFlow(parts: FlowParts): OpenFlow {
  const { flow, caller, queue, pieces, uploads, papers, places, patience, connection, timers, reporter, host, say } =
    parts;
  let stopped = false;
  let behind = false;
  const debounced = new Map<string, () => void>();
  const asked = new Map<string, Called>();
  /** News heard so far. */
  let news = 0;
  let cancelTimers: (() => void)[] = [];
  let stopListening: (() => void)[] = [];

  const store: Store = createStore(flow, initial(flow, parts.world), {
    perform(effects) {
      for (const effect of effects) if (!stopped) perform(effect);
    },
    bring: (piece, then) =>
      void pieces
        .bring(flow, piece)
        .then(() => {
          if (!stopped) then();
        })
        .catch(host.broken),
  });
  const following = places.follow(parts.owner, flow, store);
  const journey: OpenFlow = {
    flow,
    store,
    queue,
    handOver(owner) {
      queue.handOver(owner);
      following.handOver(owner);
    },
    facts: () => pageFacts(store.getState()),
    enter(stored, world, path) {
      const waiting = queue.waiting();
      following.flush();
      const place = places.read(host.owner(), flow);
      const handed = host.handed(flow);
      const left: Record<string, Json> = {
        ...(stored?.journey ?? (place.journey as unknown as JsonObject)),
        ...(handed?.journey as unknown as JsonObject | undefined),
      };
      for (const [step, how] of Object.entries(waiting.journey)) {
        if (how === null) delete left[step];
        else left[step] = how as Json;
      }
      journey.dispatch({
        type: 'entered',
        answers: apply(stored?.answers ?? place.answers, waiting.changes),
        journey: left as unknown as Journey,
        revision: stored?.revision ?? 0,
        world,
        session: place.results,
        ...(place.start === undefined ? {} : { start: place.start }),
        ...(path === undefined ? {} : { path }),
      });
      if (handed?.notice === undefined) return;
      journey.dispatch({ type: 'told', notice: handed.notice });
      host.focus('notice');
    },
    drawn: () => host.drawn(journey),
    chooseFile(field, file) {
      const id = uploads.hold(file);
      journey.dispatch({ type: 'fileChosen', field, file: { id, name: file.name, bytes: file.size } });
    },
    hand: (secret) => caller.hand(secret),
    async paper(idTag, named) {
      // What was answered last is saved before the server writes it down.
      await queue.allSaved();
      const application = named ?? queue.target()?.id;
      return application === undefined ? undefined : await papers(application, idTag);
    },
    dispatch(event) {
      if (stopped) return;
      // How saving goes leads nowhere, and is known as long as the page is seen.
      if (host.isOn(journey) || event.type === 'saved' || event.type === 'saveFailed') store.dispatch(event);
      else behind = true;
    },
    isBehind: () => behind,
    hide() {
      following.flush();
      queue.hide();
    },
    saveTo(application) {
      const kept = sift(
        flow,
        { answers: application.answers, journey: application.journey as unknown as Journey },
        { proposed: queue.waiting(), world: store.getState().world },
      );
      queue.retain(
        (path) => Object.hasOwn(kept.changes, path),
        (step) => Object.hasOwn(kept.journey, step),
      );
      queue.open({
        id: application.id,
        flow: flow.id,
        definition: application.definition,
        revision: application.revision,
      });
    },
    stop() {
      // What a widget of it handed over is nobody's after it.
      caller.hand(undefined);
      stopped = true;
      for (const cancel of [...debounced.values(), ...cancelTimers, ...stopListening]) cancel();
      following.stop();
      queue.close();
    },
  };

  function perform(effect: Effect): void {
    switch (effect.type) {
      case 'call':
        return call(effect);
      case 'save':
        return save(effect);
      case 'upload':
        return void upload(effect);
      case 'dropUpload':
        return uploads.drop(effect.id);
      case 'navigate':
        return host.navigate(effect.path, effect.replace);
      case 'enter':
        return host.enter(effect);
      case 'leave':
        return host.leave(effect, journey.facts());
      case 'handOff':
        return host.handOff(effect, journey.facts());
      case 'signOut':
        return host.signOut(effect.then, journey.facts());
      case 'reload':
        return host.reload();
      case 'return':
        return host.comeBack();
      case 'unhandled':
        return host.unhandled(effect.operation, effect.outcome);
      case 'focus':
        return host.focus(effect.on);
      case 'track':
        return reporter.report({
          kind: 'event',
          name: effect.name,
          step: `${flow.id}/${effect.step}`,
          ...(effect.with && { with: effect.with }),
        });
      case 'tell':
        return void tellBackEnd(effect.operation, effect.input).catch(host.broken);
      case 'cookie':
        return host.setCookie(effect.name, effect.value, effect.maxAgeSeconds);
      case 'listen':
        return listen(effect);
      case 'unlisten': {
        for (const stop of stopListening) stop();
        stopListening = [];
        return;
      }
      case 'timer': {
        cancelTimers.push(
          timers.after(effect.afterMs, () => journey.dispatch({ type: 'elapsed', timer: effect.index })),
        );
        return;
      }
      case 'clearTimers': {
        for (const cancel of cancelTimers) cancel();
        cancelTimers = [];
        return;
      }
    }
  }

  function save(effect: Extract<Effect, { type: 'save' }>): void {
    queue.push(effect);
    // Without an application the device keeps it: as saved as it can be.
    if (queue.target() === undefined) journey.dispatch({ type: 'saved', revision: 0 });
  }

  async function upload({ id, name, step, field }: Extract<Effect, { type: 'upload' }>): Promise<void> {
    const sending = { id, name, step, field, application: queue.target()?.id, owner: host.owner() };
    const came = await uploads.send(sending, (sent) => journey.dispatch({ type: 'fileSent', id, sent }));
    if (came === undefined) return;
    if ('file' in came) return journey.dispatch({ type: 'fileStored', id, file: came.file });
    journey.dispatch({ type: 'fileRefused', id, ...came });
  }

  function call(effect: Called): void {
    // What a page loads is not asked for somebody who may not see it.
    if (effect.made.by.by === 'load' && host.refusesHere(journey)) return;
    asked.set(effect.id, effect);
    if (effect.replaces !== undefined) {
      debounced.get(effect.replaces)?.();
      debounced.delete(effect.replaces);
    }
    if (effect.debounceMs === undefined || effect.debounceMs === 0) return void answer(effect);
    debounced.set(
      effect.id,
      timers.after(effect.debounceMs, () => {
        debounced.delete(effect.id);
        void answer(effect);
      }),
    );
  }

  /**
   * Keys of calls that were sent. A repeat goes with its own, though the same was pressed once more meanwhile and has
   * ended: the page was read anew after a conflict, and nobody saw that the first press was still under way.
   */
  const keys = new WeakMap<Called, string>();

  /** Saves of the same application go first: the server judges a call by what is stored. */
  async function attempt(effect: Called): Promise<Outcome> {
    if (effect.call.kind === 'graphql') {
      const settled = await queue.allSaved();
      if (settled !== 'saved') return settledOutcome(settled);
    }
    const owner = host.owner();
    if (caller.repeats(effect.call.operation) === 'query')
      return caller.call(effect.call.operation, effect.input, { owner });
    const press = pressOf(effect);
    const key = keys.get(effect) ?? host.acts.keyOf(press, effect.input);
    keys.set(effect, key);
    const { serial } = store.getState().page;
    const isAwaited = (): boolean => !stopped && store.getState().page.serial === serial;
    const act = { key, ...effect.made };
    const outcome = await caller.call(effect.call.operation, effect.input, { owner, act, isAwaited });
    if (isKnown(outcome)) host.acts.ended(press);
    return outcome;
  }

  /** Nobody waits for the answer; that it was none is reported. */
  async function tellBackEnd(operation: string, input: JsonObject): Promise<void> {
    const { name } = await caller.call(operation, input, { owner: host.owner() });
    if (name !== 'ok') reporter.report({ kind: 'error', name: `tell.${operation}`, code: name });
  }

  function pressOf({ call: { operation }, made: { step, by } }: Called): Press {
    const subject = queue.target()?.id ?? store.getState().world.application['id'];
    return {
      owner: host.owner(),
      step: `${flow.id}/${step}`,
      by,
      operation,
      ...(typeof subject === 'string' ? { subject } : {}),
    };
  }

  /** What must not be repeated is sent when the browser says that there is a network, and only then. */
  async function once(effect: Called): Promise<Outcome> {
    await connection.up(() => !stopped);
    return attempt(effect);
  }

  /**
   * No network is waited for as long as it takes; an outage as long as the app says, if it may be left at all: also by
   * what must not be repeated, and is not.
   */
  async function insist(effect: Called): Promise<Outcome> {
    const repeats = caller.repeats(effect.call.operation);
    const isOnce = repeats === 'never';
    for (;;) {
      const outcome = isOnce
        ? await once(effect)
        : await connection.carried(
            () => attempt(effect),
            () => !stopped,
          );
      const seconds =
        outcome.name === 'unavailable' && !Object.hasOwn(effect.call.on, outcome.name) && !(isOnce && isLost(outcome))
          ? host.patienceSeconds(journey.facts())
          : undefined;
      if (seconds === undefined || stopped) return outcome;
      const last = await patience.outlast(() => (stopped || isOnce ? Promise.resolve(outcome) : attempt(effect)), {
        seconds,
        unsure: repeats !== 'query',
        mayGiveUp: () => stopped || queue.isEmpty() || queue.safeOnDevice(),
      });
      if (stopped || !isOffline(last)) return last;
    }
  }

  /**
   * The page that is shown and the news it knows of: what was asked before another moment may tell of an earlier state.
   */
  function moment(): string {
    return `${store.getState().page.serial} ${news}`;
  }

  async function answer(effect: Called): Promise<void> {
    const since = moment();
    const outcome = await insist(effect);
    const identifies = effect.call.kind === 'identity' || effect.call.assures?.includes(outcome.name) === true;
    const session = identifies ? await host.identityEnded(journey) : 'same';
    if (stopped || session === 'over') return;
    if (outcome === unsettled.refused) return; // whoever shows the refusal of the save ends what waited for it
    const handled = Object.hasOwn(effect.call.on, outcome.name);
    if (isLost(outcome) && !handled && caller.repeats(effect.call.operation) === 'never')
      return journey.dispatch({ type: 'refused', call: effect.id, text: say('refused.noAnswer') });
    const refusal = handled ? undefined : refusalIn(outcome);
    if (refusal !== undefined) {
      note(effect, outcome);
      return host.refused(journey, refusal, effect.id);
    }
    if (session === 'began')
      host.signedIn(journey, () => deliver(effect, outcome, since), effect.made.by.by !== 'load');
    else deliver(effect, outcome, since);
  }

  function note(effect: Called, outcome: Outcome): void {
    reporter.report({
      kind: 'error',
      name: `call.${effect.call.operation}`,
      code: String(outcome.detail?.['code'] ?? outcome.name).replaceAll('.', '-'),
      step: `${flow.id}/${store.getState().page.step}`,
    });
  }

  /** @param since the moment at which it was asked */
  function deliver(effect: Called, outcome: Outcome, since: string): void {
    if (outcome.name === 'failed') note(effect, outcome);
    if (outcome.value !== undefined && since === moment() && caller.isOfApplication(effect.call.operation))
      noteState(outcome.value);
    journey.dispatch({
      type: 'called',
      id: effect.id,
      outcome: outcome.name,
      ...(outcome.value === undefined ? {} : { value: outcome.value }),
      ...(outcome.says === undefined ? {} : { detail: outcome.says, code: outcome.detail?.['code'] as string }),
    });
  }

  /** Any answer about an application that holds the state of this one brings `application.*` up to date. */
  function noteState(value: Json): void {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
    const { id, status, applicationState } = value as JsonObject;
    const known = store.getState().world.application;
    if (typeof status !== 'string' || typeof applicationState !== 'string' || (id !== undefined && id !== known['id']))
      return;
    const application = stateFacts(known, value as JsonObject);
    if (!same(known, application)) journey.dispatch({ type: 'world', change: { application } });
  }

  function listen(effect: Extract<Effect, { type: 'listen' }>): void {
    const poll = effect.pollId === undefined ? undefined : asked.get(effect.pollId);
    const { application, draft } = store.getState().world;
    stopListening.push(
      host.listen({
        channel: effect.channel,
        input: subjectOf(effect.channel, effect.input, { applicationId: application['id'], draftId: draft?.['id'] }),
        ...(effect.giveUpAfterSeconds === undefined ? {} : { giveUpAfterSeconds: effect.giveUpAfterSeconds }),
        poll:
          poll === undefined
            ? undefined
            : async () => {
                const since = moment();
                const outcome = await attempt(poll);
                if (outcome.name !== 'unavailable' && !stopped && since === moment()) deliver(poll, outcome, since);
              },
        heard: (event, body) => {
          if (stopped) return;
          news += 1;
          if (isOfApplication(effect.channel)) noteState(body);
          journey.dispatch({ type: 'heard', channel: effect.channel, event, payload: body });
        },
        gaveUp: () => journey.dispatch({ type: 'gaveUp', channel: effect.channel }),
        lost: () => journey.dispatch({ type: 'channel', channel: effect.channel, is: 'lost' }),
        found: () => journey.dispatch({ type: 'channel', channel: effect.channel, is: 'found' }),
        ended: () => journey.dispatch({ type: 'channel', channel: effect.channel, is: 'ended' }),
      }),
    );
  }
  return journey;
}

/** What a call ends in that had to wait for saves, and these could not be stored. */
const unsettled: { readonly [How in Exclude<Settled, 'saved'>]: Outcome } = {
  offline: { name: 'unavailable', detail: { why: 'offline' } },
  unavailable: { name: 'unavailable' },
  unauthenticated: { name: 'unauthenticated' },
  refused: { name: 'failed', detail: { code: 'SAVE_REFUSED' } },
  failed: { name: 'failed' },
};

/** What waiting for saves came to, as the outcome of a call: `ok` once they are stored. */
export function settledOutcome(settled: Settled): Outcome {
  return settled === 'saved' ? { name: 'ok' } : unsettled[settled];
}

/** Facts for decisions that are made before or between flows. */
export function factsOutside(world: World): Facts {
  return { ...world, answers: {}, typed: {} };
}
