/** Comparisons in words. */
import { be, listed } from '../../compile/english.ts';
import { isOrder } from '../../compile/operators/compares.ts';
import type { Operator } from '../../compile/operators/operator.ts';
import { operation, operatorOf, type Logic } from '../domain/atoms.ts';
import { phrase, type Operand, type Saying } from './phrase.ts';
import { isTrue, property } from './truth.ts';

/** A comparison of something with one or more constants. */
export interface Member {
  /** The same for the same subject. */
  readonly key: string;
  readonly subject: Logic;
  readonly values: readonly unknown[];
  readonly holds: boolean;
}

type Compares = NonNullable<Operator['compares']>;
const denied = ({ less, equal, more }: Compares): Compares => ({ less: !less, equal: !equal, more: !more });
const mirrored = ({ less, equal, more }: Compares): Compares => ({ less: more, equal, more: less });
const inOrder = ({ less, equal }: Compares, [under, upTo, over, from]: readonly string[]): string =>
  (less ? (equal ? upTo : under) : equal ? from : over) ?? '';
const AMOUNTS = ['less than', 'at most', 'more than', 'at least'];
const DATES = ['before', 'on or before', 'after', 'on or after'];

/** `x == "a"`, `x in ["a", "b"]` and their denials; undefined for anything else. */
export function memberOf(logic: Logic, holds: boolean): Member | undefined {
  const node = operation(logic);
  if (!node) return undefined;
  const [a, b] = node.operands;
  if (node.operator === '!') return memberOf(a, !holds);
  const member = (subject: Logic, values: readonly unknown[], positive: boolean): Member => ({
    key: JSON.stringify(subject),
    subject,
    values,
    holds: positive,
  });
  const constant = (value: Logic): boolean => typeof value === 'string' || typeof value === 'number';
  const own = operatorOf(node.operator);
  if (own?.among && Array.isArray(b) && operation(a) && b.every(constant)) return member(a, b, holds);
  if (!own?.compares || isOrder(own)) return undefined;
  const same = own.compares.equal;
  if (constant(b) && operation(a)) return member(a, [b], same === holds);
  return constant(a) && operation(b) ? member(b, [a], same === holds) : undefined;
}

/** A comparison as a clause; undefined when `operator` is none. */
export function comparison(
  operator: Operator | undefined,
  operands: readonly Logic[],
  saying: Saying,
): string | undefined {
  if (operator?.among) return among(operands, saying);
  if (!operator?.compares) return undefined;
  const { compares } = operator;
  return isOrder(operator)
    ? order(compares, operands, saying)
    : equality(operands, { ...saying, holds: compares.equal === saying.holds });
}

function equality([a, b]: readonly Logic[], saying: Saying): string {
  const { holds } = saying;
  const flipped = operation(a) === undefined && operation(b) !== undefined;
  const [left, right] = flipped ? [b, a] : [a, b];
  if (typeof right === 'boolean') return boolean(left, { ...saying, holds: right === holds });
  const subject = phrase(left, saying);
  if (right === null) return `${subject.words} ${be(subject.words, false)} ${holds ? 'empty' : 'not empty'}`;
  const other = phrase(right, saying, subject);
  if (other.isConstant && other.constant === '') return `${subject.words} ${be(subject.words, !holds)} empty`;
  return `${subject.words} ${be(subject.words, !holds)} ${other.isConstant ? other.words : `the same as ${other.words}`}`;
}

function boolean(left: Logic, saying: Saying): string {
  const { holds, words, said } = saying;
  const node = operation(left);
  if (node?.operator === 'var') return isTrue(String(node.operands[0]), holds, { words, isBoolean: true });
  const cell = operatorOf(node?.operator)?.cell?.(node?.operands ?? []);
  return cell
    ? property(phrase(cell.key, saying).words, cell.column.split('.').at(-1) ?? cell.column, holds)
    : said(left, holds);
}

/** `the state is Texas or Ohio`. */
export function among([a, b]: readonly Logic[], saying: Saying): string {
  const { holds, words } = saying;
  const subject = phrase(a, saying);
  if (!Array.isArray(b)) {
    const list = phrase(b, saying);
    return `${subject.isConstant ? words.value(list.path, subject.constant) : subject.words} is ${holds ? '' : 'not '}among ${list.words}`;
  }
  const values = b.map((value: Logic) => phrase(value, saying, subject).words);
  const verb = be(subject.words, false);
  if (values.length === 0) return `${subject.words} ${verb} ${holds ? 'one of nothing' : 'not one of nothing'}`;
  if (values.length === 1) return `${subject.words} ${be(subject.words, !holds)} ${values[0] ?? ''}`;
  if (holds) return `${subject.words} ${verb} ${listed(values, 'or')}`;
  return `${subject.words} ${verb} neither ${listed(values, 'nor')}`;
}

function order(compares: Compares, operands: readonly Logic[], saying: Saying): string {
  const [a, b, c] = operands;
  if (c !== undefined) return between(compares, operands, saying);
  const flipped = operation(a) === undefined && operation(b) !== undefined;
  const [left, right] = flipped ? [b, a] : [a, b];
  const turned = flipped ? mirrored(compares) : compares;
  const sign = saying.holds ? turned : denied(turned);
  const apart = sinceDates({ left, right, sign }, saying);
  if (apart !== undefined) return apart;
  const subject = phrase(left, saying);
  const other = phrase(right, saying, subject);
  return `${subject.words} ${be(subject.words, false)} ${inOrder(sign, isDate(subject, other) ? DATES : AMOUNTS)} ${other.words}`;
}
const isDate = (a: Operand, b: Operand): boolean =>
  [a, b].some(({ unit }) => unit === 'date' || unit === 'instant') || a.path === 'today';

/** `yearsBetween(birth, today) >= 18`: the date of birth is at least 18 years before today. */
function sinceDates(
  { left, right, sign }: { readonly left: Logic; readonly right: Logic; readonly sign: Compares },
  saying: Saying,
): string | undefined {
  const node = operation(left);
  const unit = operatorOf(node?.operator)?.elapsed;
  if (!node || unit === undefined || typeof right !== 'number') return undefined;
  const [from, to] = node.operands.map((one) => phrase(one, saying));
  if (!from || !to) return undefined;
  const [date, base, way] = to.path === 'today' ? [from, to, 'before'] : [to, from, 'after'];
  if (right === 0 && unit === 'day') {
    const side = way === 'after' ? sign : mirrored(sign);
    return `${date.words} ${be(date.words, false)} ${inOrder(side, DATES)} ${base.words}`;
  }
  return `${date.words} ${be(date.words, false)} ${inOrder(sign, AMOUNTS)} ${right} ${unit}${right === 1 ? '' : 's'} ${way} ${base.words}`;
}

/** `{"<=": [1, x, 5]}`. */
function between({ equal, more }: Compares, [low, middle, high]: readonly Logic[], saying: Saying): string {
  const subject = phrase(middle, saying);
  const [from, to] = [low, high].map((one) => phrase(one, saying, subject).words);
  const [least, most] = more ? [to, from] : [from, to];
  return `${subject.words} ${be(subject.words, !saying.holds)} ${equal ? '' : 'strictly '}between ${least ?? ''} and ${most ?? ''}`;
}
