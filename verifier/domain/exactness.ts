/** For which conditions a few values of each fact stand for all, and a sentence for those where they do not. */
import { operation, readsOf, variable, type Atom, type Logic } from './atoms.ts';
import { isDate } from './representatives.ts';

const COMPARISONS = new Set(['==', '!=', '===', '!==', '<', '<=', '>', '>=', 'in']);
/** Ask only whether something is there, or true. */
const PRESENCE = new Set(['answered', 'missing', 'missing_some', '!', '!!', 'var']);
const LISTS = new Set(['some', 'all', 'none']);
const ORDERS = new Set(['<', '<=', '>', '>=']);
/** Facts that come with a moment and that nobody tries values of. */
const UNVARIED = /^(route|item|payload)(\.|$)/;
const SPANS = new Set(['yearsBetween', 'daysBetween']);

/** What one side of a comparison is made of. */
type Side =
  | { readonly kind: 'constant' }
  | { readonly kind: 'fact'; readonly path: string }
  /** Years or days between a fact and today. */
  | { readonly kind: 'span'; readonly path: string }
  /** A cell of a compliance table, by a fact that names its row. */
  | { readonly kind: 'column'; readonly path: string }
  | { readonly kind: 'other' };

/**
 * Exact: a fact with constants, with a column of a table or with today (both sides of every limit are tried); a column with constants (rows are
 * told apart by their columns); whether something is there; a question of the entries of a column's list. Facts compared with each other: together.ts.
 */
export function isExact({ operator, operands, reads }: Atom): boolean {
  if (reads.some((path) => UNVARIED.test(path))) return false;
  // Of the order of words nothing is known but that of dates.
  if (ORDERS.has(operator) && operands.some((operand) => typeof operand === 'string' && !isDate(operand))) return false;
  if (PRESENCE.has(operator))
    return operands.flat().every((operand) => ['constant', 'fact'].includes(sideOf(operand).kind));
  if (LISTS.has(operator)) return sideOf(operands[0]).kind === 'column' || sideOf(operands[0]).kind === 'constant';
  if (!COMPARISONS.has(operator)) return false;
  const sides = operands.map(sideOf);
  const varying = sides.filter(({ kind }) => kind !== 'constant');
  if (varying.some(({ kind }) => kind === 'other')) return false;
  if (varying.length <= 1) return true;
  return (
    varying.length === 2 &&
    varying.some(({ kind }) => kind === 'column') &&
    varying.some(({ kind }) => kind === 'fact' || kind === 'span')
  );
}

/** Whether it is a cell of a compliance table, by a fact that names its row. */
export const isOneColumn = (logic: Logic): boolean => sideOf(logic).kind === 'column';

function sideOf(logic: Logic): Side {
  if (Array.isArray(logic))
    return { kind: logic.every((item) => operation(item) === undefined) ? 'constant' : 'other' };
  const path = variable(logic);
  if (path !== undefined)
    return path === 'today' || path.startsWith('brand.') ? { kind: 'constant' } : { kind: 'fact', path };
  const node = operation(logic);
  if (!node || readsOf(logic).size === 0) return { kind: 'constant' };
  if (node.operator === 'lookup') {
    const key = variable(node.operands[1]);
    return key === undefined ? { kind: 'other' } : { kind: 'column', path: key };
  }
  if (node.operator === 'if' || node.operator === '?:') return alternatives(node.operands);
  if (!SPANS.has(node.operator)) return { kind: 'other' };
  const [from, to] = node.operands.map(variable);
  const fact = to === 'today' ? from : from === 'today' ? to : undefined;
  return fact === undefined ? { kind: 'other' } : { kind: 'span', path: fact };
}

/** A column, or a constant where the row's fact is not known: still a column. */
function alternatives(operands: readonly Logic[]): Side {
  const [asked = null, ...rest] = operands;
  const sides = rest.map(sideOf);
  const column = sides.find(({ kind }) => kind === 'column');
  const one = column && 'path' in column ? column.path : undefined;
  const node = operation(asked);
  const plain = node?.operator === 'answered' && [...readsOf(asked)].every((path) => path === one);
  return one !== undefined &&
    plain &&
    sides.every((side) => side.kind === 'constant' || (side.kind === 'column' && side.path === one))
    ? { kind: 'column', path: one }
    : { kind: 'other' };
}
