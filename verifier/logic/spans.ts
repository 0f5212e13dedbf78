/** The least and the most that a number made of facts can be, by what each fact can be. */
import type { Span } from '../../compile/operators/operator.ts';
import { operation, operatorOf, type Logic } from '../domain/atoms.ts';
import { pathOf } from '../domain/uses.ts';
import type { FactWorld } from '../domain/shape.ts';

/** Undefined for what is no number, or made in a way that is not followed. */
export function spanOf(term: Logic, world: FactWorld): Span | undefined {
  if (typeof term === 'number') return { least: term, most: term, whole: Number.isInteger(term) };
  const node = operation(term);
  if (!node) return undefined;
  const path = pathOf(term);
  if (path !== undefined) return node.operands.length === 1 ? factSpan(path, world) : undefined;
  const found = node.operands.map((one) => spanOf(one, world));
  const spans = found.flatMap((one) => one ?? []);
  return spans.length === found.length ? operatorOf(node.operator)?.span?.(spans) : undefined;
}

function factSpan(path: string, world: FactWorld): Span | undefined {
  const { type, minimum = -Infinity, maximum = Infinity } = world.shapeOf(path);
  return type === 'integer' || type === 'number'
    ? { least: minimum, most: maximum, whole: type === 'integer' }
    : undefined;
}
