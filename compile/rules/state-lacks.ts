/** Columns of the states' rows that a journey reads whatever else holds: a state that is served has them. */
import { at, type CompileRule } from '../checks/check.ts';
import { operations, reads } from '../expression-nodes.ts';
import { isObject, list, member, text } from '../json-types.ts';
import { placeOf } from '../places.ts';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { holdsFields } from '../fields-from.ts';

const ASKS =
  '"maxLength": 60, "when": { ">": [{ "lookup": ["states", { "var": "answers.contactInformation.address.stateCode" }, "minimumAge"] }, 18] } }';

export const RULE: CompileRule = {
  codes: ['state-lacks'],
  severity: 'concern',
  says: 'The row of a state that is served lacks a column that a journey reads there: a limit silently does not hold, a condition lets nobody pass.',
  remedy:
    'Say in the row what holds there. Where a state has no such thing, read the column only where another condition has asked for it: in a branch of `if`, or beside a condition of the same state.',
  bad: [
    ['flows/loan/steps/link.json', '"maxLength": 60 }', ASKS],
    ['compliance/states/OH.json', '"rows": [{', '"rows": [»{'],
    ['compliance/states/OH.json', '"minimumAge": 18, ', ''],
  ],
  good: [
    ['flows/loan/steps/link.json', '"maxLength": 60 }', ASKS],
    ['compliance/states/OH.json', '"served": true, "minimumAge": 18, ', '"served": false, '],
  ],
  *find({ source, scenes, options }) {
    const rows = Object.values(source.states).flatMap((state) => {
      const all = list(state['rows']);
      return all.flatMap((row, i) =>
        isObject(row) && row['served'] === true && (text(row['until']) ?? options.today) >= options.today
          ? [{ state, row, all, i }]
          : [],
      );
    });
    for (const { column, key, holder } of scenes.flatMap(({ uses }) => uses.expressions.flatMap(columnsRead)))
      for (const { state, row, all, i } of rows) {
        if (has(row, column) || (typeof key === 'string' && key !== state['abbr'])) continue;
        const { file, line } = placeOf(holder);
        yield {
          ...at(all, i, {
            message: `The row of ${text(state['name']) ?? 'the state'} from ${text(row['from']) ?? 'the beginning'} has no "${column}", which ${file}:${line} reads: it is unknown there, so that a limit does not hold and a condition lets nobody pass.`,
            fix: `Add "${column}" to the row, with what holds there.`,
          }),
          cause: `column ${column}`,
        };
      }
  },
};

interface Column {
  readonly column: string;
  /** The state: its code where it is written out, else what gives it. */
  readonly key: Json;
  /** Where it is read. */
  readonly holder: object;
}

/** The columns that an expression reads in any case: no other condition has asked about the same state before. */
function columnsRead({
  expression,
  around,
}: {
  readonly expression: Json;
  readonly around: readonly Json[];
}): readonly Column[] {
  const guarded = new Set<object>();
  const found: Column[] = [];
  const guard = (guards: readonly Json[], inside: Json): void => {
    for (const { operator, args, node } of operations(inside, false)) {
      const cell = operator?.cell?.(args);
      if (cell && asksOf(guards, cell.key as Json)) guarded.add(node);
    }
  };
  guard(around, expression);
  for (const { name, operator, args, node, argsHolder } of operations(expression, false)) {
    if (name === 'if') for (const arg of args.slice(1)) for (const one of operations(arg, false)) guarded.add(one.node);
    if (name === 'and' || name === 'or') for (const [i, arg] of args.entries()) guard(args.toSpliced(i, 1), arg);
    const cell = operator?.cell?.(args);
    if (cell && !guarded.has(node) && !holdsFields(cell.column))
      found.push({ column: cell.column, key: cell.key as Json, holder: argsHolder });
  }
  return found;
}

/** Whether conditions read what names the state. */
function asksOf(conditions: readonly Json[], key: Json): boolean {
  const [fact] = [...reads(key)];
  return fact !== undefined && conditions.some((one) => [...reads(one)].some(({ path }) => path === fact.path));
}

const has = (row: JsonObject, column: string): boolean =>
  column.split('.').reduce<Json | undefined>((holder, key) => member(holder ?? null, key), row) !== undefined;
