/** Which facts one comparison reads, and in what way: it decides which values of a fact can make a difference to it. */
import { isOrder } from '../../compile/operators/compares.ts';
import type { Operator } from '../../compile/operators/operator.ts';
import { operation, operatorOf, type Logic } from './atoms.ts';

export type Use =
  /** As the key of a compliance table: values with the same row are one. */
  | { readonly how: 'key'; readonly table: string }
  /** Whether it is there at all. */
  | { readonly how: 'there' }
  /** Whether it is true, as JavaScript takes it. */
  | { readonly how: 'truth' }
  /**
   * Compared with values: `term` is built of this fact alone and grows or falls with it; `against` are the other sides.
   */
  | { readonly how: 'cut'; readonly term: Logic; readonly by: By; readonly against: readonly Logic[] }
  /** In any other way: no list of values stands for all. */
  | { readonly how: 'open' };

/** How a term is held against values: whether it is in one, the same as one, or more or less than one. */
type By = 'among' | 'equality' | 'order';

/** Path of `{"var": path}`, with or without a fallback. */
export function pathOf(logic: Logic): string | undefined {
  const node = operation(logic);
  return node?.operator === 'var' && typeof node.operands[0] === 'string' && node.operands[0] !== ''
    ? node.operands[0]
    : undefined;
}

/** How this comparison reads each fact, by path. `var` inside a list operator names the item and is none. */
export function usesOf(atom: Logic, today: boolean): ReadonlyMap<string, readonly Use[]> {
  const found = new Map<string, Use[]>();
  const add = (path: string, use: Use): void => {
    if (today && path === 'today') return;
    found.set(path, [...(found.get(path) ?? []), use]);
  };
  const visit = (logic: Logic): void => {
    if (Array.isArray(logic)) return logic.forEach(visit);
    const node = operation(logic);
    if (!node) {
      if (typeof logic === 'object' && logic !== null) Object.values(logic).forEach(visit);
      return;
    }
    const { operator, operands } = node;
    const path = pathOf(logic);
    const own = operatorOf(operator);
    const cell = own?.cell?.(operands);
    const names = own?.names?.of(operands);
    if (path !== undefined) {
      add(path, { how: 'open' });
      visit(operands[1]);
    } else if (cell) {
      const key = pathOf(cell.key);
      if (key !== undefined) add(key, { how: 'key', table: cell.table });
      else visit(cell.key);
    } else if (names) {
      for (const name of names)
        if (typeof name === 'string')
          add(
            name,
            own?.names?.asks === 'there'
              ? { how: 'there' }
              : { how: 'cut', term: { var: name }, by: 'equality', against: [true] },
          );
    } else if (own?.overItems) visit(operands[0]);
    else operands.forEach(visit);
  };
  const top = operation(atom);
  const by = byOf(operatorOf(top?.operator));
  const whole = pathOf(atom);
  if (whole !== undefined && top?.operands[1] === undefined) add(whole, { how: 'truth' });
  else if (top && by) {
    top.operands.forEach((side, i) => {
      const path = by === 'among' && i > 0 ? undefined : onlyFact(side, today);
      const against = top.operands.filter((_, at) => at !== i);
      if (path !== undefined && !against.some((other) => factsIn(other, today).has(path)))
        add(path, { how: 'cut', term: side, by, against });
      else visit(side);
    });
  } else visit(atom);
  return found;
}

/** Every fact path in logic. With `today`, the day is a constant. */
export function factsIn(logic: Logic, today: boolean): ReadonlySet<string> {
  return new Set(usesOf({ and: [logic] }, today).keys());
}

/** The one fact a term grows or falls with, when that is sure from its form. */
function onlyFact(term: Logic, today: boolean): string | undefined {
  const path = pathOf(term);
  if (path !== undefined)
    return operation(term)?.operands.length === 1 && !(today && path === 'today') ? path : undefined;
  return direction(term, today) === 0 ? undefined : [...factsIn(term, today)][0];
}

/** 1 when a term grows with its one fact, -1 when it falls, 0 when neither is sure. */
export function direction(term: Logic, today: boolean): number {
  const path = pathOf(term);
  if (path !== undefined) return operation(term)?.operands.length === 1 && !(today && path === 'today') ? 1 : 0;
  const node = operation(term);
  if (!node) return 0;
  const { operator, operands } = node;
  const moving = operands.filter((one) => factsIn(one, today).size > 0);
  const [inner] = moving;
  if (moving.length !== 1 || inner === undefined) return 0;
  return direction(inner, today) * (operatorOf(operator)?.direction?.(operands.indexOf(inner), operands) ?? 0);
}

function byOf(operator: Operator | undefined): By | undefined {
  if (operator?.among) return 'among';
  if (!operator?.compares) return undefined;
  return isOrder(operator) ? 'order' : 'equality';
}
