/**
 * Who gave a consent. One that an action, an event or a default made true was given by nobody, and counts for no
 * obligation that demands it.
 */
import type { Source } from '../../compile/content.ts';
import { isObject, list, member, text } from '../../compile/json-types.ts';
import type { ResolvedFlow } from '../../compile/resolve.ts';
import type { CompiledFlow } from '../../runtime/core/definition.ts';
import { get } from '../../runtime/core/index.ts';
import { overlap } from '../../runtime/core/shape.ts';
import type { State } from '../../runtime/core/state.ts';
import { agreementsOf } from './agreements.ts';
import type { Exploration, Leg, Node } from '../explore/exploration.ts';

/**
 * Paths below the answers of the consents of a flow: boxes by which a document is agreed to, boxes that must be ticked,
 * and whatever an obligation calls one.
 */
export function consentsOf(source: Source, resolved: ResolvedFlow, flow: CompiledFlow): ReadonlySet<string> {
  const ticked = Object.values(resolved.steps).flatMap((step) =>
    Object.values(isObject(step['fields']) ? step['fields'] : {}).flatMap((field) =>
      member(field, 'const') === true || list(member(field, 'enum')).join() === 'true'
        ? (text(member(field, 'bind')) ?? [])
        : [],
    ),
  );
  const named = Object.values(source.obligations).flatMap((doc) => text(member(doc['before'], 'consent')) ?? []);
  const listed = agreementsOf(resolved, flow).map(({ bind }) => bind);
  return new Set([...listed, ...ticked, ...named]);
}

/** Consents that are true and that nobody gave. */
export type Ungiven = ReadonlySet<string>;

/** For each leg the consents that may be true at its end though nobody gave them: every way of coming there counts. */
export function ungivenAt(
  flow: CompiledFlow,
  { starts, legs }: Pick<Exploration, 'starts' | 'legs'>,
  binds: ReadonlySet<string>,
): ReadonlyMap<Leg, readonly Ungiven[]> {
  const from = Map.groupBy(legs, (leg) => leg.from);
  const known = new Map<Node, Map<string, Ungiven>>();
  const found = new Map<Leg, Map<string, Ungiven>>();
  const open: (readonly [Node, Ungiven])[] = [];
  const come = (node: Node, ungiven: Ungiven): void => {
    const key = [...ungiven].sort().join();
    const here = known.get(node) ?? new Map<string, Ungiven>();
    known.set(node, here);
    if (here.has(key)) return;
    here.set(key, ungiven);
    open.push([node, ungiven]);
  };
  for (const { node } of starts) come(node, new Set());
  for (const [node, ungiven] of open)
    for (const leg of from.get(node) ?? []) {
      const after = new Set([...binds].filter((bind) => isUngiven(flow, leg, { bind, before: ungiven })));
      found.set(leg, (found.get(leg) ?? new Map<string, Ungiven>()).set([...after].sort().join(), after));
      if (typeof leg.to !== 'string') come(leg.to, after);
    }
  return new Map([...found].map(([leg, ways]) => [leg, [...ways.values()]]));
}

const isTrue = ({ answers }: State, bind: string): boolean => get(answers, bind) === true;

function isUngiven(
  flow: CompiledFlow,
  { from, after, move }: Leg,
  { bind, before }: { readonly bind: string; readonly before: Ungiven },
): boolean {
  if (!isTrue(after, bind)) return false;
  if (isTrue(from.state, bind)) return before.has(bind);
  return !move.acts.some((act) => {
    if (!('answer' in act)) return false;
    return Object.entries(act.answer).some(([id, value]) => {
      const field = flow.steps[act.at]?.fields[id];
      if (field === undefined || field.default !== undefined || !overlap(field.bind, bind)) return false;
      return (field.bind === bind ? value : get(value, bind.slice(field.bind.length + 1))) === true;
    });
  });
}
