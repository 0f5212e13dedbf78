/** json-logic that gives a value, as a noun phrase. */
import { operation, variable, type Logic } from '../domain/atoms.ts';
import { listed, plainWords, possessive } from './english.ts';
import type { Unit } from './value.ts';
import { valueText } from './value.ts';
import type { Words } from './words.ts';

/** What one side of a comparison is, for wording the other side: its fact, its unit, or the choices it has. */
export interface Operand {
  readonly words: string;
  /** Set for a plain fact. */
  readonly path?: string;
  readonly unit: Unit;
  readonly isConstant: boolean;
  readonly constant?: unknown;
}

const ROOTS = new Set([
  'answers',
  'results',
  'values',
  'session',
  'application',
  'customer',
  'flags',
  'brand',
  'cookies',
  'device',
  'route',
  'typed',
  'item',
  'payload',
  'today',
  'now',
]);
const SIGNS: Readonly<Record<string, string>> = {
  '+': 'plus',
  '-': 'minus',
  '*': 'times',
  '/': 'divided by',
  '%': 'modulo',
};

/** A fact path in words; a path without a root is a part of the item a list operator looks at. */
export function factNoun(path: string, words: Words): string {
  if (path === '') return 'it';
  return ROOTS.has(path.split('.')[0] ?? '') ? words.fact(path) : `its ${plainWords(path)}`;
}

interface Cell {
  readonly table: string;
  readonly key: Logic;
  readonly column: string;
}
/** A cell of a table: `the state's minimum age`, `the minimum age of the state on the ID`. */
function cellNoun({ table, key, column }: Cell, words: Words): string {
  const owner = phrase(key, { words, said: String }).words;
  const name = column.split('.').reverse().map(plainWords).join(' ');
  const of = plainWords(table).replace(/s$/, '');
  if (owner === `the ${of}`) return `${possessive(owner)} ${name}`;
  return owner.startsWith(`the ${of} `) || owner.startsWith(`the applicant's ${of}`)
    ? `the ${name} of ${owner}`
    : `the ${name} of the ${of} in ${owner}`;
}

/** How facts are called, and how a condition inside of something (of an `if`, say) is said. */
interface Voice {
  readonly words: Words;
  readonly said: (rule: Logic, holds?: boolean) => string;
}
/** That something holds, or does not, in this voice. */
export interface Saying extends Voice {
  readonly holds: boolean;
}
/**
 * @param like the other side of a comparison: constants are worded by its fact and unit
 */
export function phrase(logic: Logic, voice: Voice, like?: Operand): Operand {
  const { words, said: condition } = voice;
  const inner = (operand: Logic): string => phrase(operand, voice, like).words;
  const path = variable(logic);
  if (path !== undefined) return { words: factNoun(path, words), path, unit: words.unit(path), isConstant: false };
  const node = operation(logic);
  if (!node)
    return { words: constantWords(logic, words, like), unit: like?.unit ?? 'plain', isConstant: true, constant: logic };
  const { operator, operands } = node;
  const made = (said: string, unit: Unit = 'plain'): Operand => ({ words: said, unit, isConstant: false });
  const [a, b, c] = operands;
  switch (operator) {
    case 'lookup':
      return made(cellNoun({ table: String(a), key: b ?? null, column: String(c) }, words));
    case 'yearsBetween':
      return made(`the years from ${inner(a)} to ${inner(b)}`);
    case 'daysBetween':
      return made(`the days from ${inner(a)} to ${inner(b)}`);
    case 'addDays':
      return made(`${typeof b === 'number' ? days(b) : `${inner(b)} days`} after ${inner(a)}`, 'date');
    case '+':
    case '-':
    case '*':
    case '/':
    case '%': {
      const unit = operands.map((one) => phrase(one, voice).unit).find((one) => one === 'money') ?? 'plain';
      const alike = operator === '+' || operator === '-' ? made('', unit) : undefined;
      return made(operands.map((one) => phrase(one, voice, alike).words).join(` ${SIGNS[operator] ?? ''} `), unit);
    }
    case 'min':
      return made(`the smallest of ${listed(operands.map(inner), 'and')}`, phrase(a, voice).unit);
    case 'max':
      return made(`the largest of ${listed(operands.map(inner), 'and')}`, phrase(a, voice).unit);
    case 'cat':
      return made(
        `${listed(operands.filter((one) => typeof one !== 'string' || one.trim() !== '').map(inner), 'and')} together`,
      );
    case 'substr':
      return made(`a part of ${inner(a)}`);
    case 'merge':
      return made(listed(operands.map(inner), 'and'));
    case 'map':
    case 'filter':
      return made(
        operator === 'filter' ? `those of ${inner(a)} where ${condition(b)}` : `${inner(b)} for each of ${inner(a)}`,
      );
    case 'missing':
      return made(
        `what is missing of ${listed(
          operands.flat().map((one) => (typeof one === 'string' ? factNoun(one, words) : inner(one))),
          'and',
        )}`,
      );
    case 'if':
    case '?:':
      return made(choice(operands, inner, condition), phrase(b, voice, like).unit);
    default:
      return made(condition(logic));
  }
}

function choice(
  operands: readonly Logic[],
  inner: (operand: Logic) => string,
  condition: (rule: Logic) => string,
): string {
  const said: string[] = [];
  const part = (logic: Logic): string =>
    / (when|otherwise)\b/.test(inner(logic)) ? `(${inner(logic)})` : inner(logic);
  for (let index = 0; index + 1 < operands.length; index += 2)
    said.push(`${part(operands[index + 1])} when ${condition(operands[index])}`);
  return operands.length % 2 === 1 ? `${said.join(', ')} and ${part(operands.at(-1))} otherwise` : said.join(' and ');
}

const days = (count: number): string => (count === 1 ? '1 day' : `${count} days`);

function constantWords(value: Logic, words: Words, like: Operand | undefined): string {
  if (Array.isArray(value))
    return value.length === 0
      ? 'nothing'
      : listed(
          value.map((one: unknown) =>
            operation(one) ? phrase(one, { words, said: String }).words : constantWords(one, words, like),
          ),
          'and',
        );
  const said = words.value(like?.path, value);
  if (like?.path !== undefined || typeof value === 'string')
    return like?.unit === 'date' ? valueText(value, 'date') : said;
  return valueText(value, like?.unit ?? 'plain');
}
