/** What a limit of a field can come to: a number, a column of the states' table, a named value. */
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import type { Docs } from '../content.ts';
import { operationOf } from '../emit/expression.ts';
import { isObject, list, member, text } from '../json-types.ts';
import type { Around } from '../operators/operator.ts';
import type { World } from '../world.ts';

/** More combinations than this are not looked at. */
const MOST = 64;

/** The rows of served states that hold today or later, each with the name of its state. */
export function rowsInForce({
  source,
  options,
}: World): readonly { readonly state: string; readonly row: JsonObject }[] {
  return Object.entries(source.states).flatMap(([state, doc]) =>
    list(doc['rows']).flatMap((row) => {
      const until = member(row, 'until');
      return isObject(row) && row['served'] !== false && (typeof until !== 'string' || until >= options.today)
        ? [{ state, row }]
        : [];
    }),
  );
}

export interface Cells {
  readonly values: Docs;
  readonly row: JsonObject;
}
/**
 * Every number an expression can come to for an applicant of one state, or undefined when that is not known. Conditions
 * are taken to go either way.
 * @param values the named values of the scene
 * @param row the row of the applicant's state
 */
export function possible(
  expression: Json | undefined,
  { values, row }: Cells,
  open: readonly string[] = [],
): readonly number[] | undefined {
  if (typeof expression === 'number') return [expression];
  const operation = expression === undefined ? undefined : operationOf(expression);
  if (!operation) return undefined;
  const { operator, args } = operation;
  const cell = operator.cell?.(args);
  if (cell) {
    const found = cell.column.split('.').reduce<Json | undefined>((at, key) => member(at, key), row);
    return typeof found === 'number' ? [found] : undefined;
  }
  if (operator.id === 'var') {
    const path = text(args[0]) ?? '';
    const name = path.startsWith('values.') ? path.slice('values.'.length) : undefined;
    return name === undefined || open.includes(name)
      ? undefined
      : possible(member(values[name], 'value'), { values, row }, [...open, name]);
  }
  if (operator.id === 'if') {
    const results = args.flatMap((arg, i) => (i % 2 === 1 || i === args.length - 1 ? [arg] : []));
    return args.length % 2 === 0 ? undefined : union(results.map((result) => possible(result, { values, row }, open)));
  }
  if (operator.gives !== 'number' || !operator.strict) return undefined;
  let given: readonly (readonly number[])[] = [[]];
  for (const arg of args) {
    const part = possible(arg, { values, row }, open);
    if (!part || given.length * part.length > MOST) return undefined;
    given = given.flatMap((some) => part.map((one) => [...some, one]));
  }
  const made = given.map((some) => operator.evaluate(some, PLAIN));
  return made.every((one): one is number => typeof one === 'number') ? [...new Set(made)] : undefined;
}
/** Operands that are numbers stand for themselves. */
const PLAIN: Around = { data: {}, facts: {}, of: (operand) => operand, over: () => undefined };

function union(parts: readonly (readonly number[] | undefined)[]): readonly number[] | undefined {
  return parts.some((part) => part === undefined) ? undefined : [...new Set(parts.flatMap((part) => part ?? []))];
}
