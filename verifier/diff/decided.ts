/** Ordered ways of app.json in two versions: for whom the first that holds is another. Told by values of the facts, not by how it is written. */
import { schemaBelow } from '../../compile/facts.ts';
import { canonical, isObject, text } from '../../compile/json-types.ts';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import type { Logic } from '../domain/atoms.ts';
import { representatives, type FactSchema } from '../domain/representatives.ts';
import { truthOf } from '../rules/evaluate.ts';
import type { AppSide } from './app-side.ts';
import { factsOf } from './facts-of.ts';
import { variableReads } from './flat.ts';
import { groupWords } from './group-words.ts';
import { Space, type Profile } from './profiles.ts';
import { asOther, joined, type Rows } from './rows.ts';
import { groupsOf } from './who.ts';

/** People at most that are told apart; beyond it the ways are told as they are written. */
const MOST = 4000;

export interface Decided {
  /** `for everybody`, `when nobody is signed in`. */
  readonly who: string;
  /** What holds for them, without its condition; undefined where nothing does. */
  readonly was: JsonObject | undefined;
  readonly is: JsonObject | undefined;
}

/**
 * For whom another of the ways holds; empty when nobody can tell the versions apart.
 * @param was ways in the form of `flat`; each may have a `when`
 * @returns undefined where values could only be a sample, or are too many
 */
export function decidedOtherwise(
  before: AppSide,
  after: AppSide,
  was: readonly Json[],
  is: readonly Json[],
): readonly Decided[] | undefined {
  const rows: [Rows, Rows] = [before.constants.compliance.states, after.constants.compliance.states];
  const [were, are] = [whensOf(was), whensOf(is)];
  const rules: readonly Logic[] = [...were.map(asOther), ...are];
  const tables = joined(rows[1], rows[0]);
  const { source } = after.surveyed.resolved;
  const values = new Map<string, readonly Json[]>();
  for (const path of [...variableReads([...were, ...are])].sort()) {
    const schema = (schemaBelow({ properties: source.facts }, path.split('.')) ?? {}) as FactSchema;
    const known = representatives(path, schema, rules, tables, after.surveyed.options.today);
    if (!known.exact) return undefined;
    values.set(path, known.values.length > 0 ? known.values : ['one']);
  }
  const space = new Space(values);
  if (space.size > MOST) return undefined;
  const all = space.all(space.paths.map((_, fact) => ({ fact, open: true })));
  const found = new Map<
    string,
    { readonly was: JsonObject | undefined; readonly is: JsonObject | undefined; readonly who: Profile[] }
  >();
  for (const profile of all) {
    const [old, now] = [
      first(was, factsOf(space, profile, before.constants)),
      first(is, factsOf(space, profile, after.constants)),
    ];
    if (canonical(old ?? null) === canonical(now ?? null)) continue;
    const mark = canonical([old ?? null, now ?? null]);
    const known = found.get(mark) ?? { was: old, is: now, who: [] };
    known.who.push(profile);
    found.set(mark, known);
  }
  const groups = groupWords({
    source,
    resolved: after.shared,
    words: after.words,
    rules,
    rows: tables['states'] as Rows,
  });
  return [...found.values()].map((one) => {
    const mine = new Set(one.who);
    return {
      was: one.was,
      is: one.is,
      who: groups.say({
        space,
        groups: groupsOf(
          space,
          mine,
          all.filter((profile) => !mine.has(profile)),
          text(source.facts['jurisdiction']),
        ),
      }),
    };
  });
}

const whensOf = (ways: readonly Json[]): readonly Logic[] =>
  ways.flatMap((way) => (isObject(way) && way['when'] !== undefined ? [way['when']] : []));

function first(ways: readonly Json[], facts: JsonObject): JsonObject | undefined {
  const way = ways.find((one) => isObject(one) && (one['when'] === undefined || truthOf(one['when'], facts) === true));
  if (!isObject(way)) return undefined;
  const { when: _, ...rest } = way;
  return rest;
}
