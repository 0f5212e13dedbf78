/** What a fact can be, and the world a question is asked in. */
import type { Json } from '../../runtime/core/facts.ts';
import { isDate } from './dates.ts';

/** Compliance tables: table name -> key -> row in force. */
export interface Tables {
  readonly [table: string]: Readonly<Record<string, Readonly<Record<string, Json>>>>;
}

/** The part of a fact's JSON Schema that limits its values. Limits that are facts themselves are left out. */
export interface FactShape {
  readonly type?: 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object';
  readonly enum?: readonly Json[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly multipleOf?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly examples?: readonly Json[];
  /** The owner may have it back sealed: it is there, but rules do not see it. */
  readonly sealed?: boolean;
}

export interface FactWorld {
  /** What the fact at a path can be; a fact without a type may hold anything. */
  readonly shapeOf: (path: string) => FactShape;
  /** Compliance tables in force today. */
  readonly tables: Tables;
  /** Calendar date in force. */
  readonly today: string;
}

/** A world, and whether its day is the day in force; else the day is a fact like any other. */
export interface DatedWorld {
  readonly world: FactWorld;
  readonly today: boolean;
}

/** Every value the fact can have, when they can be listed. */
export function listed(shape: FactShape): readonly Json[] | undefined {
  return shape.enum ?? (shape.type === 'boolean' ? [true, false] : undefined);
}

/** Whether the fact can have this value. */
export function fits(value: Json, shape: FactShape): boolean {
  if (shape.enum && !shape.enum.includes(value)) return false;
  switch (shape.type) {
    case 'boolean':
      return typeof value === 'boolean';
    case 'array':
      return Array.isArray(value);
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    case 'integer':
    case 'number':
      return (
        typeof value === 'number' &&
        (shape.type === 'number' || Number.isInteger(value)) &&
        value >= (shape.minimum ?? -Infinity) &&
        value <= (shape.maximum ?? Infinity)
      );
    case 'string':
      return typeof value === 'string' && fitsText(value, shape);
    default:
      return true;
  }
}

function fitsText(value: string, shape: FactShape): boolean {
  const length = [...value].length;
  return (
    length >= (shape.minLength ?? 0) &&
    length <= (shape.maxLength ?? Infinity) &&
    (shape.format !== 'date' || isDate(value)) &&
    (shape.pattern === undefined || new RegExp(shape.pattern, 'u').test(value))
  );
}

/** The steps beside each number, of a fact that comes in steps. */
export function inSteps(values: readonly Json[], { multipleOf: step }: FactShape): readonly number[] {
  if (step === undefined) return [];
  return values.flatMap((value) =>
    typeof value === 'number' ? [Math.floor(value / step) * step, Math.ceil(value / step) * step] : [],
  );
}
