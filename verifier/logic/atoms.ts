/** Every comparison of a question: what decides it, facts with listed values or nothing but itself. */
import { canonical } from '../../compile/json-types.ts';
import { operation, operatorOf, type Logic } from '../domain/atoms.ts';
import { isUnreadable } from '../domain/classes.ts';
import { truthOf, valueOf } from '../../compile/operators/evaluate.ts';
import { candidatesOf, decided, factsOf, total, type Candidate } from '../domain/candidates.ts';
import { ANY, FALSE, TRUE, UNKNOWN, truthsOf, type Truths } from './condition.ts';
import { factsIn, pathOf, usesOf, type Use } from '../domain/uses.ts';
import type { DatedWorld, FactWorld } from '../domain/shape.ts';
import { once } from '../domain/memo.ts';

/** A choice that is no fact: how two terms compare, or how a comparison comes out that no values decide. */
export interface Free {
  readonly key: string;
  /** Each way it may be, as the truths it gives its comparisons. */
  readonly ways: readonly ((atom: Logic) => Truths)[];
}
export interface Atom {
  readonly logic: Logic;
  /** Facts it reads, in order. */
  readonly facts: readonly string[];
  /**
   * `values`: listed values of its facts decide it. `openly`: its one fact does where the value stands for itself
   * alone. `not`: nothing does.
   */
  readonly decides: 'values' | 'openly' | 'not';
  /** What it may be where the values do not decide it. */
  readonly free?: Free;
}
export interface Atoms extends DatedWorld {
  readonly atoms: readonly Atom[];
  /** Values to try for each fact; the missing one last, unless the facts must be known. */
  readonly candidates: ReadonlyMap<string, readonly Candidate[]>;
}

/**
 * @param known only facts that somebody asks whether they are there may be missing
 */
export function atomsOf(logics: readonly Logic[], world: FactWorld, known: boolean): Atoms {
  const today = fixesToday(logics);
  const uses = logics.map((logic) => usesOf(logic, today));
  const asked = new Set(logics.flatMap((logic) => mayBeMissing(logic)));
  const atoms = logics.map((logic, i): Atom => atomOf(logic, uses[i] ?? new Map(), { world, today, known }));
  const candidates = new Map<string, readonly Candidate[]>();
  for (const path of new Set(atoms.flatMap(({ decides, facts }) => (decides === 'not' ? [] : facts)))) {
    const own = atoms.flatMap(({ decides }, i) => (decides === 'values' ? (uses[i]?.get(path) ?? []) : []));
    const found = distinct(candidatesOf(path, own, { world, today, sealed: asked.has(path) }), path, {
      atoms,
      world,
      today,
    });
    candidates.set(path, known && !asked.has(path) ? found : [...found, { value: undefined, many: false }]);
  }
  return { atoms, candidates, world, today };
}

function atomOf(
  logic: Logic,
  uses: ReadonlyMap<string, readonly Use[]>,
  { known, ...dated }: DatedWorld & { readonly known: boolean },
): Atom {
  const facts = [...uses.keys()];
  const unknown = known && total(logic, dated.world, dated.today) ? 0 : UNKNOWN;
  if (unreadable(logic)) return { logic, facts: [], decides: 'not', free: either(logic, ANY) };
  if (facts.every((path) => decided(path, uses.get(path) ?? [], dated))) return { logic, facts, decides: 'values' };
  if (facts.length === 1) return { logic, facts, decides: 'openly', free: either(logic, TRUE | FALSE | unknown) };
  return { logic, facts, decides: 'not', free: pair(logic, unknown > 0) ?? either(logic, TRUE | FALSE | unknown) };
}

function either(logic: Logic, truths: Truths): Free {
  return { key: canonical(logic), ways: [TRUE, FALSE, UNKNOWN].filter((one) => truths & one).map((one) => () => one) };
}

/**
 * Two values for every way in which two values can compare: less, equal, more, alike but of another type, not
 * comparable, and objects.
 */
const PAIRS: readonly (readonly [unknown, unknown])[] = [
  [1, 2],
  [1, 1],
  [2, 1],
  [1, '1'],
  [1, 'x'],
  [['x'], ['x']],
];

/** Comparisons of the same two terms agree with each other. */
function pair(logic: Logic, unknown: boolean): Free | undefined {
  const node = operation(logic);
  if (!node || !operatorOf(node.operator)?.compares || node.operands.length !== 2) return undefined;
  const first = [...node.operands].map(canonical).sort()[0];
  const ways = [...PAIRS, ...(unknown ? [undefined] : [])].map((values) => (atom: Logic): Truths => {
    const own = operation(atom);
    if (!own || !values) return UNKNOWN;
    const [left, right] = canonical(own.operands[0]) === first ? values : [values[1], values[0]];
    return truthsOf(truthOf({ [own.operator]: [{ var: 'left' }, { var: 'right' }] }, { left, right }));
  });
  return { key: canonical([...node.operands].map(canonical).sort()), ways };
}

/** Named rules that no file holds, and operators that nothing evaluates. */
function unreadable(logic: Logic): boolean {
  if (Array.isArray(logic)) return logic.some(unreadable);
  const node = operation(logic);
  return node !== undefined && (isUnreadable(node.operator) || node.operands.some(unreadable));
}

/**
 * Facts of which a comparison asks whether they are there, or that it may replace when they are not: any but a strict
 * operator might.
 */
function mayBeMissing(logic: Logic): readonly string[] {
  if (Array.isArray(logic)) return logic.flatMap(mayBeMissing);
  const node = operation(logic);
  if (!node) return [];
  const names = operatorOf(node.operator)?.names;
  if (names?.asks === 'there')
    return (names.of(node.operands) ?? []).filter((one): one is string => typeof one === 'string');
  const path = pathOf(logic);
  if (path !== undefined) return node.operands.length > 1 ? [path] : [];
  // Going over a list, an operator is unknown where the list is; inside it `var` reads the item.
  const keeps = node.own?.strict === true || node.own?.overItems === true || node.own === undefined;
  return keeps || ['and', 'or', 'if'].includes(node.operator)
    ? node.operands.flatMap(mayBeMissing)
    : [...factsIn(logic, false)];
}

/**
 * The day may be taken for a constant when it only measures how far other dates are from it, and those dates are
 * measured by nothing else.
 */
export function fixesToday(logics: readonly Logic[]): boolean {
  const measured = new Set<string>();
  const placed = new Set<string>();
  for (const logic of logics) {
    const uses = usesOf(logic, false);
    if (uses.has('today') && uses.size === 1) return false;
    for (const [path, own] of uses)
      if (own.some(({ how }) => how === 'cut' || how === 'open')) (uses.has('today') ? measured : placed).add(path);
  }
  return ![...measured].some((path) => placed.has(path));
}

/** What an atom is over facts that are all given. */
export function truthsOver(
  atom: Atom,
  values: readonly (readonly [string, Candidate['value']])[],
  { world, today }: DatedWorld,
): Truths {
  return once(world, { kind: 'truth', about: [today, atom.logic, ...values.flat()] }, () =>
    truthsOf(truthOf(atom.logic, factsOf(values, world, today))),
  );
}

/**
 * One of those values that no comparison tells apart: a comparison sees of a fact what the terms are that read it
 * alone.
 */
function distinct(
  candidates: readonly Candidate[],
  path: string,
  { atoms, world, today }: Omit<Atoms, 'candidates'>,
): readonly Candidate[] {
  const reading = atoms.filter(({ facts }) => facts.includes(path));
  const terms = reading.flatMap(({ logic, decides }) =>
    decides === 'values' ? termsOf(logic, path, today) : [{ var: path }],
  );
  const seen = new Set<string>();
  return candidates.filter(({ value, many }) => {
    const marks = terms.map((term) =>
      once(world, { kind: 'term', about: [today, term, value] }, () =>
        canonical(valueOf(term, factsOf([[path, value]], world, today)) ?? null),
      ),
    );
    const mark = [many, ...marks].join('\u0000');
    return seen.has(mark) ? false : seen.add(mark);
  });
}

/** The largest terms of a comparison that read one fact alone. */
function termsOf(logic: Logic, path: string, today: boolean): readonly Logic[] {
  const facts = factsIn(logic, today);
  if (!facts.has(path)) return [];
  if (facts.size === 1) return [logic];
  const node = operation(logic);
  const parts = node ? node.operands : Array.isArray(logic) ? (logic as readonly Logic[]) : [];
  const found = parts.flatMap((part) => termsOf(part, path, today));
  return found.length > 0 ? found : [{ var: path }];
}
