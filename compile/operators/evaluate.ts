/**
 * json-logic over facts, read instead of compiled: for asking a part of a rule, or a rule over facts that are only
 * supposed.
 */
import { object } from '../kit/object.ts';
import { truth } from '../kit/truth.ts';
import { OPERATORS } from './index.ts';
import type { Around, Logic } from './operator.ts';

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
  const members = Object.entries(logic);
  const [[id, inner] = ['', undefined]] = members;
  const operator = members.length === 1 ? OPERATORS.get(id) : undefined;
  if (operator) return operator.evaluate(Array.isArray(inner) ? inner : [inner], here);
  return object(Object.fromEntries(members.map(([key, value]) => [key, here.of(value)])));
}

/** The value of json-logic whose named rules and values are unfolded; `undefined` is unknown, as in the engine. */
export const valueOf = (logic: Logic, facts: unknown): unknown => valueHere(logic, new Here(facts, facts));

/** Whether a condition holds: true, false, or `undefined` for unknown, which passes nobody. */
export const truthOf = (logic: Logic, facts: unknown): boolean | undefined => truth(valueOf(logic, facts));
