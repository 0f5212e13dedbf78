/** Two versions of a flow walked side by side: the first thing somebody sees otherwise. */
import type { CompiledFlow } from '../../../../runtime/core/definition.ts';
import type { Json } from '../../../../runtime/core/facts.ts';
import { facts, holds, initial, reduce, stepPath } from '../../../../runtime/core/index.ts';
import type { World } from '../../../../runtime/core/state.ts';
import type { Move, Node } from '../../../../verifier/explore/exploration.ts';
import type { Survey } from '../../../../verifier/explore/survey.ts';
import { look } from './look.ts';
import { after, redo, type Place } from './redo.ts';

export interface Seen {
  /** What is seen otherwise, `before -> after`, and where; undefined when nothing is. */
  readonly difference?: string;
  /** Pages compared, and answers tried on them. */
  readonly pages: number;
  readonly answers: number;
}

/**
 * Pages of one step on which every value of every field is tried, accepted or not, and from which one goes back: of a
 * changed step, and of another.
 */
const TRIED = { changed: 3, other: 1 };
/**
 * Pairs of states compared at most, for each state of the exploration: two versions that drift apart where nobody looks
 * would never end.
 */
const PAIRS = 3;

/** A state of the exploration, and where who made the same moves is in both versions. */
interface Pair {
  readonly node: Node;
  readonly was: Place;
  readonly is: Place;
}

/**
 * Makes the moves of an exploration in both versions, on from each of its states as often as the versions hold
 * something else there. Compared is what is on each page, what each value tried of a field makes wrong, and what is
 * seen after going back, answering otherwise and coming again. A sample: values are those the exploration tries, and
 * Back is tried from some pages of each step.
 * @param other the same flow in the other version
 * @param world the other version's facts where they differ
 * @param changed ids of the steps that are written otherwise; none: something is that any step may read
 */
export function firstDifference(
  { flow, model, exploration }: Survey,
  other: CompiledFlow,
  { world, changed }: { readonly world: Partial<World>; readonly changed: ReadonlySet<string> },
): Seen {
  const met = new Set<string>();
  const pairs: Pair[] = [];
  const legs = Map.groupBy(exploration.legs, ({ from }) => from);
  const tried = new Map<string, number>();
  let answers = 0;
  const found = (difference: string): Seen => ({ difference, pages: pairs.length, answers });
  const meet = (node: Node, was: Place, is: Place): void => {
    const key = `${node.id} ${apart(was, is)}`;
    if (met.has(key) || pairs.length >= PAIRS * exploration.nodes.length) return;
    met.add(key);
    pairs.push({ node, was, is });
  };
  const isTried = ({ step }: Node): boolean => {
    const count = (tried.get(step) ?? 0) + 1;
    tried.set(step, count);
    return count <= (changed.size === 0 || changed.has(step) ? TRIED.changed : TRIED.other);
  };

  for (const { entry, node } of exploration.starts) {
    const told = { ...node.state.world, ...world };
    const [state, effects] = reduce(other, initial(other, told), {
      type: 'entered',
      answers: {},
      journey: {},
      revision: 0,
      world: told,
      // An address that the other version does not open leads to where it leads there.
      ...(entry !== undefined && { path: stepPath(flow, entry) }),
    });
    const place = { state, pending: effects.filter((effect) => effect.type === 'call') };
    const wrong = unlike({ flow, place: node }, { flow: other, place });
    if (wrong !== undefined) return found(`at the start: ${wrong}`);
    meet(node, node, place);
  }
  for (const { node, was: before, is: now } of pairs) {
    for (const { move, to } of legs.get(node) ?? []) {
      const was = redoOnce(flow, before, move);
      if (!was) continue;
      const is = redo(other, now, move);
      const wrong = is ? unlike({ flow, place: was }, { flow: other, place: is }) : `${nameOf(move)} cannot be done`;
      if (wrong !== undefined) return found(`from ${node.step}: ${wrong}`);
      if (is && typeof to !== 'string') meet(to, was, is);
    }
  }
  for (const { node, was, is } of pairs) {
    if (!isTried(node)) continue;
    for (const { events, led } of triedOnce(flow, was, model.domain)) {
      answers += 1;
      const place = after(other, is, events);
      const differs = place ? unlike({ flow, place: led }, { flow: other, place }) : 'cannot be done';
      if (differs !== undefined)
        return found(`at ${node.step} after ${events.map((event) => JSON.stringify(event)).join(', ')}: ${differs}`);
    }
  }
  return { pages: pairs.length, answers };
}

const redone = new WeakMap<Place, Map<Move, Place | undefined>>();
/** `redo` in the version that is the same for all mutants, done once. */
function redoOnce(flow: CompiledFlow, place: Place, move: Move): Place | undefined {
  const known = redone.get(place) ?? new Map<Move, Place | undefined>();
  redone.set(place, known);
  if (!known.has(move)) known.set(move, redo(flow, place, move));
  return known.get(move);
}

interface Trial {
  readonly events: Events;
  /** Where they led in the version that is the same for all mutants. */
  readonly led: Place;
}
const trialsAt = new WeakMap<Place, readonly Trial[]>();
function triedOnce(flow: CompiledFlow, place: Place, domain: Survey['model']['domain']): readonly Trial[] {
  const known =
    trialsAt.get(place) ??
    [...trials(flow, place, domain)].flatMap((events) => {
      const led = after(flow, place, events);
      return led ? { events, led } : [];
    });
  trialsAt.set(place, known);
  return known;
}

/** What the two versions hold otherwise at a place, seen or not: what of it may be seen further on. */
function apart({ state: was }: Place, { state: is }: Place): string {
  const members = (a: object, b: object): readonly string[] =>
    [...new Set([...Object.keys(a), ...Object.keys(b)])].sort().flatMap((name) => {
      const [one, other] = [a, b].map((of) => JSON.stringify((of as Readonly<Record<string, unknown>>)[name]));
      return one === other ? [] : [`${name} ${one} ${other}`];
    });
  return [
    ...members(was.answers, is.answers),
    ...members(was.journey, is.journey),
    ...members(was.world.results, is.world.results),
  ].join();
}

/** A place in one version of the flow. */
interface Stand {
  readonly flow: CompiledFlow;
  readonly place: Place;
}

/** What is seen otherwise at two places, or undefined. */
function unlike(one: Stand, other: Stand): string | undefined {
  const [was, is] = [one.place, other.place];
  if (was.exit !== is.exit) return `${was.exit ?? 'stays'} -> ${is.exit ?? 'stays'}`;
  const [then, now] = [look(one.flow, was), look(other.flow, is)];
  const at = then.findIndex((line, index) => line !== now[index]);
  if (at < 0 && then.length === now.length) return undefined;
  return `${then[at < 0 ? now.length : at] ?? 'nothing'} -> ${now[at < 0 ? then.length : at] ?? 'nothing'}`;
}

const nameOf = ({ acts, outcome }: Move): string => JSON.stringify([...acts, ...(outcome ? [outcome.operation] : [])]);

type Events = Parameters<typeof after>[2];

/** Each value of each field; and back to each page passed, another value there, and here again. */
function* trials(flow: CompiledFlow, { state }: Place, domain: Survey['model']['domain']): Generator<Events> {
  for (const [field, value] of valuesOn(flow, state.page.step, { state, domain }))
    yield [{ type: 'answered', field, value }];
  const button = flow.steps[state.page.step]?.actions.find(({ when }) => holds(when, facts(flow, state)));
  if (button) yield [{ type: 'pressed', action: button.id }];
  for (const step of Object.keys(state.journey)) {
    const [back] = reduce(flow, state, { type: 'visited', step });
    if (back.page.step !== step) continue;
    yield [{ type: 'visited', step }];
    for (const [field, value] of valuesOn(flow, step, { state: back, domain })) {
      const was = back.page.fields[field]?.value;
      const answered = { type: 'answered', field, value } as const;
      yield [{ type: 'visited', step }, answered, { type: 'visited', step: state.page.step }];
      if (was !== undefined)
        yield [
          { type: 'visited', step },
          answered,
          { type: 'answered', field, value: was },
          { type: 'visited', step: state.page.step },
        ];
    }
  }
}

function* valuesOn(
  flow: CompiledFlow,
  step: string,
  { state, domain }: { readonly state: Place['state']; readonly domain: Survey['model']['domain'] },
): Generator<readonly [string, Json]> {
  const seen = facts(flow, state);
  for (const field of Object.values(flow.steps[step]?.fields ?? {})) {
    if (!state.page.fields[field.id]?.visible) continue;
    const { values } = domain.answers(step, field);
    for (const value of new Set([...values, ...domain.near(field, seen)])) yield [field.id, value];
  }
}
