/** What the rules of a flow ask about each fact: the comparisons ("atoms") whose truth can change the way. */
import { OPERATORS } from '../../compile/operators/index.ts';
import type { Operator } from '../../compile/operators/operator.ts';

export type Logic = unknown;
type Node = Readonly<Record<string, unknown>>;

/** Looks a named rule or value up; undefined when there is none (another check reports that). */
export interface Names {
  readonly rule: (name: string) => Logic | undefined;
  readonly value: (name: string) => Logic | undefined;
}

/** One comparison, with named rules and values unfolded. */
export interface Atom {
  readonly logic: Node;
  readonly operator: string;
  readonly operands: readonly Logic[];
  /** Fact paths it reads, in order of appearance, each once. */
  readonly reads: readonly string[];
}

const CONNECTIVES = new Set(['and', 'or', '!', 'if']);

/** What is known of an operator by its name; undefined where nobody knows it. */
export const operatorOf = (name: string | undefined): Operator | undefined =>
  name === undefined ? undefined : OPERATORS.get(name);

/**
 * The operator and operands of a json-logic node, or undefined for a literal. Another spelling gives the operator's own
 * name.
 */
export function operation(
  logic: Logic,
): { operator: string; operands: readonly Logic[]; own: Operator | undefined } | undefined {
  if (typeof logic !== 'object' || logic === null || Array.isArray(logic)) return undefined;
  const keys = Object.keys(logic);
  const [operator] = keys;
  if (operator === undefined || keys.length !== 1) return undefined;
  const inner = (logic as Node)[operator];
  const own = OPERATORS.get(operator);
  return { operator: own?.id ?? operator, operands: Array.isArray(inner) ? inner : [inner], own };
}

/** The path of a plain `{"var": "a.b"}`, or undefined. */
export function variable(logic: Logic): string | undefined {
  const node = operation(logic);
  if (node?.operator !== 'var') return undefined;
  const [path] = node.operands;
  return typeof path === 'string' ? path : undefined;
}

/**
 * The logic with every `{"rule": name}` and `{"var": "values.x"}` replaced by what they stand for. A cycle is left as
 * it is.
 */
export function unfold(logic: Logic, names: Names, open: readonly string[] = []): Logic {
  if (Array.isArray(logic)) return logic.map((item) => unfold(item, names, open));
  const node = operation(logic);
  if (!node) return logic;
  const reference =
    node.operator === 'rule'
      ? `rule ${String(node.operands[0])}`
      : variable(logic)?.startsWith('values.')
        ? String(variable(logic))
        : undefined;
  if (reference !== undefined) {
    const found =
      node.operator === 'rule' ? names.rule(String(node.operands[0])) : names.value(reference.slice('values.'.length));
    return found === undefined || open.includes(reference) ? logic : unfold(found, names, [...open, reference]);
  }
  return { [node.operator]: node.operands.map((operand) => unfold(operand, names, open)) };
}

/** Every fact path that unfolded logic reads, those an operator names as text included. */
export function readsOf(logic: Logic, found: Set<string> = new Set()): Set<string> {
  if (Array.isArray(logic)) {
    for (const item of logic) readsOf(item, found);
    return found;
  }
  const node = operation(logic);
  if (!node) return found;
  const path = variable(logic);
  const operator = operatorOf(node.operator);
  const names = operator?.names?.of(node.operands);
  if (path !== undefined) found.add(path);
  else if (names) {
    for (const name of names) {
      if (typeof name === 'string') found.add(name);
      else readsOf(name, found);
    }
    // Inside a list operator `var` reads the item, not the facts.
  } else for (const operand of operator?.overItems ? node.operands.slice(0, 1) : node.operands) readsOf(operand, found);
  return found;
}

/** The comparisons of unfolded logic, connectives taken apart. */
export function atomsOf(logic: Logic): readonly Atom[] {
  const node = operation(logic);
  if (!node) return [];
  const joins = CONNECTIVES.has(node.operator) || operatorOf(node.operator)?.sameTruth === true;
  if (joins && !(node.operands.length === 1 && variable(node.operands[0]) !== undefined))
    return node.operands.flatMap(atomsOf);
  const reads = [...readsOf(logic)];
  return reads.length === 0 ? [] : [{ logic: logic as Node, operator: node.operator, operands: node.operands, reads }];
}
