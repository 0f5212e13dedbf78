/** Values of one fact of which each stands for all that no comparison tells from it. */
import { canonical } from '../../compile/json-types.ts';
import type { Json } from '../../runtime/core/facts.ts';
import { valueOf } from '../../compile/operators/evaluate.ts';
import { operation, operatorOf, type Logic } from './atoms.ts';
import { dateCuts, numberCuts, type Cut } from './cuts.ts';
import { direction, factsIn, pathOf, usesOf, type Use } from './uses.ts';
import { fits, listed, type DatedWorld, type FactShape, type FactWorld } from './shape.ts';
import { once } from './memo.ts';

export interface Candidate {
  /** `undefined`: the fact is missing. */
  readonly value: Json | undefined;
  /** It stands for other values too: a comparison in which the fact is read openly may come out either way. */
  readonly many: boolean;
}

/** Facts with these values, nested, with what always holds beside them. */
export function factsOf(
  values: Iterable<readonly [string, Json | undefined]>,
  world: FactWorld,
  today: boolean,
): Readonly<Record<string, unknown>> {
  // Read only where a condition reads them: most answers hang on neither.
  const root: Record<string, unknown> = {
    get compliance() {
      return world.tables;
    },
  };
  if (today) Object.defineProperty(root, 'today', { get: () => world.today });
  for (const [path, value] of values) {
    if (value === undefined) continue;
    const names = path.split('.');
    const last = names.pop() ?? '';
    let at = root;
    for (const name of names) {
      const inner = at[name];
      const next = typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>) : {};
      at[name] = next;
      at = next;
    }
    at[last] = value;
  }
  return root;
}

/** Combinations of values looked at to find what the other side of a comparison can be. */
const MOST_COMBINATIONS = 2_000;

/**
 * Every value a term can have, when the facts in it have listed values or are keys of tables; undefined when that
 * cannot be listed.
 * An unknown value is left out: comparisons with it are unknown whatever the other side is.
 */
export function rangeOf(term: Logic, world: FactWorld, today: boolean): readonly Json[] | undefined {
  return once(world, { kind: 'range', about: [today, term] }, () => listRange(term, world, today));
}

function listRange(term: Logic, world: FactWorld, today: boolean): readonly Json[] | undefined {
  let all: readonly (readonly (readonly [string, Json | undefined])[])[] = [[]];
  for (const [path, uses] of usesOf({ and: [term] }, today)) {
    const values = ranging(path, uses, world);
    if (!values || all.length * (values.length + 1) > MOST_COMBINATIONS) return undefined;
    all = all.flatMap((some) => [...values, undefined].map((value) => [...some, [path, value] as const]));
  }
  const found = new Map<string, Json>();
  for (const some of all) {
    const value = valueOf(term, factsOf(some, world, today)) as Json | undefined;
    if (value !== undefined && value !== null) found.set(canonical(value), value);
  }
  return [...found.values()];
}

/** Values of a fact that give every value of a term which reads it so; undefined when no list does. */
function ranging(path: string, uses: readonly Use[], world: FactWorld): readonly Json[] | undefined {
  const shape = world.shapeOf(path);
  const values = listed(shape);
  if (values) return values;
  return uses.every(({ how }) => how === 'key')
    ? [...keys(uses, world).filter((key) => fits(key, shape)), ...others(shape, new Set(keys(uses, world)))]
    : undefined;
}

const keys = (uses: readonly Use[], world: FactWorld): readonly string[] =>
  uses.flatMap((use) => (use.how === 'key' ? Object.keys(world.tables[use.table] ?? {}) : []));

/** Whether lists of values stand for every value of this fact in this comparison. */
export function decided(path: string, uses: readonly Use[], dated: DatedWorld): boolean {
  if (listed(dated.world.shapeOf(path))) return true;
  const cuts = uses.filter((use) => use.how === 'cut');
  return (
    uses.every(({ how }) => how !== 'open') &&
    cuts.length <= 1 &&
    cuts.every((cut) => limitsOf(cut, dated) !== undefined && cutAt(path, cut, dated))
  );
}

/** Whether cuts of such a term can be found in the values of such a fact. */
function cutAt(path: string, cut: Extract<Use, { how: 'cut' }>, dated: DatedWorld): boolean {
  const shape = dated.world.shapeOf(path);
  if (pathOf(cut.term) !== undefined && !ordered(shape))
    return shape.type === 'string'
      ? (limitsOf(cut, dated) ?? []).every((one) => typeof one === 'string' || cut.by === 'among')
      : cut.by !== 'order';
  return ordered(shape) && cutsFor([cut], path, dated) !== undefined;
}

const ordered = (shape: FactShape): boolean =>
  shape.type === 'number' || shape.type === 'integer' || shape.format === 'date';

/** The values a term is compared with; undefined when they cannot be listed. */
function limitsOf(
  { by, against }: Extract<Use, { how: 'cut' }>,
  { world, today }: DatedWorld,
): readonly Json[] | undefined {
  const found: Json[] = [];
  for (const side of against) {
    const values = rangeOf(side, world, today);
    if (!values) return undefined;
    if (by !== 'among') found.push(...values);
    else {
      for (const value of values) {
        if (!Array.isArray(value)) return undefined;
        found.push(...(value as readonly Json[]));
      }
    }
  }
  return found;
}

/**
 * The values of the fact at `path` to try. `uses`: how each comparison that lists can decide reads it.
 * @param sealed whether somebody asks if it is there, so that being sealed differs from being missing
 */
export function candidatesOf(
  path: string,
  uses: readonly Use[],
  { sealed, ...dated }: DatedWorld & { readonly sealed: boolean },
): readonly Candidate[] {
  const { world } = dated;
  const shape = world.shapeOf(path);
  const hidden: readonly Candidate[] = sealed && shape.sealed ? [{ value: { sealed: '0000' }, many: false }] : [];
  const values = listed(shape);
  if (values) return [...values.map((value): Candidate => ({ value, many: false })), ...hidden];
  const cuts = uses.filter((use) => use.how === 'cut');
  if (ordered(shape))
    return [
      ...(cutsFor(cuts, path, dated) ?? []).map((value): Candidate => ({ value, many: true })),
      ...(uses.some(({ how }) => how === 'truth') && fits(0, shape) ? [{ value: 0, many: false }] : []),
      ...hidden,
    ];
  const constants = cuts.flatMap((cut) => limitsOf(cut, dated) ?? []);
  const texts = cuts.some(({ by }) => by === 'order')
    ? constants.flatMap((one) => (typeof one === 'string' ? [`${one}\u0000`] : []))
    : [];
  const plain = uses.some(({ how }) => how === 'truth') ? [true, false, 0] : [];
  const named = new Map(
    [...constants, ...plain, ...keys(uses, world), ...texts, '']
      .filter((value) => fits(value, shape))
      .map((value) => [canonical(value), value]),
  );
  return [
    ...[...named.values()].map((value): Candidate => ({ value, many: texts.includes(String(value)) })),
    ...others(shape, new Set(named.values())).map((value): Candidate => ({ value, many: true })),
    ...hidden,
  ];
}

/** One ordinary value that is none of the named ones, and the empty list where there are lists. */
function others(shape: FactShape, named: ReadonlySet<Json>): readonly Json[] {
  if (shape.type === 'array') return [[], ['other']];
  if (shape.type === 'object') return [{ other: true }];
  const text = [...(shape.examples ?? []), 'another', 'something else', 'Ab1', 'x', '1'].find(
    (one) => !named.has(one) && fits(one, shape),
  );
  const fallback = [...(shape.examples ?? []), 'another'].find((one) => !named.has(one)) ?? `another ${named.size}`;
  return [text ?? fallback];
}

function cutsFor(
  cuts: readonly Extract<Use, { how: 'cut' }>[],
  path: string,
  dated: DatedWorld,
): readonly Json[] | undefined {
  return once(
    dated.world,
    {
      kind: 'cuts',
      about: [dated.today, path, ...cuts.flatMap(({ term, by, against }) => [term, by, against.length, ...against])],
    },
    () => findCuts(cuts, path, dated),
  );
}

function findCuts(
  cuts: readonly Extract<Use, { how: 'cut' }>[],
  path: string,
  dated: DatedWorld,
): readonly Json[] | undefined {
  const { world, today } = dated;
  const shape = world.shapeOf(path);
  const given = cuts.map((cut): Cut => {
    const plain = pathOf(cut.term) !== undefined;
    return {
      of: plain ? (value) => value : (value) => valueOf(cut.term, factsOf([[path, value]], world, today)),
      direction: direction(cut.term, today),
      plain,
      against: limitsOf(cut, dated) ?? [],
      equality: cut.by !== 'order',
    };
  });
  return shape.format === 'date' ? dateCuts(given, shape) : numberCuts(given, shape);
}

/** Whether nothing in a term can be unknown while the facts it reads are known and of their declared type. */
export function total(term: Logic, world: FactWorld, today: boolean): boolean {
  const node = operation(term);
  if (!node) return true;
  const path = pathOf(term);
  if (path !== undefined)
    return (
      (today && path === 'today') || (world.shapeOf(path).type !== undefined && world.shapeOf(path).sealed !== true)
    );
  return (
    operatorOf(node.operator)?.total === true &&
    node.operands.every((one) => total(one, world, today)) &&
    [...factsIn(term, today)].length > 0
  );
}
