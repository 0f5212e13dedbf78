/** A rule taken apart: what joins its comparisons (`and`, `or`, `!`, `if`) above, the comparisons ("atoms") below. */
import { canonical } from '../../compile/json-types.ts';
import { isOrder } from '../../compile/operators/compares.ts';
import { operation, operatorOf, type Logic } from '../domain/atoms.ts';

/** Which of true (1), false (2) and unknown (4) a condition may be, as a sum. */
export type Truths = number;
export const TRUE = 1;
export const FALSE = 2;
export const UNKNOWN = 4;
export const ANY = TRUE | FALSE | UNKNOWN;

export const truthsOf = (value: boolean | undefined): Truths => (value === undefined ? UNKNOWN : value ? TRUE : FALSE);

export type Condition =
  | { readonly kind: 'constant'; readonly truths: Truths }
  | { readonly kind: 'and' | 'or' | 'if'; readonly parts: readonly Condition[] }
  | { readonly kind: 'not'; readonly part: Condition }
  /** An index into the atoms. */
  | { readonly kind: 'atom'; readonly atom: number };

/** Comparisons that splitting at `if` may make of one. */
const MOST_SPLITS = 32;

/** Takes rules apart; rules taken apart by the same reader share their atoms. Expects logic with names unfolded. */
export class ConditionReader {
  readonly atoms: Logic[] = [];
  readonly #known = new Map<string, number>();

  read(logic: Logic): Condition {
    const node = operation(logic);
    if (!node)
      return {
        kind: 'constant',
        truths: truthsOf(Array.isArray(logic) ? logic.length > 0 : logic === undefined ? undefined : Boolean(logic)),
      };
    const { operator, operands } = node;
    if (operator === 'and' || operator === 'or')
      return { kind: operator, parts: operands.map((one) => this.read(one)) };
    if (operator === '!') return { kind: 'not', part: this.read(operands[0]) };
    const own = operatorOf(operator);
    if (own?.sameTruth) return this.read(operands[0]);
    if (operator === 'if') return { kind: 'if', parts: operands.map((one) => this.read(one)) };
    if (own?.compares && !isOrder(own) && operands.length === 2) {
      const { equal } = own.compares;
      const index = operands.findIndex((one) => typeof one === 'boolean');
      const other = operands[1 - index];
      if (index >= 0 && isBoolean(other))
        return operands[index] === equal ? this.read(other) : { kind: 'not', part: this.read(other) };
    }
    const split = splitAtIf(logic);
    return split ? this.read(split) : this.#atom(logic);
  }

  #atom(logic: Logic): Condition {
    const key = canonical(logic);
    let atom = this.#known.get(key);
    if (atom === undefined) {
      atom = this.atoms.length;
      this.atoms.push(logic);
      this.#known.set(key, atom);
    }
    return { kind: 'atom', atom };
  }
}

/** What a condition may be when its atoms may be what `of` says: never less than what is possible. */
export function possible(condition: Condition, of: (atom: number) => Truths): Truths {
  switch (condition.kind) {
    case 'constant':
      return condition.truths;
    case 'atom':
      return of(condition.atom);
    case 'not':
      return flipped(possible(condition.part, of));
    case 'and':
      return flipped(either(condition.parts.map((part) => flipped(possible(part, of)))));
    case 'or':
      return either(condition.parts.map((part) => possible(part, of)));
    case 'if':
      return chosen(condition.parts, of);
  }
}

/** An `if` among the operands of such an operator may be decided outside it. */
const isStrict = (operator: string): boolean => operatorOf(operator)?.strict === true;

const flipped = (truths: Truths): Truths =>
  (truths & UNKNOWN) | (truths & TRUE ? FALSE : 0) | (truths & FALSE ? TRUE : 0);

/** Kleene's `or`; the empty one is unknown, as the engine has it. */
function either(parts: readonly Truths[]): Truths {
  if (parts.length === 0) return UNKNOWN;
  const mayBeTrue = parts.some((part) => part & TRUE);
  const mayAllBeFalse = parts.every((part) => part & FALSE);
  const mayBeUnknown = parts.some((part) => part & UNKNOWN) && parts.every((part) => part & (FALSE | UNKNOWN));
  return (mayBeTrue ? TRUE : 0) | (mayAllBeFalse ? FALSE : 0) | (mayBeUnknown ? UNKNOWN : 0);
}

function chosen(parts: readonly Condition[], of: (atom: number) => Truths): Truths {
  let found = 0;
  for (let i = 0; i < parts.length; i += 2) {
    const [condition, result] = [parts[i], parts[i + 1]];
    if (!condition) break;
    const truths = possible(condition, of);
    if (!result) return found | truths;
    if (truths & UNKNOWN) found |= UNKNOWN;
    if (truths & TRUE) found |= possible(result, of);
    if (!(truths & FALSE)) return found;
  }
  return found | FALSE;
}

/** Whether the value of this logic is true, false or unknown, and nothing else. */
function isBoolean(logic: Logic): boolean {
  const node = operation(logic);
  if (!node) return typeof logic === 'boolean';
  if (node.operator === 'and' || node.operator === 'or')
    return node.operands.length > 0 && node.operands.every(isBoolean);
  if (node.operator === 'if')
    return (
      node.operands.length % 2 === 1 &&
      node.operands.every((one, i) => (i % 2 === 0 && i < node.operands.length - 1) || isBoolean(one))
    );
  return operatorOf(node.operator)?.gives === 'boolean';
}

/**
 * `age >= (if a then b else c)` as `if a then age >= b else age >= c`; undefined where there is no `if` to take out, or
 * too many.
 */
function splitAtIf(logic: Logic): Logic | undefined {
  const count = (one: Logic): number => {
    const node = operation(one);
    if (!node) return 1;
    if (node.operator === 'if')
      return node.operands.reduce<number>(
        (sum, inner, i) => sum + (i % 2 === 1 || i === node.operands.length - 1 ? count(inner) : 0),
        1,
      );
    return isStrict(node.operator) ? node.operands.reduce<number>((product, inner) => product * count(inner), 1) : 1;
  };
  const node = operation(logic);
  if (!node || !isStrict(node.operator)) return undefined;
  const found = firstIf(logic);
  return found && count(logic) <= MOST_SPLITS ? { if: branches(found.choice, found.around) } : undefined;
}

function branches(choice: readonly Logic[], around: (inner: Logic) => Logic): readonly Logic[] {
  const made = choice.map((one, i) => (i % 2 === 1 || i === choice.length - 1 ? around(one) : one));
  return choice.length % 2 === 1 ? made : [...made, around(null)];
}

/** The first `if` below strict operators, and what stands around it. */
function firstIf(logic: Logic): { choice: readonly Logic[]; around: (inner: Logic) => Logic } | undefined {
  const node = operation(logic);
  if (!node) return undefined;
  if (node.operator === 'if') return { choice: node.operands, around: (inner) => inner };
  if (!isStrict(node.operator)) return undefined;
  for (const [i, operand] of node.operands.entries()) {
    const found = firstIf(operand);
    if (found)
      return {
        choice: found.choice,
        around: (inner) => ({
          [node.operator]: node.operands.map((one, at) => (at === i ? found.around(inner) : one)),
        }),
      };
  }
  return undefined;
}
