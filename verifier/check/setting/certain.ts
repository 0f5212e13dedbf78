/**
 * What is certain by the time a step is reached: the conditions of the ways that lead there, the checks and required
 * fields of the pages that had to hold. The way is derived anew from the facts that are now (law 2), so what was asked
 * of them on the way still holds; only what later pages ask again is left out.
 */
import { canonical, entries, isObject, list, text } from '../../../compile/json-types.ts';
import type { Json, JsonObject } from '../../../runtime/core/facts.ts';
import { readsOf } from '../../domain/atoms.ts';
import type { Goal } from '../../logic/settle.ts';
import type { PlacedRule } from '../../rules/placed.ts';
import { conditionsOf, heldBy, type Certain } from './held.ts';
import { isKeptByServer } from '../../../compile/facts.ts';
import type { ResolvedFlow } from '../../../compile/resolve.ts';
import type { Uses } from '../../../compile/uses.ts';

export interface Edge {
  readonly from: string | undefined;
  readonly to: string;
  readonly certain: readonly Certain[];
}

/** What the order of the steps of a flow makes sure of. */
export interface Course {
  /** Step id to what is certain by the time it is reached. */
  readonly certain: ReadonlyMap<string, readonly Certain[]>;
  /** Step id to the steps that can come after it. */
  readonly ahead: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Says nothing of flows whose pages can be opened by their address. */
export function courseOf(flow: ResolvedFlow, rules: readonly PlacedRule[], uses: Uses): Course {
  if (!isKeptByServer(flow)) return { certain: new Map(), ahead: new Map() };
  const edges = edgesOf(flow, rules, uses);
  const ahead = aheadOf(edges, flow);
  const found = new Map<string, ReadonlyMap<string, Certain>>();
  for (let changed = true; changed; ) {
    changed = false;
    for (const to of Object.keys(flow.steps)) {
      const sets = edges
        .filter((edge) => edge.to === to && (edge.from === undefined || found.has(edge.from)))
        .map(({ from, certain }) =>
          mapOf([...(from === undefined ? [] : (found.get(from)?.values() ?? [])), ...certain]),
        );
      const [first, ...rest] = sets;
      if (!first) continue;
      const common = new Map([...first].filter(([key]) => rest.every((one) => one.has(key))));
      if (found.get(to)?.size !== common.size) {
        found.set(to, common);
        changed = true;
      }
    }
  }
  const asks = askedAt(flow, uses);
  const dominators = dominatorsOf(edges, flow);
  return {
    certain: new Map(
      [...found].map(([step, all]) => [
        step,
        [...all.values()].filter((one) => settled(one, asks, { ahead, dominators })),
      ]),
    ),
    ahead,
  };
}

/** Every way from one step to another, the start among them, with what is certain on it. */
export const edgesOf = (flow: ResolvedFlow, rules: readonly PlacedRule[], uses: Uses): readonly Edge[] =>
  new Edges(flow, rules, uses).all();

const mapOf = (all: readonly Certain[]): ReadonlyMap<string, Certain> =>
  new Map(all.map((one) => [`${one.wanted} ${canonical(one.logic)}`, one]));

/**
 * Whether no step after the one that saw to it asks or sets what it reads. A way comes to no step twice: what every way
 * to a step has passed (the pages before it, where a step has several) does not come after it.
 */
function settled(
  { logic, step }: Certain,
  asks: ReadonlyMap<string, readonly string[]>,
  { ahead, dominators }: Pick<Course, 'ahead'> & { readonly dominators: Course['ahead'] },
): boolean {
  const comesLater = (by: string): boolean =>
    by !== step && ahead.get(step)?.has(by) === true && dominators.get(step)?.has(by) !== true;
  return [...readsOf(logic)].every((path) => !asks.get(path)?.some(comesLater));
}

/** Step id to the steps that every way to it has passed: its dominators in the graph of the steps, without itself. */
function dominatorsOf(edges: readonly Edge[], flow: ResolvedFlow): Course['ahead'] {
  const found = new Map<string, ReadonlySet<string>>();
  for (let changed = true; changed; ) {
    changed = false;
    for (const to of Object.keys(flow.steps)) {
      const [first, ...rest] = edges
        .filter((edge) => edge.to === to && (edge.from === undefined || found.has(edge.from)))
        .map(({ from }) => new Set(from === undefined ? [] : [...(found.get(from) ?? []), from]));
      if (!first) continue;
      const common = new Set([...first].filter((one) => rest.every((other) => other.has(one))));
      if (found.get(to)?.size === common.size) continue;
      found.set(to, common);
      changed = true;
    }
  }
  return found;
}

/** A dialog may be opened anywhere, so where it leads comes after every step. */
function aheadOf(edges: readonly Edge[], flow: ResolvedFlow): Course['ahead'] {
  const anywhere = Object.values(flow.dialogs).flatMap((dialog) => targetsIn(dialog, flow.id));
  const next = new Map(Object.keys(flow.steps).map((id): [string, string[]] => [id, [...anywhere]]));
  for (const { from, to } of edges) if (from !== undefined) next.get(from)?.push(to);
  return new Map(
    [...next.keys()].map((from) => {
      const seen = new Set(next.get(from));
      for (const step of seen) for (const one of next.get(step) ?? []) seen.add(one);
      return [from, seen];
    }),
  );
}

/** Fact path to the steps that ask or set it. */
function askedAt(flow: ResolvedFlow, uses: Uses): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  const add = (path: string, step: string): void => {
    found.set(path, [...(found.get(path) ?? []), step]);
  };
  for (const [id, step] of Object.entries(flow.steps))
    for (const [, field] of entries(step['fields']))
      add(`answers.${isObject(field) ? (text(field['bind']) ?? '') : ''}`, id);
  for (const { path, step } of uses.sets)
    for (const id of step === undefined ? Object.keys(flow.steps) : [step])
      add(`answers.${path.replace(/^answers\./, '')}`, id);
  return found;
}

/** Every way from one step to another with what is certain on it. */
class Edges {
  readonly #flow: ResolvedFlow;
  readonly #uses: Uses;
  readonly #line: readonly string[];
  readonly #whens: ReadonlyMap<object, PlacedRule>;

  constructor(flow: ResolvedFlow, rules: readonly PlacedRule[], uses: Uses) {
    this.#flow = flow;
    this.#uses = uses;
    this.#line = list(flow.flow['line']).map(String);
    this.#whens = conditionsOf(rules);
  }

  all(): readonly Edge[] {
    const { steps, dialogs } = this.#flow;
    return [
      ...this.#along(undefined, 0, []),
      ...Object.entries(steps).flatMap(([id, step]) => this.#from(id, step)),
      ...Object.values(dialogs).flatMap((dialog) =>
        targetsIn(dialog, this.#flow.id).map((to): Edge => ({ from: undefined, to, certain: [] })),
      ),
    ];
  }

  #certain(holder: JsonObject, wanted: Goal['wanted'], step: string): readonly Certain[] {
    const rule = this.#whens.get(holder);
    return rule ? [{ logic: rule.logic, wanted, written: rule.written, step }] : [];
  }

  /**
   * On along the line from a place in it: each step skipped because its condition does not hold, up to the first that
   * has none.
   */
  #along(from: string | undefined, place: number, certain: readonly Certain[]): readonly Edge[] {
    const edges: Edge[] = [];
    let sure = certain;
    for (const to of this.#line.slice(place)) {
      const step = this.#flow.steps[to];
      edges.push({ from, to, certain: sure });
      if (!step || step['when'] === undefined) break;
      sure = [...sure, ...this.#certain(step, 'not true', to)];
    }
    return edges;
  }

  #from(id: string, step: JsonObject): readonly Edge[] {
    const here = this.#certain(step, 'true', id);
    const { id: flow } = this.#flow;
    const edges: Edge[] = [];
    for (const action of list(step['actions'])) {
      if (!isObject(action)) continue;
      const validates = action['validates'] ?? (action['style'] ?? 'primary') === 'primary';
      const held = validates === true ? [...here, ...heldBy({ id, step }, this.#whens, this.#uses)] : here;
      edges.push(
        ...list(action['calls']).flatMap((call) =>
          targetsIn(call, flow).map((to): Edge => ({ from: id, to, certain: held })),
        ),
      );
      edges.push(...this.#choices(id, list(action['next']), { held, falls: true }));
    }
    edges.push(...this.#choices(id, list(step['next']), { held: here, falls: false }));
    const rest = [step['load'] ?? null, step['layout'] ?? null, step['listen'] ?? null, step['timers'] ?? null];
    edges.push(...rest.flatMap((part) => targetsIn(part, flow).map((to): Edge => ({ from: id, to, certain: here }))));
    return edges;
  }

  #choices(
    id: string,
    choices: readonly Json[],
    { held, falls }: { readonly held: readonly Certain[]; readonly falls: boolean },
  ): readonly Edge[] {
    const edges: Edge[] = [];
    let sure = held;
    for (const choice of choices) {
      if (!isObject(choice)) continue;
      for (const to of targetsIn(choice, this.#flow.id))
        edges.push({ from: id, to, certain: [...sure, ...this.#certain(choice, 'true', id)] });
      if (choice['when'] === undefined) return edges;
      sure = [...sure, ...this.#certain(choice, 'not true', id)];
    }
    const place = this.#line.indexOf(id);
    return falls && place >= 0 ? [...edges, ...this.#along(id, place + 1, sure)] : edges;
  }
}

/** Steps of this flow that targets anywhere in a part of the content lead to. */
function targetsIn(part: Json | JsonObject, flow: string): readonly string[] {
  if (Array.isArray(part)) return (part as readonly Json[]).flatMap((one) => targetsIn(one, flow));
  if (!isObject(part)) return [];
  const to = text(part['to']);
  const [first = '', second] = to?.split('/') ?? [];
  const own = to === undefined ? [] : second === undefined ? [first] : first === flow ? [second] : [];
  return [...own, ...Object.values(part).flatMap((one) => targetsIn(one, flow))];
}
