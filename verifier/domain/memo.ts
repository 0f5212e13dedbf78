/**
 * Answers that the same world gives again and again: thousands of questions are asked of one flow, mostly about the
 * same few comparisons.
 */
import { canonical } from '../../compile/json-types.ts';
import type { FactWorld } from './shape.ts';

interface Known {
  readonly answers: Map<string, unknown>;
  /** Text of a piece of json-logic to its number. */
  readonly numbers: Map<string, number>;
}
interface Question {
  /** What is asked. */
  readonly kind: string;
  /** What it is asked about: json-logic, values, marks. */
  readonly about: readonly unknown[];
}
const worlds = new WeakMap<FactWorld, Known>();
const texts = new WeakMap<object, string>();

function knownIn(world: FactWorld): Known {
  const known = worlds.get(world) ?? { answers: new Map<string, unknown>(), numbers: new Map<string, number>() };
  worlds.set(world, known);
  return known;
}

/**
 * What `make` gives, worked out once for a world and a question.
 */
export function once<T>(world: FactWorld, { kind, about }: Question, make: () => T): T {
  const { answers, numbers } = knownIn(world);
  let key = kind;
  for (const part of about) {
    const text = typeof part === 'object' && part !== null ? textOf(part) : `${typeof part} ${String(part)}`;
    let number = numbers.get(text);
    if (number === undefined) numbers.set(text, (number = numbers.size));
    key += ` ${number}`;
  }
  const found = answers.get(key);
  if (found !== undefined || answers.has(key)) return found as T;
  const made = make();
  answers.set(key, made);
  return made;
}

function textOf(logic: object): string {
  const known = texts.get(logic);
  if (known !== undefined) return known;
  const text = canonical(logic);
  texts.set(logic, text);
  return text;
}
