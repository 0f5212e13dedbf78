/** What comparisons of calculated terms rule out, as far as the form of the calculation shows it: for terms that no list of values decides. */
import { operation, type Logic } from '../domain/atoms.ts';
import { truthOf } from '../rules/evaluate.ts';
import type { FactWorld } from '../domain/shape.ts';
import { pathOf } from '../domain/uses.ts';
import { spanOf, type Span } from './spans.ts';

const MIRRORED: Readonly<Record<string, string>> = {
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
  '==': '==',
  '!=': '!=',
  '===': '===',
  '!==': '!==',
};

/** Conditions that are true for nobody, because of how a comparison calculates. */
export function ruledOut(atom: Logic, world: FactWorld): readonly Logic[] {
  const node = operation(atom);
  if (!node || node.operands.length !== 2) return [];
  const mirrored = MIRRORED[node.operator];
  const [left, right] = node.operands;
  if (mirrored === undefined || (!calculates(left) && !calculates(right))) return [];
  const turned = calculates(left)
    ? { operator: node.operator, term: left, other: right }
    : { operator: mirrored, term: right, other: left };
  return [
    ...apart(atom, node.operator, { left: spanOf(left, world), right: spanOf(right, world) }),
    ...parts(atom, turned, world),
    ...difference(atom, turned, world),
    ...shifted(atom, turned),
  ];
}

interface Turned {
  readonly operator: string;
  readonly term: Logic;
  readonly other: Logic;
}
const CALCULATES = new Set(['+', '-', '%', 'min', 'max', 'addDays']);

const calculates = (term: Logic): boolean => CALCULATES.has(operation(term)?.operator ?? '');
const compared = (operator: string, left: Logic, right: Logic): Logic => ({ [operator]: [left, right] });
const without = (atom: Logic, consequence: Logic): Logic => ({ and: [atom, { '!': [consequence] }] });

/** A comparison of two numbers that comes out the same at every end of what they can be. */
function apart(
  atom: Logic,
  operator: string,
  { left, right }: { readonly left: Span | undefined; readonly right: Span | undefined },
): readonly Logic[] {
  if (!left || !right) return [];
  const [below, above] = [left.most < right.least, left.least > right.most];
  const [atMost, atLeast] = [left.most <= right.least, left.least >= right.most];
  switch (operator) {
    case '<':
      return outcome(atom, below, atLeast);
    case '<=':
      return outcome(atom, atMost, above);
    case '>':
      return outcome(atom, above, atMost);
    case '>=':
      return outcome(atom, atLeast, below);
    case '==':
    case '===':
      return outcome(atom, false, below || above);
    default:
      return outcome(atom, below || above, false);
  }
}

const outcome = (atom: Logic, always: boolean, never: boolean): readonly Logic[] =>
  never ? [atom] : always ? [{ '!': [atom] }] : [];

/** A sum of whole numbers within a limit keeps each of them within what the least, or most, of the others leaves. */
function parts(atom: Logic, { operator, term, other }: Turned, world: FactWorld): readonly Logic[] {
  const sum = operation(term);
  if (sum?.operator !== '+' || typeof other !== 'number' || !['<', '<=', '>', '>='].includes(operator)) return [];
  const spans = sum.operands.map((one) => spanOf(one, world));
  if (!Number.isInteger(other) || !spans.every((one) => one?.whole === true)) return [];
  const end = operator.startsWith('<') ? 'least' : 'most';
  return sum.operands.flatMap((one, i) => {
    const rest = spans.reduce((left, span, at) => (at === i ? left : left - (span?.[end] ?? Number.NaN)), other);
    return pathOf(one) !== undefined && Number.isSafeInteger(rest)
      ? [without(atom, compared(operator, one, rest))]
      : [];
  });
}

/** A difference compared with nothing is a comparison of its two numbers. */
function difference(atom: Logic, { operator, term, other }: Turned, world: FactWorld): readonly Logic[] {
  const node = operation(term);
  const [from, taken] = node?.operands ?? [];
  if (
    node?.operator !== '-' ||
    node.operands.length !== 2 ||
    other !== 0 ||
    !spanOf(from, world) ||
    !spanOf(taken, world)
  )
    return [];
  return [
    without(atom, compared(operator, from, taken)),
    without({ '!': [atom] }, { '!': [compared(operator, from, taken)] }),
  ];
}

/** A day some days from today is compared with today. */
function shifted(atom: Logic, { operator, term, other }: Turned): readonly Logic[] {
  const node = operation(term);
  const [from, days] = node?.operands ?? [];
  if (node?.operator !== 'addDays' || !Number.isInteger(days) || pathOf(from) !== 'today' || pathOf(other) !== 'today')
    return [];
  const holds = truthOf(compared(operator, days, 0), {});
  return holds === undefined ? [] : [holds ? { '!': [atom] } : atom];
}

/** Where today may be any day to come: whoever is below an age then is below it now. */
export function ruledOutByAge(atom: Logic, world: FactWorld): readonly Logic[] {
  const node = operation(atom);
  const [term, limit] = node?.operands ?? [];
  const span = operation(term);
  if (!node || !span || !['<', '<='].includes(node.operator) || typeof limit !== 'number' || node.operands.length !== 2)
    return [];
  const [from, to] = span.operands;
  return ['yearsBetween', 'daysBetween'].includes(span.operator) && pathOf(to) === 'today' && pathOf(from) !== 'today'
    ? [without(atom, compared(node.operator, { [span.operator]: [from, world.today] }, limit))]
    : [];
}
