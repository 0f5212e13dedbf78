/** One wrong name is one problem, however many places it makes wrong. */
import type { Problem } from './types.ts';

/**
 * Begins the cause of an answer that a fixture gives and an overlay takes away: where nothing else hangs on it, the
 * fixture is wrong, and the overlay is not.
 */
export const TAKEN = 'taken away';

/** Other places named before "and so on". */
const NAMED = 2;

/**
 * Of the problems that one wrong name makes, the first alone, which says how many places more there are and where the
 * next ones stand. The order in which checks run decides which is first: the declaration before who reads it.
 */
export function byCause(problems: readonly Problem[]): readonly Problem[] {
  const once = new Set<string>();
  const different = problems.filter(({ file, line, column, message }) => {
    const key = `${file}:${line}:${column}:${message}`;
    return !once.has(key) && once.add(key);
  });
  const groups = Map.groupBy(different, ({ cause }) => cause);
  return different.flatMap((problem) => {
    const { cause, ...told } = problem;
    if (cause === undefined) return [told];
    const group = groups.get(cause) ?? [];
    const first = firstOf(group);
    if (problem !== first) return [];
    const others = group.filter((one) => one !== first);
    return [others.length === 0 ? told : { ...told, message: `${told.message} ${elsewhere(others)}` }];
  });
}

/** The one to tell: a fixture tells what pages do, so it is wrong because of them, and never the other way round. */
export const firstOf = (group: readonly Problem[]): Problem | undefined =>
  group.find(({ file }) => !isFixture(file)) ?? group[0];

const isFixture = (file: string): boolean => /\/fixtures\/[^/]+\.json$/.test(file);

function elsewhere(others: readonly Problem[]): string {
  const places = [...new Set(others.map(({ file, line }) => `${file}:${line}`))].sort();
  const rest = places.length - NAMED;
  const named = places.slice(0, NAMED).join(', ');
  return `The same is wrong at ${named}${rest > 0 ? ` and ${rest} more` : ''}.`;
}
