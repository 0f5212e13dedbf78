/**
 * json-logic over facts, read instead of compiled: for asking a part of a rule, or a rule over facts that are only
 * supposed.
 */
import { object } from '../../compile/kit/object.ts';
import { truth } from '../../compile/kit/truth.ts';
import type { Around } from '../../compile/operators/operator.ts';
import { operation, type Logic } from '../domain/atoms.ts';

class Here implements Around {
  readonly data: unknown;
  readonly facts: unknown;
  constructor(data: unknown, facts: unknown) {
    this.data = data;
    this.facts = facts;
  }
  readonly of = (operand: Logic): unknown => valueHere(operand, this);
  readonly over = (operand: Logic, item: unknown): unknown => valueHere(operand, new Here(item, this.facts));
}

function valueHere(logic: Logic, here: Here): unknown {
  if (Array.isArray(logic)) return logic.map(here.of);
  if (typeof logic !== 'object' || logic === null) return logic;
  const node = operation(logic);
  if (node?.own) return node.own.evaluate(node.operands, here);
  return object(Object.fromEntries(Object.entries(logic).map(([key, value]) => [key, here.of(value)])));
}

/** The value of json-logic whose named rules and values are unfolded; `undefined` is unknown, as in the engine. */
export const valueOf = (logic: Logic, facts: unknown): unknown => valueHere(logic, new Here(facts, facts));

/** Whether a condition holds: true, false, or `undefined` for unknown, which passes nobody. */
export const truthOf = (logic: Logic, facts: unknown): boolean | undefined => truth(valueOf(logic, facts));
