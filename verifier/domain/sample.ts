/** Ordinary values for a schema: what an explorer types where nothing depends on the answer. */
import type { Field } from '../../runtime/core/definition.ts';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { sampleFile } from '../fixture/files.ts';
import type { Tables } from './shape.ts';

interface Shape {
  readonly type?: string;
  readonly enum?: readonly Json[];
  readonly const?: Json;
  readonly examples?: readonly Json[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly multipleOf?: number;
  readonly format?: string;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** Values that may fit, the likeliest first; the caller drops those a validator refuses. */
export function sampleOf(schema: JsonObject | Shape, field?: Field, tables?: Tables): readonly Json[] {
  const shape = schema as Shape;
  if (field?.file) return fileSamples(field.file, shape.minItems);
  if (shape.const !== undefined) return [shape.const];
  if (shape.examples && shape.examples.length > 0)
    return field && tables ? [...shape.examples, ...fromRows(field, tables)] : [shape.examples[0] as Json];
  if (shape.enum) return field ? shape.enum : [shape.enum[0] ?? null];
  const type = Array.isArray(shape.type) ? (shape.type as readonly string[])[0] : shape.type;
  switch (type ?? field?.type) {
    case 'boolean':
      return [true];
    case 'integer':
    case 'number':
      return numbers(shape, field, tables);
    case 'object':
      return [
        Object.fromEntries(
          Object.entries(shape.properties ?? {}).map(([name, inner]) => [name, sampleOf(inner)[0] ?? null]),
        ),
      ];
    case 'array':
      if (field?.item) return itemSamples(shape);
      return field && shape.items?.enum
        ? chosen(shape, shape.items.enum)
        : [shape.items ? asManyAs(shape.minItems, sampleOf(shape.items)[0] ?? null) : []];
    case 'null':
      return [null];
    default:
      return [...(field && tables ? fromRows(field, tables) : []), shape.format === 'date' ? '2000-01-31' : 'Sample'];
  }
}

/** One of the kind, or as often as there must be one. */
const asManyAs = (least = 1, value: Json): readonly Json[] => Array.from({ length: Math.max(1, least) }, () => value);

/** So many items of a list that a person makes are tried, where there may be so many. */
const MOST_ITEMS = 4;

/** Lists that a person makes: as few items as there must be, and each number after that up to four. */
function itemSamples({ items = {}, minItems = 1, maxItems = MOST_ITEMS }: Shape): readonly Json[] {
  const [item = null] = sampleOf(items);
  const few = Math.max(1, minItems);
  const most = Math.max(few, Math.min(maxItems, MOST_ITEMS));
  return Array.from({ length: most - few + 1 }, (_, more) => asManyAs(few + more, item));
}

/** Answers of files: as few as there must be, each number after that up to the most there may be, four at least. */
function fileSamples({ accept, most }: NonNullable<Field['file']>, least = 1): readonly Json[] {
  const few = Math.max(1, least);
  const files = Array.from({ length: Math.min(most, Math.max(few, 4)) }, (_, index) =>
    sampleFile(accept[0] ?? '', index + 1),
  );
  return files.flatMap((__, index) => (index + 1 < few ? [] : [files.slice(0, index + 1)]));
}

/** Choices of which every combination is tried; of more, each alone with the first others that are needed, and all. */
export const MOST_COMBINED = 5;

/** What several choices may be: every combination of few, in the order of the choices. */
function chosen({ minItems = 1, maxItems }: Shape, choices: readonly Json[]): readonly Json[] {
  const most = maxItems ?? choices.length;
  const fits = (some: readonly Json[]): boolean => some.length >= Math.max(1, minItems) && some.length <= most;
  if (choices.length <= MOST_COMBINED)
    return Array.from({ length: 2 ** choices.length }, (_, set) => choices.filter((__, i) => (set >> i) % 2 === 1))
      .filter(fits)
      .sort((a, b) => a.length - b.length);
  const least = Math.max(1, minItems);
  const around = choices.map((one) => {
    const others = choices.filter((other) => other !== one).slice(0, least - 1);
    return choices.filter((other) => other === one || others.includes(other));
  });
  return [...around, choices.slice(0, most)];
}

/** A field whose pattern is a column of a table takes the column's own valid examples. */
function fromRows(field: Field, tables: Tables): readonly Json[] {
  if (!field.dynamic.some(({ keyword }) => keyword === 'pattern')) return [];
  return Object.values(tables).flatMap((table) =>
    Object.values(table).flatMap((row) => (Array.isArray(row['idValid']) ? (row['idValid'] as readonly Json[]) : [])),
  );
}

function numbers(shape: Shape, field?: Field, tables?: Tables): readonly Json[] {
  const fixed = [shape.minimum, shape.maximum].filter((value): value is number => value !== undefined);
  if (!field || !tables || field.dynamic.length === 0) return fixed.length > 0 ? fixed.slice(0, 1) : [1];
  const columns = Object.values(tables).flatMap((table) =>
    Object.values(table).flatMap((row) =>
      Object.values(row).filter((value): value is number => typeof value === 'number'),
    ),
  );
  return [...new Set([...fixed, ...columns])];
}
