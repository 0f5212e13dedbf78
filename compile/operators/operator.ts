/**
 * What an operator is. All that the compiler, `check`, the verifier and its words know of one stands in its folder:
 * `index.ts` says it (`OPERATOR`), `evaluate.ts` holds the functions of the kit. What an operator does not say is not
 * claimed of it: it is followed by nobody, exact for nothing.
 */
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import type { Code, Scope } from '../emit/code.ts';

/** json-logic, or a part of it. */
export type Logic = unknown;
type Type = 'number' | 'string' | 'boolean' | 'array';
/** What a value is an amount of. */
export type Unit = 'money' | 'percent' | 'date' | 'instant' | 'boolean' | 'plain';

/** `compile` is handed in: the compiler of expressions knows the operators, and they do not know it. */
export type Compile = (expression: Json, scope: Scope) => Code;

/** What an operation is evaluated in, for asking a rule that was not compiled. */
export interface Around {
  /** The facts, or the item inside a list operator. */
  readonly data: unknown;
  readonly facts: unknown;
  /** The value of an operand here. */
  readonly of: (operand: Logic) => unknown;
  /** The value of an operand inside a list operator, for one item. */
  readonly over: (operand: Logic, item: unknown) => unknown;
}

/** Both ends included. */
export interface Span {
  readonly least: number;
  readonly most: number;
  /** Whether it is whole whatever its facts are. */
  readonly whole: boolean;
}

/** A noun phrase, and what it is an amount of where that is known. */
export type Noun = string | { readonly words: string; readonly unit: Unit };

/** How the operands of an operation are called. */
export interface Voice {
  /** An operand as a noun; a constant is worded as what it stands beside. */
  readonly noun: (operand: Logic) => string;
  /** An operand as a noun by itself; a constant is worded as an amount of `unit`. */
  readonly alone: (operand: Logic, unit?: Unit) => string;
  readonly unit: (operand: Logic) => Unit;
  /** A condition as a clause; `holds: false` denies it. */
  readonly clause: (rule: Logic, holds?: boolean) => string;
  /** A fact by its path. */
  readonly fact: (path: string) => string;
  /** Whether a fact is asked of somebody. */
  readonly isAnswer: (path: string) => boolean;
}

/** Operands that are paths. */
interface Names {
  /** `there`: whether something is there. `true`: whether what is there is `true`. */
  readonly asks: 'there' | 'true';
  /** The list that holds the paths; undefined where the operands name none. */
  readonly of: (operands: readonly Logic[]) => readonly Logic[] | undefined;
}

/** `rule` over `facts` is `is`; unknown without it. Each is a test in every executor. */
export interface Example {
  readonly rule: Json;
  readonly facts?: JsonObject;
  readonly is?: Json;
  /** As the verifier says it: a condition as a clause, a value as a noun. */
  readonly words?: string;
}

export interface Operator {
  /** As content writes it. */
  readonly id: string;
  /** Other spellings. */
  readonly also?: readonly string[];
  /** For editors and docs/operators.md, in a sentence. */
  readonly says: string;
  /** Fewest and most operands. */
  readonly arity: readonly [fewest: number, most: number];
  /** JSON types of the operands, the last for all that follow; an operand of a known other type is a problem. */
  readonly takes?: readonly (Type | 'any')[];
  /** JSON type of the result. */
  readonly gives?: Type;
  /** json-logic has it and means the same by it, on data where nothing is missing. */
  readonly standard?: true;
  /**
   * `values`: stands in values/ only. `nowhere`: exists for json-logic's own suite alone; `instead` says what to write.
   */
  readonly stands?: 'values' | { readonly instead: string };

  readonly emit: (args: readonly Json[], scope: Scope, compile: Compile) => Code;
  readonly evaluate: (operands: readonly Logic[], around: Around) => unknown;
  /** Its first operand is a list, and inside the second `var` reads the item. */
  readonly overItems?: true;

  /** Unknown as soon as one operand is. */
  readonly strict?: true;
  /** Never unknown while its operands are known and of their types. */
  readonly total?: true;
  /** Its truth is that of its one operand. */
  readonly sameTruth?: true;
  /**
   * A comparison: which of "the first is less", "both are equal", "the first is more" make it true. With three operands
   * each holds for the next.
   */
  readonly compares?: { readonly less: boolean; readonly equal: boolean; readonly more: boolean };
  /** Whether the first operand is one of the second. */
  readonly among?: true;
  readonly names?: Names;
  /** A cell of a table: its row is what `key` comes to. */
  readonly cell?: (
    operands: readonly Logic[],
  ) => { readonly table: string; readonly key: Logic; readonly column: string } | undefined;
  /**
   * 1 where it grows with the operand at this place while the others are constants, -1 where it falls, 0 where neither
   * is sure.
   */
  readonly direction?: (place: number, operands: readonly Logic[]) => number;
  /** What a sum multiplies each operand by. */
  readonly factors?: (count: number) => readonly number[] | undefined;
  /** The least and the most it can be, by what its operands can be. */
  readonly span?: (operands: readonly Span[]) => Span | undefined;
  /** It counts the time from its first operand, a date, to its second. */
  readonly elapsed?: 'year' | 'day';
  /** It is its first operand, a date, so many days later as the second says. */
  readonly later?: true;
  /** Given its own result, it gives another one each time. */
  readonly changes?: true;
  /** It gives one of its operands as it is. */
  readonly chooses?: true;
  /** Place of the operand that is a regular expression, and the longest text it is given. */
  readonly pattern?: { readonly place: number; readonly longest: number };
  /** What is wrong with operands as they are written, beside their number. */
  readonly faults?: (
    args: readonly Json[],
  ) => Iterable<{ readonly place?: number; readonly message: string; readonly fix: string }>;

  /** As a noun: `the years from ... to ...`. */
  readonly noun?: (operands: readonly Logic[], voice: Voice) => Noun;
  /** As a clause: `... is a valid routing number`. */
  readonly clause?: (operands: readonly Logic[], holds: boolean, voice: Voice) => string;
  readonly examples: readonly [Example, ...Example[]];
}
