/** The least and the most that a number made of facts can be, by what each fact can be. */
import { operation, type Logic } from '../domain/atoms.ts';
import { pathOf } from '../domain/uses.ts';
import type { FactWorld } from '../domain/shape.ts';

/** Both ends included. */
export interface Span {
  readonly least: number;
  readonly most: number;
  /** Whether it is whole whatever its facts are. */
  readonly whole: boolean;
}

/** Undefined for what is no number, or made in a way that is not followed. */
export function spanOf(term: Logic, world: FactWorld): Span | undefined {
  if (typeof term === 'number') return { least: term, most: term, whole: Number.isInteger(term) };
  const node = operation(term);
  if (!node) return undefined;
  const path = pathOf(term);
  if (path !== undefined) return node.operands.length === 1 ? factSpan(path, world) : undefined;
  const found = node.operands.map((one) => spanOf(one, world));
  const spans = found.flatMap((one) => one ?? []);
  const [first, second] = spans;
  if (!first || spans.length < found.length) return undefined;
  const whole = spans.every((one) => one.whole);
  const made = (least: number, most: number): Span | undefined =>
    Number.isNaN(least) || Number.isNaN(most) ? undefined : { least, most, whole };
  switch (node.operator) {
    case '+':
      return made(
        spans.reduce((sum, one) => sum + one.least, 0),
        spans.reduce((sum, one) => sum + one.most, 0),
      );
    case '-':
      return second && spans.length === 2 ? made(first.least - second.most, first.most - second.least) : undefined;
    case 'min':
      return made(Math.min(...spans.map(({ least }) => least)), Math.min(...spans.map(({ most }) => most)));
    case 'max':
      return made(Math.max(...spans.map(({ least }) => least)), Math.max(...spans.map(({ most }) => most)));
    case '%':
      return second && spans.length === 2 ? restSpan(first, second) : undefined;
    default:
      return undefined;
  }
}

function factSpan(path: string, world: FactWorld): Span | undefined {
  const { type, minimum = -Infinity, maximum = Infinity } = world.shapeOf(path);
  return type === 'integer' || type === 'number'
    ? { least: minimum, most: maximum, whole: type === 'integer' }
    : undefined;
}

/** What is left of a division by a constant has the sign of what was divided. */
function restSpan(of: Span, by: Span): Span | undefined {
  if (by.least !== by.most || by.least === 0) return undefined;
  const whole = of.whole && by.whole;
  const most = Math.abs(by.least) - (whole ? 1 : 0);
  return {
    least: of.least >= 0 ? 0 : Math.max(of.least, -most),
    most: of.most <= 0 ? 0 : Math.min(of.most, most),
    whole,
  };
}
