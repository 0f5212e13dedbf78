/** Answers and results that are made of each other: defaults, `set`s and calls that ask again when another's result changes. */
import type { Json } from '../../runtime/core/facts.ts';
import { operations, reads } from '../expression-nodes.ts';
import { list, member, text } from '../json-types.ts';
import { placeOf } from '../places.ts';
import type { Scene } from '../world.ts';
import { at, type Check, type Finding } from './check.ts';

/** One thing that is made of others. */
interface Edge {
  readonly path: string;
  readonly from: readonly string[];
  readonly how: string;
  readonly holder: object;
  readonly key: string | number;
}

/** Paths an expression reads, named rules and values unfolded. */
function readsOf(expression: Json | undefined, scene: Scene, open: ReadonlySet<string> = new Set()): readonly string[] {
  if (expression === undefined) return [];
  const inside = (name: string, part: Json | undefined): readonly string[] => (open.has(name) ? [] : readsOf(part, scene, new Set([...open, name])));
  if (typeof expression === 'string') return [];
  const rules = [...operations(expression, false)].flatMap(({ name, args }) => (name === 'rule' ? inside(`rule ${String(args[0])}`, ruleOf(String(args[0]), scene)) : []));
  const paths = [...reads(expression)].flatMap(({ path }) => (path.startsWith('values.') ? inside(path, member(scene.values[path.split('.')[1] ?? ''], 'value')) : [path]));
  return [...rules, ...paths];
}
function ruleOf(name: string, scene: Scene): Json | undefined {
  return member(scene.rules[name], 'rule');
}

const touches = (a: string, b: string): boolean => a === b || a.startsWith(`${b}.`) || b.startsWith(`${a}.`);

/** The shortest circle through an edge, itself first. */
function circle(start: Edge, edges: readonly Edge[]): readonly Edge[] | undefined {
  let ways: (readonly Edge[])[] = [[start]];
  const seen = new Set<Edge>([start]);
  while (ways.length > 0) {
    const next: (readonly Edge[])[] = [];
    for (const way of ways) {
      const last = way.at(-1);
      if (last?.from.some((path) => touches(path, start.path))) return way;
      for (const edge of edges) {
        if (seen.has(edge) || !last?.from.some((path) => touches(path, edge.path))) continue;
        seen.add(edge);
        next.push([...way, edge]);
      }
    }
    ways = next;
  }
  return undefined;
}

/**
 * @param self whether something made of itself is a circle
 * @param matters whether a circle is told
 */
function* circles(edges: readonly Edge[], self: boolean, matters: (way: readonly Edge[]) => boolean, fix: string): Generator<Finding> {
  const told = new Set<string>();
  for (const edge of edges) {
    const way = circle(edge, edges);
    if (!way || (!self && new Set(way.map(({ path }) => path)).size < 2) || !matters(way)) continue;
    const name = way.map(({ path, holder, key }) => `${path} ${JSON.stringify(placeOf(holder, key))}`).sort().join('\n');
    if (told.has(name)) continue;
    told.add(name);
    yield at(edge.holder, edge.key, `These feed each other: ${way.map(({ path, how }, i) => `"${path}" is ${how} "${way[(i + 1) % way.length]?.path}"`).join(', ')}.`, fix);
  }
}

function defaults(scene: Scene, step: string | undefined): Edge[] {
  return scene.uses.fields.flatMap(({ field, ...use }): Edge[] => (use.step !== step || field['default'] === undefined ? [] : [{ path: `answers.${text(field['bind'])}`, from: readsOf(field['default'], scene), how: 'by default made of', holder: field, key: 'default' }]));
}
function conditions(scene: Scene, step: string | undefined): Edge[] {
  return scene.uses.fields.flatMap(({ field, ...use }): Edge[] => {
    const when = field['when'];
    return use.step !== step || when === undefined ? [] : [{ path: `answers.${text(field['bind'])}`, from: readsOf(typeof when === 'string' ? ruleOf(when, scene) : when, scene), how: 'asked depending on', holder: field, key: 'when' }];
  });
}

export const cycles: Check = {
  *scene(scene) {
    for (const step of new Set(scene.uses.fields.map((use) => use.step))) {
      const own = defaults(scene, step);
      if (own.length > 0) yield* circles([...own, ...conditions(scene, step)], true, (way) => way.some((edge) => own.includes(edge)), 'Give one of them no default, or ask it always.');
    }
    const sets = scene.uses.sets.map(({ path, value, holder }): Edge => ({ path, from: readsOf(value, scene), how: 'set from', holder, key: path }));
    yield* circles(sets, false, () => true, 'Let one of them be answered by the person, or compute it in values/.');
    const calls = scene.uses.calls.flatMap(({ call }): Edge[] => {
      const as = text(call['as']);
      return as === undefined ? [] : [{ path: `results.${as}`, from: list(member(call['refresh'], 'on')).map(String), how: 'asked again after', holder: call, key: 'refresh' }];
    });
    yield* circles(calls, false, () => true, 'Refresh on an answer instead.');
  },
};
