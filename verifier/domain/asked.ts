/**
 * Everything that is asked of the facts of a flow: conditions, limits of fields, choices that are not always offered,
 * and all of these once actions have set answers.
 */
import { atMost } from '../../compile/operators/at-most/index.ts';
import { equal } from '../../compile/operators/equal/index.ts';
import { valueOf } from '../../compile/operators/evaluate.ts';
import { isOneOf } from '../../compile/operators/in/index.ts';
import type { Source } from '../../compile/content.ts';
import type { ResolvedFlow } from '../../compile/resolve.ts';
import type { CompiledFlow } from '../../runtime/core/definition.ts';
import type { Json } from '../../runtime/core/facts.ts';
import { writtenIn, type Limit } from '../rules/written.ts';
import { afterSets } from './assigned.ts';
import { atomsOf, operation, readsOf, variable, type Atom, type Logic } from './atoms.ts';
import { factsOf, rangeOf } from './candidates.ts';
import { Classes, isDecided, isOfItem, valuesOf } from './classes.ts';
import { listed, type FactShape, type FactWorld } from './shape.ts';
import { together, type Kind, type Together } from './together.ts';

export interface Tried extends Pick<Together, 'valuesOf' | 'isSettled'> {
  /** Everything by which values of facts are told apart. */
  readonly rules: readonly Logic[];
  /** Paths that something reads to decide anything, the rows of choices included. */
  readonly live: readonly string[];
  readonly classes: Classes;
  /**
   * Comparisons of a condition, also after actions have set what it reads, whose every outcome is not certain to be
   * among the values tried.
   */
  readonly sampled: (logic: Logic) => readonly Atom[];
  /** Limits of fields that are worked out of facts of which some values are tried, not all. */
  readonly loose: readonly Limit[];
}

export interface TriedInput {
  readonly source: Source;
  readonly resolved: ResolvedFlow;
  readonly flow: CompiledFlow;
  /** Conditions, named rules unfolded. */
  readonly rules: readonly Logic[];
  readonly world: FactWorld;
  /** Values of an answer that nothing depends on. */
  readonly ordinary: (path: string) => readonly Json[];
}

/** Choices that are tried whole where they are compared with each other, at most. */
const MANY = 12;

export function triedIn({ source, resolved, flow, rules: conditions, world, ordinary }: TriedInput): Tried {
  const { sets, limits, needed, offers, rows } = writtenIn(source, resolved);
  const asked = [...conditions, ...afterSets(conditions, sets).rules];
  const read = new Set(asked.flatMap((rule) => [...readsOf(rule)]));
  // A limit tells values apart only where the limited answer is read by something else: between limits all are alike.
  const own = limits.filter(({ path }) => read.has(path));
  // So does what a choice hangs on: one that no condition names is no longer like another where it is not offered.
  const limiting = [
    ...own.flatMap(({ path, limit }) => asRules(path, limit)),
    ...offers.filter(({ path }) => read.has(path)).map(({ path, value }): Logic => equal<Logic>({ var: path }, value)),
  ];
  limiting.push(...needed.flatMap((limit) => lackingIn(limit, world)));
  const rules = [...asked, ...limiting, ...afterSets(limiting, sets).rules];
  const classes = new Classes(rules, world);
  const groups = together(rules.flatMap(atomsOf), kindsOf(flow, classes, { world, ordinary }));
  const exact = (atom: Atom): boolean => isDecided(atom.logic, world) || groups.isExact(atom);
  return {
    rules,
    live: [...new Set([...rules, ...rows].flatMap((rule) => [...readsOf(rule)]))],
    classes,
    valuesOf: groups.valuesOf,
    isSettled: groups.isSettled,
    sampled: (logic) => {
      const set = afterSets([logic], sets);
      return [logic, ...set.rules]
        .flatMap(atomsOf)
        .filter((atom) => !exact(atom))
        .concat(set.ended ? [] : atomsOf(logic));
    },
    loose: own.filter(({ path, limit }) => !isFollowed(path, limit, { exact, world })),
  };
}

/** What is known of facts that are compared with each other. */
function kindsOf(
  flow: CompiledFlow,
  classes: Classes,
  { world, ordinary }: Pick<TriedInput, 'world' | 'ordinary'>,
): (path: string) => Kind | undefined {
  const ofShape = (path: string, shape: FactShape): Kind | undefined => {
    const choices = listed(shape);
    if (choices) return choices.length <= MANY ? { kind: 'choice', values: choices } : undefined;
    const whole = shape.type === 'integer' && shape.multipleOf === undefined;
    if (!whole && shape.format !== 'date') return undefined;
    const { minimum, maximum } = shape;
    return {
      kind: 'ordered',
      cuts: valuesOf(classes.of(path)),
      ordinary: ordinary(path),
      ...(minimum !== undefined && { minimum }),
      ...(maximum !== undefined && { maximum }),
    };
  };
  return (path) => {
    if (!path.startsWith('answers.') || isOfItem(path)) return undefined;
    const fields = flow.binds[path.slice('answers.'.length)] ?? [];
    return fields.length === 0 ? { kind: 'set' } : ofShape(path, world.shapeOf(path));
  };
}

/**
 * Whether an answer is one of those for which a limit is not known, as a state whose row lacks the pattern of its ID
 * numbers: whoever gives it goes no further, and the others do.
 */
function lackingIn(limit: Logic, world: FactWorld): readonly Logic[] {
  const [path, ...more] = [...readsOf(limit)].filter((one) => one !== 'today' && !one.startsWith('brand.'));
  const choices = path === undefined || more.length > 0 ? undefined : listed(world.shapeOf(path));
  if (path === undefined || !choices) return [];
  const lacking = choices.filter((value) => (valueOf(limit, factsOf([[path, value]], world, true)) ?? null) === null);
  return lacking.length === 0 || lacking.length === choices.length ? [] : [isOneOf<Logic>({ var: path }, lacking)];
}

/** A limit as conditions that tell the same facts apart. */
function asRules(path: string, limit: Logic): readonly Logic[] {
  const node = operation(limit);
  if (node?.operator === 'if')
    return node.operands.flatMap((operand, index) =>
      index % 2 === 0 && index < node.operands.length - 1 ? [operand] : asRules(path, operand),
    );
  return [atMost<Logic>({ var: path }, limit)];
}

/**
 * Whether every value of a limit that differs is among those that come up: values that can be listed, or an answer
 * compared with the limited one; chosen by exact conditions.
 */
function isFollowed(
  path: string,
  limit: Logic,
  told: { readonly exact: (atom: Atom) => boolean; readonly world: FactWorld },
): boolean {
  const { exact, world } = told;
  const node = operation(limit);
  if (node?.operator === 'if')
    return node.operands.every((operand, index) =>
      index % 2 === 0 && index < node.operands.length - 1
        ? atomsOf(operand).every(exact)
        : isFollowed(path, operand, told),
    );
  const [atom] = atomsOf(atMost<Logic>({ var: path }, limit));
  return (
    readsOf(limit).size === 0 ||
    (rangeOf(limit, world, true) !== undefined && atom !== undefined && exact(atom)) ||
    (variable(limit) !== undefined && atom !== undefined && exact(atom))
  );
}
