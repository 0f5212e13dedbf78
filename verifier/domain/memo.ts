/**
 * Answers that are worked out once: thousands of questions are asked of the flows of every brand and of every day to
 * come, mostly about the same few comparisons. An answer holds in each world that says the same of what was read for
 * it: the shapes of a few facts, and the tables or the day where they were looked at.
 */
import { canonical } from '../../compile/json-types.ts';
import type { FactWorld } from './shape.ts';

interface Question {
  /** What is asked. */
  readonly kind: string;
  /** What it is asked about: json-logic, values, marks. */
  readonly about: readonly unknown[];
}
interface Answer {
  readonly value: unknown;
  /** What was read for it. */
  readonly reads: ReadonlySet<string>;
}
interface Reading {
  readonly world: FactWorld;
  readonly reads: Set<string>;
}

/** Names of what is read of a world besides shapes; no path of a fact has a blank in it. */
const TABLES = 'the tables';
const TODAY = 'the day';
/** Questions and texts that are kept over the worlds, and ways in which one was answered; then all is forgotten. */
const MOST_QUESTIONS = 200_000;
const MOST_TEXTS = 500_000;
const MOST_WAYS = 8;

const inWorld = new WeakMap<FactWorld, Map<string, Answer>>();
/** Of worlds that tell what is read of them: what was said of what was read, as a number. */
const said = new WeakMap<FactWorld, Map<string, number>>();
const overWorlds = new Map<
  string,
  { readonly answer: Answer; readonly said: readonly (readonly [string, number])[] }[]
>();
const texts = new WeakMap<object, string>();
const numbers = new Map<string, number>();
/** No number is given twice, also after the texts were forgotten: then a question is only asked anew. */
let given = 0;
let reading: Reading | undefined;

/** The same world, of which it is noticed what is read for an answer: its answers serve other worlds too. */
export function watched({ shapeOf, tables, today }: FactWorld): FactWorld {
  const world: FactWorld = {
    shapeOf: (path) => {
      notice(world, path);
      return shapeOf(path);
    },
    get tables() {
      notice(world, TABLES);
      return tables;
    },
    get today() {
      notice(world, TODAY);
      return today;
    },
  };
  said.set(world, new Map());
  return world;
}

function notice(world: FactWorld, what: string): void {
  if (reading?.world === world) reading.reads.add(what);
}

/**
 * What `make` gives, worked out once for a question and what it reads of a world.
 * @param make reads of the world alone, and gives plain data
 */
export function once<T>(world: FactWorld, question: Question, make: () => T): T {
  const key = keyOf(question);
  const own = inWorld.get(world) ?? new Map<string, Answer>();
  inWorld.set(world, own);
  const known = own.get(key) ?? elsewhere(world, key);
  const answer = known ?? answered(world, make);
  if (!known) spread(world, key, answer);
  own.set(key, answer);
  if (reading?.world === world) for (const one of answer.reads) reading.reads.add(one);
  return answer.value as T;
}

function answered(world: FactWorld, make: () => unknown): Answer {
  const before = reading;
  const own: Reading = { world, reads: new Set() };
  reading = own;
  try {
    return { value: make(), reads: own.reads };
  } finally {
    reading = before;
  }
}

/** The answer of a world that says the same of all that was read for it. */
function elsewhere(world: FactWorld, key: string): Answer | undefined {
  if (!said.has(world)) return undefined;
  return overWorlds.get(key)?.find((one) => one.said.every(([what, number]) => saidOf(world, what) === number))?.answer;
}

function spread(world: FactWorld, key: string, answer: Answer): void {
  if (!said.has(world)) return;
  if (overWorlds.size >= MOST_QUESTIONS) overWorlds.clear();
  const ways = overWorlds.get(key) ?? [];
  overWorlds.set(key, ways);
  if (ways.length >= MOST_WAYS) ways.shift();
  ways.push({ answer, said: [...answer.reads].map((what) => [what, saidOf(world, what)] as const) });
}

/** What a world says of something, as a number: the same number, the same words. */
function saidOf(world: FactWorld, what: string): number {
  const own = said.get(world);
  const known = own?.get(what);
  if (known !== undefined) return known;
  const before = reading;
  reading = undefined;
  const value = what === TABLES ? world.tables : what === TODAY ? world.today : world.shapeOf(what);
  reading = before;
  const number = numberOf(value);
  own?.set(what, number);
  return number;
}

function keyOf({ kind, about }: Question): string {
  return about.reduce<string>((key, part) => `${key} ${numberOf(part)}`, kind);
}

function numberOf(part: unknown): number {
  const text = typeof part === 'object' && part !== null ? textOf(part) : `${typeof part} ${String(part)}`;
  const known = numbers.get(text);
  if (known !== undefined) return known;
  if (numbers.size >= MOST_TEXTS) numbers.clear();
  numbers.set(text, ++given);
  return given;
}

function textOf(logic: object): string {
  const known = texts.get(logic);
  if (known !== undefined) return known;
  const text = canonical(logic);
  texts.set(logic, text);
  return text;
}
