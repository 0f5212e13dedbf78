/**
 * Ways round that nobody can stop: calls that keep giving the same answers, no act of a person, no event, no waiting.
 */
import type { Exploration, Leg, Node } from '../exploration.ts';

/** Moves a way round may have at most; a longer one passes more calls than a page makes. */
const LONGEST = 16;

/** One node of each such way round; ways through the same steps are one. */
export function circlesIn(legs: readonly Leg[]): readonly Node[] {
  const onward = new Map<Node, { readonly to: Node; readonly operation: string; readonly outcome: string }[]>();
  for (const { from, to, move } of legs) {
    if (typeof to === 'string' || move.acts.length > 0 || !move.outcome) continue;
    const list = onward.get(from) ?? [];
    list.push({ to, operation: move.outcome.operation, outcome: move.outcome.outcome });
    onward.set(from, list);
  }
  const circles = new Map<string, Node>();
  const done = new Set<Node>();
  for (const start of onward.keys()) {
    const told = new Map<string, string>();
    const way: Node[] = [];
    const visit = (node: Node): void => {
      if (node === start && way.length > 0) {
        const name = [...new Set(way.map(({ step }) => step))].sort().join();
        if (!circles.has(name)) circles.set(name, start);
        return;
      }
      if (done.has(node) || way.includes(node) || way.length === LONGEST) return;
      way.push(node);
      for (const { to, operation, outcome } of onward.get(node) ?? []) {
        const before = told.get(operation);
        if (before !== undefined && before !== outcome) continue;
        told.set(operation, outcome);
        visit(to);
        if (before === undefined) told.delete(operation);
      }
      way.pop();
    };
    visit(start);
    done.add(start);
  }
  return [...circles.values()];
}

/**
 * States where calls may answer so that they lead round for ever, or to where they do, and where nobody can do anything
 * else: nothing to press, no event and no time to wait for.
 * @param rests whether the way may end at a state
 * @param acts whether a move is made by a person, an event or the clock, and is a way of the page's own
 */
export function roundsIn(
  { nodes, legs }: Pick<Exploration, 'nodes' | 'legs'>,
  { rests, acts }: { readonly rests: (node: Node) => boolean; readonly acts: (leg: Leg) => boolean },
): ReadonlySet<Node> {
  const from = Map.groupBy(legs, (leg) => leg.from);
  const round = new Set(nodes.filter((node) => !rests(node) && !(from.get(node) ?? []).some(acts)));
  for (let before = -1; before !== round.size; ) {
    before = round.size;
    for (const node of round)
      if (!(from.get(node) ?? []).some(({ to }) => typeof to !== 'string' && round.has(to))) round.delete(node);
  }
  return round;
}
