/** Something done again in another version of a flow. */
import type { CompiledFlow } from '../../../../runtime/core/definition.ts';
import type { Effect, Event } from '../../../../runtime/core/events.ts';
import type { Json } from '../../../../runtime/core/facts.ts';
import { facts, itemsOf, reduce } from '../../../../runtime/core/index.ts';
import { placementsAt, shapeOf, widgetId } from '../../../../runtime/core/shape.ts';
import type { State } from '../../../../runtime/core/state.ts';
import type { Act, CallEffect, Move } from '../../../../verifier/explore/exploration.ts';
import { withFacts } from '../../../../verifier/explore/search/explore.ts';
import { callsIn } from '../../../../verifier/explore/successors/fill.ts';
import { underWay } from '../../../../verifier/explore/successors/moves.ts';

/** Where somebody is: the state, and the calls whose answers are still to come. */
export interface Place {
  readonly state: State;
  readonly pending: readonly CallEffect[];
  /** Where out of the flow, once it was left. */
  readonly exit?: string;
}

/** What events lead to, one after the other; undefined where the page that is shown then has not what one names. */
export function after(flow: CompiledFlow, place: Place, events: readonly Event[]): Place | undefined {
  return events.reduce<Place | undefined>((at, event) => at && next(flow, at, event), place);
}

function next(flow: CompiledFlow, { state, pending }: Place, event: Event): Place | undefined {
  if (!isThere(flow, state, event)) return undefined;
  const [to, effects] = reduce(flow, state, event);
  const exit = effects.map(exitOf).find((name) => name !== undefined);
  return { state: to, pending: underWay(to, callsIn(effects, pending)), ...(exit !== undefined && { exit }) };
}

/** Whether the page has the field, button or link, the flow the step: core takes anything else for a bug. */
function isThere(flow: CompiledFlow, { page }: State, event: Event): boolean {
  const step = flow.steps[page.step];
  if (event.type === 'visited') return Object.hasOwn(flow.steps, event.step);
  if (page.busy || !step) return true;
  if (event.type === 'answered') return Object.hasOwn(page.fields, event.field);
  if (event.type === 'pressed') return step.actions.some(({ id }) => id === event.action);
  if (event.type === 'dialogPressed' && page.dialog !== undefined)
    return flow.dialogs[page.dialog]?.actions.some(({ id }) => id === event.action) === true;
  if (event.type !== 'followed' || event.dialog !== page.dialog) return true;
  return placementsAt(flow, step, event.dialog)?.links[event.link] !== undefined;
}

function exitOf(effect: Effect): string | undefined {
  if (effect.type === 'enter') return `enter ${effect.flow}/${effect.step} ${JSON.stringify(effect.carry)}`;
  if (effect.type === 'leave') return `leave ${effect.address} ${JSON.stringify([effect.query, effect.hash])}`;
  if (effect.type === 'unhandled') return `unhandled ${effect.operation} ${effect.outcome}`;
  return effect.type === 'signOut' ? 'sign out' : undefined;
}

/** The same move here; undefined where it cannot be made: no such call under way, nothing of the name on the page. */
export function redo(flow: CompiledFlow, place: Place, { acts, outcome }: Move): Place | undefined {
  let at = acts.reduce<Place | undefined>(
    (here, act) => here && after(flow, here, eventsOf(flow, here.state, act)),
    place,
  );
  if (!outcome || !at) return at;
  if (outcome.signsIn) {
    const { session } = at.state.world;
    const change = { session: { ...session, isAuthenticated: true, access: 'customer' }, customer: {} } as const;
    at = after(flow, at, [{ type: 'world', change }]);
  }
  const call = at?.pending.find(({ call: { operation } }) => operation === outcome.operation);
  const value = outcome.value === undefined ? {} : { value: outcome.value };
  return at && call && after(flow, at, [{ type: 'called', id: call.id, outcome: outcome.outcome, ...value }]);
}

const insideOf = ({ inside }: { readonly inside?: string }) => (inside === undefined ? {} : { dialog: inside });

function eventsOf(flow: CompiledFlow, state: State, act: Act): readonly Event[] {
  if ('given' in act) return [{ type: 'world', change: withFacts(state.world, act.given) }];
  if ('answer' in act)
    return Object.entries(act.answer).map(([field, value]): Event => ({ type: 'answered', field, value }));
  if ('press' in act) return [{ type: 'pressed', action: act.press }];
  if ('dialog' in act) return [{ type: 'dialogPressed', action: act.dialog }];
  if ('follow' in act) return [{ type: 'followed', link: act.follow, ...insideOf(act) }];
  if ('widget' in act)
    return [
      {
        type: 'widget',
        widget: act.widget,
        event: act.event,
        ...insideOf(act),
        ...(act.payload !== undefined && { payload: act.payload }),
        ...rowOf(flow, state, { widget: act.widget, index: act.item }),
      },
    ];
  if ('event' in act) return [{ type: 'heard', channel: act.channel, event: act.event }];
  if ('giveUp' in act) return [{ type: 'gaveUp', channel: act.giveUp }];
  if ('visits' in act) return [{ type: 'visited', step: act.visits }];
  return 'elapsed' in act ? [{ type: 'elapsed', timer: act.elapsed }] : [comingBack(state)];
}

/** Whoever left the flow enters it again, with what was saved and the results the application keeps. */
function comingBack({ world, keeps, answers, journey }: State): Event {
  const results = Object.fromEntries(Object.entries(world.results).filter(([name]) => keeps[name] === 'application'));
  return {
    type: 'entered',
    answers,
    journey,
    revision: 0,
    world: { ...world, results, route: { params: {}, query: {} } },
  };
}

function rowOf(
  flow: CompiledFlow,
  state: State,
  { widget, index }: { readonly widget: string; readonly index: number | undefined },
): { readonly item?: Json } {
  const step = flow.steps[state.page.step];
  const found =
    step && index !== undefined
      ? shapeOf(flow, step).widgets.find(({ item }) => widgetId(item) === widget)?.item
      : undefined;
  const row =
    found?.kind === 'repeat' && index !== undefined ? itemsOf(found, facts(flow, state))[index]?.item : undefined;
  return row === undefined ? {} : { item: row };
}
