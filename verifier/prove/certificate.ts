/** An exploration written down for the judge: what was done from state to state, nothing of what came of it. */
import type { Event } from '../../runtime/core/events.ts';
import type { JsonObject } from '../../runtime/core/facts.ts';
import type { Act, Exploration, Leg } from '../explore/exploration.ts';
import { eventsBetween } from '../explore/successors/engine.ts';
import type { Certificate, Deed } from '../certificate.ts';

type Move = Certificate['states'][number]['moves'][number];

export function certificateOf({ starts, nodes, legs }: Exploration): Certificate {
  const moves = new Map<number, Move[]>(nodes.map(({ id }) => [id, []]));
  for (const leg of legs)
    moves.get(leg.from.id)?.push({ deeds: deedsOf(leg), to: typeof leg.to === 'string' ? leg.to : leg.to.id });
  return {
    starts: starts.map(({ given, node, entry }) => ({
      given: given as JsonObject,
      ...(entry !== undefined && { entry }),
      to: node.id,
    })),
    states: nodes.map(({ id, later }) => ({
      moves: moves.get(id) ?? [],
      open: Object.fromEntries([...later].map(([bind, { values }]) => [bind, values.map((value) => value ?? null)])),
    })),
  };
}

function deedsOf({ from, after, move: { acts, outcome } }: Leg): readonly Deed[] {
  const given = acts.flatMap((act) => ('given' in act ? [act.given as JsonObject] : []));
  if (given.length > 0) return given.map((facts) => ({ type: 'given', facts }));
  const supposed = acts.flatMap((act) => ('earlier' in act ? [supposing(from.later, act)] : []));
  return supposed.length > 0 ? supposed : eventsBetween(from.state, after).map((event) => deedOf(event, outcome));
}

function supposing(later: Leg['from']['later'], { earlier }: Extract<Act, { readonly earlier: unknown }>): Deed {
  const [bind] = [...later].find(([, { step, field }]) => step === earlier.at && field === earlier.field) ?? [];
  if (bind === undefined) throw new Error(`The answer ${earlier.field} of ${earlier.at} was not open: mend explore.`);
  return { type: 'supposed', bind, ...(earlier.value !== undefined && { value: earlier.value }) };
}

/** @param outcome how the call came out; ways that nothing tells apart were walked once */
function deedOf(event: Event, outcome: Leg['move']['outcome']): Deed {
  switch (event.type) {
    case 'called':
      return {
        type: 'called',
        id: event.id,
        outcome: outcome?.outcome ?? event.outcome,
        ...(outcome?.value !== undefined && { value: outcome.value }),
      };
    case 'entered':
      return { type: 'returned' };
    case 'saved':
    case 'refused':
    case 'saveFailed':
      throw new Error(`Nobody tells the engine "${event.type}" while exploring: mend explore.`);
    default:
      return event;
  }
}
