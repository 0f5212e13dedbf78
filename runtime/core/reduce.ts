/**
 * The engine's one door: `[state, effects]` out of what is remembered and what happened. Pure: time, ids and randomness
 * come in (law 8).
 */
import type { CompiledFlow, StepId } from './definition.ts';
import type { Event, Reduced } from './events.ts';
import type { JsonObject } from './facts.ts';
import type { SessionResult, State, World } from './state.ts';
import { appear } from './appears.ts';
import { buildPage, pageFacts } from './page.ts';
import { come, fresh, look, stepAt } from './place.ts';
import { stepOf } from './pieces.ts';
import { answer, answered, follow, press, pressDialog, react } from './act.ts';
import { closeDialog, exit, go, leadOn } from './leave.ts';
import { change, stepHere, type Turn } from './turn.ts';
import { refused } from './refused.ts';
import { connected, hear } from './listening.ts';
import { changeList } from './person-list.ts';
import { dropLeft, moveFile } from './uploads.ts';
import { trace } from './walk.ts';
import { filtered } from './paths.ts';

/** An empty document at the flow's first page. Nothing is asked for yet: dispatch `entered` to begin. */
export function initial(flow: CompiledFlow, world: World): State {
  return stand(flow, { answers: {}, journey: {}, world, revision: 0, calls: 0, serial: 0 });
}

function stand(
  flow: CompiledFlow,
  from: {
    answers: JsonObject;
    journey: State['journey'];
    world: World;
    revision: number;
    calls: number;
    serial: number;
    start?: StepId | undefined;
    session?: Readonly<Record<string, SessionResult>> | undefined;
  },
): State {
  const { answers, journey, start, session = {} } = from;
  const ofSession = Object.entries(session);
  const results = { ...from.world.results, ...Object.fromEntries(ofSession.map(([name, { value }]) => [name, value])) };
  const world: World = ofSession.length === 0 ? from.world : { ...from.world, results };
  const found = trace(flow, { answers, journey, world, ...(start !== undefined && { start }) });
  return {
    flow: flow.id,
    answers,
    journey,
    ...(start !== undefined && { start }),
    world,
    keeps: {
      ...Object.fromEntries(Object.keys(from.world.results).map((name) => [name, 'application' as const])),
      ...Object.fromEntries(ofSession.map(([name]) => [name, 'session' as const])),
    },
    typed: {},
    calls: from.calls,
    inputs: Object.fromEntries(ofSession.map(([name, { input }]) => [name, input])),
    page: buildPage(flow, stepOf(flow, found.at), {
      remembered: { answers, world, typed: {} },
      before: found.before,
      memory: fresh(from.serial),
    }),
    saved: { revision: from.revision, status: 'saved' },
  };
}

/**
 * What `event` makes of `state`, and what it asks of the world outside. Throws only for events that no page of this
 * flow can send.
 */
export function reduce(flow: CompiledFlow, state: State, event: Event): Reduced {
  const turn: Turn = { flow, state, effects: [] };
  happen(turn, event);
  dropLeft(turn, state);
  return [turn.state, turn.effects];
}

function happen(turn: Turn, event: Event): void {
  const { flow } = turn;
  switch (event.type) {
    case 'entered': {
      const wanted = event.path === undefined ? undefined : stepAt(flow, event.path);
      // An address no longer shows its sensitive parameters: those come with the world.
      const { route } = event.world;
      const world = wanted
        ? { ...event.world, route: { ...route, params: { ...route.params, ...wanted.params } } }
        : event.world;
      turn.state = stand(flow, {
        answers: event.answers,
        journey: event.journey,
        world,
        revision: event.revision,
        calls: turn.state.calls,
        serial: turn.state.page.serial,
        start: event.start,
        session: event.session,
      });
      come(turn, { ...(wanted && { want: wanted.step }), replace: true, anew: true, query: world.route.query, exit });
      return;
    }
    case 'answered':
      return answer(turn, event.field, event.value);
    case 'itemAdded':
    case 'itemRemoved':
    case 'itemAnswered':
      return changeList(turn, event);
    case 'fileChosen':
    case 'fileSent':
    case 'fileStored':
    case 'fileRefused':
    case 'fileRemoved':
    case 'fileAgain':
      return moveFile(turn, event);
    case 'pressed':
      return press(turn, event.action);
    case 'dialogPressed':
      return pressDialog(turn, event.action);
    case 'dialogClosed':
      if (!turn.state.page.busy) closeDialog(turn);
      return;
    case 'followed':
      return follow(turn, event);
    case 'widget':
      return react(turn, event);
    case 'called':
      return answered(turn, event.id, event);
    case 'heard':
      return hear(turn, event);
    case 'channel':
      return connected(turn, event);
    case 'gaveUp': {
      const target = stepHere(turn).listen.find((listen) => listen.channel === event.channel)?.onGiveUp;
      if (target)
        go(turn, target, {
          transition: { by: 'giveUp', channel: event.channel },
          facts: pageFacts(turn.state),
          person: false,
        });
      return;
    }
    case 'elapsed': {
      const timer = stepHere(turn).timers[event.timer];
      if (timer)
        go(turn, timer.do, {
          transition: { by: 'timer', index: event.timer },
          facts: pageFacts(turn.state),
          person: false,
        });
      else appear(turn, event.timer);
      return;
    }
    case 'visited':
      stepOf(flow, event.step);
      if (turn.state.page.busy === undefined && event.step !== turn.state.page.step)
        come(turn, { want: event.step, replace: true, exit });
      return;
    case 'world': {
      const { results, ...roots } = event.change;
      const merged = results && filtered({ ...turn.state.world.results, ...results }, (_, value) => value !== null);
      change(turn, { world: { ...turn.state.world, ...roots, ...(merged && { results: merged }) } });
      // Calls under way may change who the person is (a sign-in): the page waits for how they end.
      if (turn.state.page.busy) look(turn);
      else leadOn(turn);
      return;
    }
    case 'refused':
      return refused(turn, event);
    case 'told':
      return change(turn, { page: { ...turn.state.page, notice: event.notice } });
    case 'saved':
      return change(turn, { saved: { revision: event.revision, status: 'saved' } });
    case 'saveFailed':
      return change(turn, {
        saved: {
          ...turn.state.saved,
          status: event.code === 'offline' || event.code === 'unauthenticated' ? 'offline' : 'refused',
          onDevice: event.kept ?? true,
        },
      });
  }
}
