/**
 * What comparisons of calculated terms rule out, as far as the form of the calculation shows it: for terms that no list
 * of values decides.
 */
import type { Operator, Span } from '../../compile/operators/operator.ts';
import { operation, operatorOf, type Logic } from '../domain/atoms.ts';
import { truthOf } from '../../compile/operators/evaluate.ts';
import type { FactWorld } from '../domain/shape.ts';
import { pathOf } from '../domain/uses.ts';
import { spanOf } from './spans.ts';

/** Conditions that are true for nobody, because of how a comparison calculates. */
export function ruledOut(atom: Logic, world: FactWorld): readonly Logic[] {
  const node = operation(atom);
  const compares = operatorOf(node?.operator)?.compares;
  if (!node || !compares || node.operands.length !== 2) return [];
  const [left, right] = node.operands;
  if (!calculates(left) && !calculates(right)) return [];
  const turned: Turned = calculates(left)
    ? { term: left, other: right, compares, compared: (a, b) => ({ [node.operator]: [a, b] }) }
    : {
        term: right,
        other: left,
        compares: { less: compares.more, equal: compares.equal, more: compares.less },
        compared: (a, b) => ({ [node.operator]: [b, a] }),
      };
  return [
    ...apart(atom, compares, { left: spanOf(left, world), right: spanOf(right, world) }),
    ...parts(atom, turned, world),
    ...difference(atom, turned, world),
    ...shifted(atom, turned),
  ];
}

type Compares = NonNullable<Operator['compares']>;
/** A comparison with the calculated side first. */
interface Turned {
  readonly term: Logic;
  readonly other: Logic;
  readonly compares: Compares;
  /** The same comparison of other things. */
  readonly compared: (term: Logic, other: Logic) => Logic;
}

/** Whether a term is made of others in a way that is followed. */
function calculates(term: Logic): boolean {
  const made = operatorOf(operation(term)?.operator);
  return made?.span !== undefined || made?.later === true;
}
const without = (atom: Logic, consequence: Logic): Logic => ({ and: [atom, { '!': [consequence] }] });

/** A comparison of two numbers that comes out the same at every end of what they can be. */
function apart(
  atom: Logic,
  { less, equal, more }: Compares,
  { left, right }: { readonly left: Span | undefined; readonly right: Span | undefined },
): readonly Logic[] {
  if (!left || !right) return [];
  const may = {
    less: left.least < right.most,
    equal: left.least <= right.most && left.most >= right.least,
    more: left.most > right.least,
  };
  const mayHold = (less && may.less) || (equal && may.equal) || (more && may.more);
  const mayFail = (!less && may.less) || (!equal && may.equal) || (!more && may.more);
  return mayHold ? (mayFail ? [] : [{ '!': [atom] }]) : [atom];
}

/** A sum of whole numbers within a limit keeps each of them within what the least, or most, of the others leaves. */
function parts(atom: Logic, { term, other, compares, compared }: Turned, world: FactWorld): readonly Logic[] {
  const sum = operation(term);
  const factors = sum && operatorOf(sum.operator)?.factors?.(sum.operands.length);
  if (!factors?.every((one) => one === 1) || typeof other !== 'number' || compares.less === compares.more) return [];
  const spans = sum?.operands.map((one) => spanOf(one, world)) ?? [];
  if (!Number.isInteger(other) || !spans.every((one) => one?.whole === true)) return [];
  const end = compares.less ? 'least' : 'most';
  return (sum?.operands ?? []).flatMap((one, i) => {
    const rest = spans.reduce((left, span, at) => (at === i ? left : left - (span?.[end] ?? Number.NaN)), other);
    return pathOf(one) !== undefined && Number.isSafeInteger(rest) ? [without(atom, compared(one, rest))] : [];
  });
}

/** A difference compared with nothing is a comparison of its two numbers. */
function difference(atom: Logic, { term, other, compared }: Turned, world: FactWorld): readonly Logic[] {
  const node = operation(term);
  const [from, taken] = node?.operands ?? [];
  const factors = node && operatorOf(node.operator)?.factors?.(node.operands.length);
  const isDifference = factors?.length === 2 && factors[0] === 1 && factors[1] === -1;
  if (!isDifference || other !== 0 || !spanOf(from, world) || !spanOf(taken, world)) return [];
  return [without(atom, compared(from, taken)), without({ '!': [atom] }, { '!': [compared(from, taken)] })];
}

/** A day some days from today is compared with today. */
function shifted(atom: Logic, { term, other, compared }: Turned): readonly Logic[] {
  const node = operation(term);
  const [from, days] = node?.operands ?? [];
  const later = operatorOf(node?.operator)?.later;
  if (!later || !Number.isInteger(days) || pathOf(from) !== 'today' || pathOf(other) !== 'today') return [];
  const holds = truthOf(compared(days, 0), {});
  return holds === undefined ? [] : [holds ? { '!': [atom] } : atom];
}

/** Where today may be any day to come: whoever is below an age then is below it now. */
export function ruledOutByAge(atom: Logic, world: FactWorld): readonly Logic[] {
  const node = operation(atom);
  const compares = operatorOf(node?.operator)?.compares;
  const [term, limit] = node?.operands ?? [];
  const span = operation(term);
  if (!node || !span || !compares || typeof limit !== 'number' || node.operands.length !== 2) return [];
  if (!compares.less || compares.more) return [];
  const [from, to] = span.operands;
  return operatorOf(span.operator)?.elapsed && pathOf(to) === 'today' && pathOf(from) !== 'today'
    ? [without(atom, { [node.operator]: [{ [span.operator]: [from, world.today] }, limit] })]
    : [];
}
