/** Comparisons in words. */
import { operation, type Logic } from '../domain/atoms.ts';
import { be, listed } from './english.ts';
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

const EQUALS = new Set(['==', '===']);
const DIFFERS = new Set(['!=', '!==']);
const MIRRORED: Readonly<Record<string, string>> = { '>': '<', '>=': '<=', '<': '>', '<=': '>=' };
const DENIED: Readonly<Record<string, string>> = { '>': '<=', '>=': '<', '<': '>=', '<=': '>' };
const AMOUNTS: Readonly<Record<string, string>> = {
  '>': 'more than',
  '>=': 'at least',
  '<': 'less than',
  '<=': 'at most',
};
const DATES: Readonly<Record<string, string>> = {
  '>': 'after',
  '>=': 'on or after',
  '<': 'before',
  '<=': 'on or before',
};

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
  if (node.operator === 'in' && Array.isArray(b) && operation(a) && b.every(constant)) return member(a, b, holds);
  const same = EQUALS.has(node.operator);
  if (!same && !DIFFERS.has(node.operator)) return undefined;
  if (constant(b) && operation(a)) return member(a, [b], same === holds);
  return constant(a) && operation(b) ? member(b, [a], same === holds) : undefined;
}

/** A comparison as a clause; undefined when `operator` is none. */
export function comparison(operator: string, operands: readonly Logic[], saying: Saying): string | undefined {
  const { holds } = saying;
  if (EQUALS.has(operator) || DIFFERS.has(operator))
    return equality(operands, { ...saying, holds: EQUALS.has(operator) === holds });
  if (operator === 'in') return among(operands, saying);
  return operator in AMOUNTS ? order(operator, operands, saying) : undefined;
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
  if (node?.operator !== 'lookup') return said(left, holds);
  const column = String(node.operands[2]);
  return property(phrase(node.operands[1], saying).words, column.split('.').at(-1) ?? column, holds);
}

function among([a, b]: readonly Logic[], saying: Saying): string {
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

function order(operator: string, operands: readonly Logic[], saying: Saying): string {
  const [a, b, c] = operands;
  if (c !== undefined) return between(operator, operands, saying);
  const flipped = operation(a) === undefined && operation(b) !== undefined;
  const [left, right] = flipped ? [b, a] : [a, b];
  const turned = flipped ? (MIRRORED[operator] ?? operator) : operator;
  const sign = saying.holds ? turned : (DENIED[turned] ?? turned);
  const apart = sinceDates({ left, right, sign }, saying);
  if (apart !== undefined) return apart;
  const subject = phrase(left, saying);
  const other = phrase(right, saying, subject);
  return `${subject.words} ${be(subject.words, false)} ${(isDate(subject, other) ? DATES : AMOUNTS)[sign] ?? ''} ${other.words}`;
}
const isDate = (a: Operand, b: Operand): boolean =>
  [a, b].some(({ unit }) => unit === 'date' || unit === 'instant') || a.path === 'today';

/** `yearsBetween(birth, today) >= 18`: the date of birth is at least 18 years before today. */
function sinceDates(
  { left, right, sign }: { readonly left: Logic; readonly right: Logic; readonly sign: string },
  saying: Saying,
): string | undefined {
  const node = operation(left);
  if (!node || (node.operator !== 'yearsBetween' && node.operator !== 'daysBetween') || typeof right !== 'number')
    return undefined;
  const [from, to] = node.operands.map((one) => phrase(one, saying));
  if (!from || !to) return undefined;
  const [date, base, way] = to.path === 'today' ? [from, to, 'before'] : [to, from, 'after'];
  const unit = node.operator === 'yearsBetween' ? 'year' : 'day';
  if (right === 0 && unit === 'day') {
    const words0: Readonly<Record<string, string>> =
      way === 'after' ? DATES : { '>': 'before', '>=': 'on or before', '<': 'after', '<=': 'on or after' };
    return `${date.words} ${be(date.words, false)} ${words0[sign] ?? ''} ${base.words}`;
  }
  return `${date.words} ${be(date.words, false)} ${AMOUNTS[sign] ?? ''} ${right} ${unit}${right === 1 ? '' : 's'} ${way} ${base.words}`;
}

/** `{"<=": [1, x, 5]}`. */
function between(operator: string, [low, middle, high]: readonly Logic[], saying: Saying): string {
  const subject = phrase(middle, saying);
  const [from, to] = [low, high].map((one) => phrase(one, saying, subject).words);
  const open = operator === '<' || operator === '>';
  const [least, most] = operator.startsWith('>') ? [to, from] : [from, to];
  return `${subject.words} ${be(subject.words, !saying.holds)} ${open ? 'strictly ' : ''}between ${least ?? ''} and ${most ?? ''}`;
}
