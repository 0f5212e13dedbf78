/** json-logic that gives a value, as a noun phrase. */
import { listed, plainWords } from '../../compile/english.ts';
import type { Noun, Unit, Voice as OperatorVoice } from '../../compile/operators/operator.ts';
import { operation, operatorOf, variable, type Logic } from '../domain/atoms.ts';
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
  'draft',
  'customer',
  'flags',
  'brand',
  'cookies',
  'device',
  'route',
  'typed',
  'item',
  'payload',
  'problem',
  'today',
  'now',
]);
/** A fact path in words; a path without a root is a part of the item a list operator looks at. */
export function factNoun(path: string, words: Words): string {
  if (path === '') return 'it';
  return ROOTS.has(path.split('.')[0] ?? '') ? words.fact(path) : `its ${plainWords(path)}`;
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
  const path = variable(logic);
  if (path !== undefined) return { words: factNoun(path, words), path, unit: unitAt(path, voice), isConstant: false };
  const node = operation(logic);
  if (!node)
    return { words: constantWords(logic, words, like), unit: like?.unit ?? 'plain', isConstant: true, constant: logic };
  const { operator, operands } = node;
  const made = (said: Noun): Operand => ({
    ...(typeof said === 'string' ? { words: said, unit: 'plain' } : said),
    isConstant: false,
  });
  if (operator === 'if')
    return made({
      words: choice(operands, (operand) => phrase(operand, voice, like).words, condition),
      unit: phrase(operands[1], voice, like).unit,
    });
  const noun = operatorOf(operator)?.noun;
  return made(noun ? noun(operands, speaking(voice, like)) : condition(logic));
}

/** A value that is worked out is of the unit of what works it out: a share of the income is a percent by name, too. */
function unitAt(path: string, voice: Voice): Unit {
  const unit = voice.words.unit(path);
  const logic = path.startsWith('values.') ? voice.words.named(path.slice('values.'.length))?.logic : undefined;
  return unit === 'plain' && logic !== undefined ? phrase(logic, voice).unit : unit;
}

/** A voice as operators are handed it. */
export function speaking(voice: Voice, like?: Operand): OperatorVoice {
  const { words, said } = voice;
  return {
    noun: (operand) => phrase(operand, voice, like).words,
    alone: (operand, unit) =>
      phrase(operand, voice, unit === undefined ? undefined : { words: '', unit, isConstant: false }).words,
    unit: (operand) => phrase(operand, voice).unit,
    clause: said,
    fact: (path) => factNoun(path, words),
    isAnswer: words.isAnswer,
  };
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
  if (typeof value === 'number' && like?.path?.startsWith('values.') === true) return valueText(value, like.unit);
  const said = words.value(like?.path, value);
  if (like?.path !== undefined || typeof value === 'string')
    return like?.unit === 'date' ? valueText(value, 'date') : said;
  return valueText(value, like?.unit ?? 'plain');
}
