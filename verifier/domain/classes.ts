/**
 * The domain: for each fact the values that stand for all, and whether they do. Two values are alike when every term of
 * every comparison that reads the fact alone comes out the same for both; of each class one value is enough. Not exact
 * unless shown: an operator that says nothing of its classes has none.
 */
import { canonical } from '../../compile/json-types.ts';
import type { Json } from '../../runtime/core/facts.ts';
import { valueOf } from '../../compile/operators/evaluate.ts';
import { atomsOf, operation, operatorOf, type Logic } from './atoms.ts';
import { candidatesOf, decided, factsOf, type Candidate } from './candidates.ts';
import { once } from './memo.ts';
import { listed, type FactShape, type FactWorld } from './shape.ts';
import { factsIn, usesOf } from './uses.ts';

/**
 * Roots of facts of which values are tried: what people answer and type, what calls bring, and what is so of the person
 * and the world.
 */
const VARIED = /^(answers|typed|results|session|application|draft|customer|flags|cookies|device|route\.query)(\.|$)/;
/** Those of them that no field has to accept. */
const BROUGHT = /^(results|session|application|draft|customer|flags|cookies|device)(\.|$)/;
/** Facts that are the same for everybody of a brand on a day. */
const FIXED = /^(brand|today)(\.|$)/;

/** What is asked of facts, each comparison once. */
export class Classes {
  readonly #world: FactWorld;
  readonly #atoms: readonly Logic[];
  readonly #known = new Map<string, readonly Candidate[]>();

  /** @param rules everything by which values of facts are told apart, names unfolded */
  constructor(rules: readonly Logic[], world: FactWorld) {
    this.#world = world;
    this.#atoms = [
      ...new Map(rules.flatMap(atomsOf).map(({ logic }) => [canonical(logic), logic as Logic] as const)).values(),
    ];
  }

  /**
   * One value of each class, a class of one apart from those that stand for others too. Being missing is none of them.
   */
  of(path: string): readonly Candidate[] {
    let found = this.#known.get(path);
    if (!found) this.#known.set(path, (found = this.#find(path)));
    return found;
  }

  #find(path: string): readonly Candidate[] {
    const world = this.#world;
    const reading = this.#atoms.filter((atom) => factsIn(atom, true).has(path));
    const uses = reading.flatMap((atom) => {
      const own = usesOf(atom, true);
      return decided(path, own.get(path) ?? [], { world, today: true }) ? (own.get(path) ?? []) : [];
    });
    const values = candidatesOf(path, uses, { world, today: true, sealed: false });
    // Of numbers and dates both ends of each class are kept: whoever tells of a class tells from where to where.
    const { type, format } = world.shapeOf(path);
    if (type === 'number' || type === 'integer' || format === 'date') return values;
    const terms = reading.flatMap((atom) => termsOf(atom, path));
    const markOf = (value: Candidate['value']): string =>
      terms
        .map((term) =>
          once(world, { kind: 'class', about: [term, value] }, () =>
            canonical(valueOf(term, factsOf([[path, value]], world, true)) ?? null),
          ),
        )
        .join('\u0000');
    const marked = values.map((candidate) => ({ candidate, mark: markOf(candidate.value) }));
    // Compared with nothing else, one value is one of those that stand for others: nothing else has to accept them.
    const isAlone = BROUGHT.test(path) && reading.every((atom) => isOf(atom, path));
    const others = new Set(isAlone ? marked.flatMap(({ candidate, mark }) => (candidate.many ? mark : [])) : []);
    const seen = new Set<string>();
    return marked.flatMap(({ candidate, mark }) => {
      const name = `${candidate.many} ${mark}`;
      if (seen.has(name) || (!candidate.many && others.has(mark))) return [];
      seen.add(name);
      return candidate;
    });
  }
}

/**
 * Whether a comparison has every outcome there is among the classes of its facts. Lists of text are followed only where
 * a single member is asked for.
 */
export function isDecided(atom: Logic, world: FactWorld): boolean {
  if (hasUnknownOperator(atom)) return false;
  const uses = usesOf(atom, true);
  return [...uses].every(
    ([path, own]) =>
      !isOfItem(path) &&
      (VARIED.test(path) || (FIXED.test(path) && listed(world.shapeOf(path)) !== undefined)) &&
      decided(path, own, { world, today: true }),
  );
}

/**
 * Whether a path leads to an item of a list that a person makes, as `answers.people.0.name`: of lists some are tried.
 */
export const isOfItem = (path: string): boolean => /^answers\..*\.\d+(\.|$)/.test(path);

/** A named rule that no file holds, or an operator that no content may write. */
export const isUnreadable = (operator: string): boolean =>
  operator === 'rule' || typeof operatorOf(operator)?.stands === 'object';

function hasUnknownOperator(logic: Logic): boolean {
  if (Array.isArray(logic)) return logic.some(hasUnknownOperator);
  const node = operation(logic);
  return node !== undefined && (isUnreadable(node.operator) || node.operands.some(hasUnknownOperator));
}

/** Whether a comparison reads no other fact that differs from person to person. */
const isOf = (logic: Logic, path: string): boolean =>
  [...factsIn(logic, true)].every((one) => one === path || FIXED.test(one));

/** The largest terms of a comparison that read this fact alone. */
function termsOf(logic: Logic, path: string): readonly Logic[] {
  const facts = factsIn(logic, true);
  if (!facts.has(path)) return [];
  if (isOf(logic, path)) return [logic];
  const parts = operation(logic)?.operands ?? (Array.isArray(logic) ? (logic as readonly Logic[]) : []);
  const found = parts.flatMap((part) => termsOf(part, path));
  return found.length > 0 ? found : [{ var: path }];
}

/** The values of a fact alone, of whatever kind, as json. */
export const valuesOf = (candidates: readonly Candidate[]): readonly Json[] =>
  candidates.flatMap(({ value }) => (value === undefined ? [] : [value]));

/** The shape of a fact that a JSON Schema describes; several that differ are a fact of which nothing is known. */
export function shapeOfSchemas(schemas: readonly FactShape[]): FactShape {
  const [first = {}, ...rest] = schemas;
  if (rest.every((other) => canonical(other) === canonical(first))) return first;
  const lists = schemas.map(listed);
  const types = new Set(schemas.map(({ type, format }) => `${type ?? ''} ${format ?? ''}`));
  if (lists.every((one) => one !== undefined)) return { enum: [...new Set(lists.flat())] };
  if (types.size > 1 || first.type === undefined) return {};
  const least = schemas.map(({ minimum }) => minimum);
  const most = schemas.map(({ maximum }) => maximum);
  return {
    type: first.type,
    ...(first.format !== undefined && { format: first.format }),
    ...(least.every((one) => one !== undefined) && { minimum: Math.min(...least) }),
    ...(most.every((one) => one !== undefined) && { maximum: Math.max(...most) }),
    examples: schemas.flatMap(({ examples }) => examples ?? []),
  };
}
