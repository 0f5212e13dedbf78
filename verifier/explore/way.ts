/** A way through a flow as a fixture a test author can run. */
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import type { Move, Node } from './explore.ts';

/** The moves from the start to a node, in order. */
export function wayTo(node: Node): readonly Move[] {
  const moves: Move[] = [];
  for (let at: Node | undefined = node; at; at = at.parent) if (at.move) moves.unshift(at.move);
  return moves;
}

/** The fixture that goes this way: its acts in order, and the outcomes its calls gave. */
export function fixtureOf(title: string, brand: string, flow: string, clock: string, moves: readonly Move[]): JsonObject {
  const outcomes: Record<string, string[]> = {};
  let given: Record<string, JsonObject> = {};
  const acts: JsonObject[] = [];
  for (const { acts: done, outcome } of moves) {
    if (outcome) outcomes[outcome.operation] = [...(outcomes[outcome.operation] ?? []), outcome.outcome];
    for (const act of done) {
      if ('given' in act) given = Object.entries(act.given).reduce<Record<string, JsonObject>>((all, [path, value]) => put(all, path.split('.'), value) as Record<string, JsonObject>, given);
      else if ('answer' in act) acts.push({ at: `${flow}/${act.at}`, answer: act.answer });
      else if ('press' in act) acts.push({ press: act.press });
      else if ('dialog' in act) acts.push({ dialog: act.dialog });
      else if ('widget' in act) acts.push({ widget: act.widget, event: act.event, ...(act.payload !== undefined && { payload: act.payload }) });
      else if ('event' in act) acts.push({ event: act.event });
    }
  }
  const session = given['session'];
  const signedIn = session?.['isAuthenticated'] === true ? { session: { ...session, access: 'customer' } } : {};
  return { title, brand, flow, clock, given: { person: 'new-applicant', outcomes, ...given, ...signedIn }, do: acts, expect: {} };
}

function put(into: JsonObject, [name = '', ...rest]: readonly string[], value: Json): JsonObject {
  const inner = into[name];
  const at: JsonObject = typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? (inner as JsonObject) : {};
  return { ...into, [name]: rest.length === 0 ? value : put(at, rest, value) };
}
