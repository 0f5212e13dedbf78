/**
 * Answers and results that are made of each other: defaults, `set`s and calls that ask again when another's result
 * changes.
 */
import { list, member, text } from '../json-types.ts';
import { placeOf } from '../places.ts';
import type { Scene, World } from '../world.ts';
import { at, type Check, type Finding } from './check.ts';
import { setFromItself } from './set-from-itself.ts';
import { readsOf, readsOfRule, touches } from './unfolded.ts';

/** One thing that is made of others. */
interface Edge {
  readonly path: string;
  readonly from: readonly string[];
  readonly how: string;
  readonly holder: object;
  readonly key: string | number;
}

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

interface Rule {
  readonly self: boolean;
  readonly matters: (way: readonly Edge[]) => boolean;
  readonly fix: string;
}
/**
 * @param self whether something made of itself is a circle
 * @param matters whether a circle is told
 */
function* circles(edges: readonly Edge[], { self, matters, fix }: Rule): Generator<Finding> {
  const told = new Set<string>();
  for (const edge of edges) {
    const way = circle(edge, edges);
    if (!way || (!self && new Set(way.map(({ path }) => path)).size < 2) || !matters(way)) continue;
    const name = way
      .map(({ path, holder, key }) => `${path} ${JSON.stringify(placeOf(holder, key))}`)
      .sort()
      .join('\n');
    if (told.has(name)) continue;
    told.add(name);
    yield at(edge.holder, edge.key, {
      message: `These feed each other: ${way.map(({ path, how }, i) => `"${path}" is ${how} "${way[(i + 1) % way.length]?.path}"`).join(', ')}.`,
      fix,
    });
  }
}

function defaults(scene: Scene, step: string | undefined): Edge[] {
  return scene.uses.fields.flatMap((use): Edge[] => {
    if (use.step !== step) return [];
    const path = `answers.${text(use.field['bind'])}`;
    // What a question of an item proposes is part of the list it stands in.
    return [use.field, ...use.parts.map(({ field }) => field)].flatMap((field) =>
      field['default'] === undefined
        ? []
        : [{ path, from: readsOf(field['default'], scene), how: 'by default made of', holder: field, key: 'default' }],
    );
  });
}
function conditions(scene: Scene, step: string | undefined): Edge[] {
  return scene.uses.fields.flatMap(({ field, ...use }): Edge[] => {
    const when = field['when'];
    return use.step !== step || when === undefined
      ? []
      : [
          {
            path: `answers.${text(field['bind'])}`,
            from: readsOfRule(when, scene),
            how: 'asked depending on',
            holder: field,
            key: 'when',
          },
        ];
  });
}

/**
 * Defaults that only ever propose what an act made of their own answer: nothing else gives the answer that the act
 * sets.
 */
function* proposed(sets: readonly Edge[], scene: Scene, { scenes }: World): Generator<Finding> {
  const made = [...new Set(scene.uses.fields.map((use) => use.step))].flatMap((step) => defaults(scene, step));
  if (made.length === 0 || sets.length === 0) return;
  const mates = scenes.filter(({ brand }) => brand === scene.brand).map(({ uses }) => uses);
  const asked = mates.flatMap(({ fields }) => fields.map(({ field }) => `answers.${text(field['bind'])}`));
  const setter = mates.flatMap((uses) => uses.sets);
  const alone = (way: readonly Edge[], edge: Edge): boolean =>
    made.includes(edge)
      ? edge.from.every((path) => way.some((other) => touches(path, other.path)))
      : !asked.some((path) => touches(path, edge.path)) &&
        !setter.some(
          ({ path, holder }) =>
            touches(path, edge.path) && !way.some((other) => other.holder === holder && other.key === path),
        );
  const both = (way: readonly Edge[]): boolean =>
    way.some((edge) => made.includes(edge)) && way.some((edge) => sets.includes(edge));
  yield* circles([...made, ...sets], {
    self: false,
    matters: (way) => both(way) && way.every((edge) => alone(way, edge)),
    fix: 'Make the default of something that is known before, or leave it out.',
  });
}

export const cycles: Check = {
  *scene(scene, world) {
    for (const step of new Set(scene.uses.fields.map((use) => use.step))) {
      const own = defaults(scene, step);
      if (own.length > 0)
        yield* circles([...own, ...conditions(scene, step)], {
          self: true,
          matters: (way) => way.some((edge) => own.includes(edge)),
          fix: 'Give one of them no default, or ask it always.',
        });
    }
    const sets = scene.uses.sets.map(
      ({ path, value, holder }): Edge => ({ path, from: readsOf(value, scene), how: 'set from', holder, key: path }),
    );
    yield* circles(sets, {
      self: false,
      matters: () => true,
      fix: 'Let one of them be answered by the person, or compute it in values/.',
    });
    yield* proposed(sets, scene, world);
    yield* setFromItself(scene);
    const calls = scene.uses.calls.flatMap(({ call }): Edge[] => {
      const as = text(call['as']);
      return as === undefined
        ? []
        : [
            {
              path: `results.${as}`,
              from: list(member(call['refresh'], 'on')).map(String),
              how: 'asked again after',
              holder: call,
              key: 'refresh',
            },
          ];
    });
    yield* circles(calls, { self: false, matters: () => true, fix: 'Refresh on an answer instead.' });
  },
};
