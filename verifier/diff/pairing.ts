/** Findings that belong together: a cause and what follows from it, a text that went and the one that came in its place. */
import { canonical } from '../../compile/json-types.ts';
import type { Json } from '../../runtime/core/facts.ts';
import type { Finding, Who } from './findings.ts';
import { clauseOf, pageName, type Clause, type Told } from './sentences.ts';

/** What is told first. */
const RANK: Readonly<Record<Finding['about'], number>> = { line: 0, way: 1, check: 2, step: 3, item: 4, order: 5 };

/** A message or setting that shows a limit says nothing that the limit does not. */
export function withoutConsequences(findings: readonly Finding[]): readonly Finding[] {
  const limits = findings.flatMap((one) => (one.about === 'item' && one.after?.kind === 'limit' ? [one] : []));
  const follows = (one: Finding): boolean => {
    const item = one.about === 'item' ? one.after : undefined;
    if (one.about !== 'item' || !item || one.was === undefined || one.is === undefined) return false;
    const [was, is] =
      item.kind === 'fieldText' && Array.isArray(one.is) ? [shownIn(one.was), shownIn(one.is)] : [one.was, one.is];
    const keyword =
      item.kind === 'fieldText'
        ? item.part.replace('message ', '')
        : item.kind === 'fieldWay'
          ? item.part.replace('options.', '')
          : undefined;
    return limits.some(
      (limit) =>
        limit.after?.page === item.page &&
        limit.after.name === item.name &&
        limit.after.part === keyword &&
        whoMark(limit.who) === whoMark(one.who) &&
        canonical(limit.was) === canonical(was) &&
        canonical(limit.is) === canonical(is),
    );
  };
  return findings.filter((one) => !follows(one)).sort((a, b) => RANK[a.about] - RANK[b.about]);
}

/** The one value that a text shows. */
function shownIn(value: Json): Json {
  const values = Array.isArray(value) ? (value as readonly Json[])[1] : value;
  return Array.isArray(values) && values.length === 1 ? ((values as readonly Json[])[0] ?? null) : (values ?? null);
}

export interface Replaced {
  readonly replaced: Finding;
  readonly clause: (before: Told, after: Told) => Clause;
}

/** A text that went and one that came on the same page for the same people is one text that reads otherwise; a document likewise that moved. */
export function paired(findings: readonly Finding[]): readonly (Finding | Replaced)[] {
  const rest = [...findings];
  const found: (Finding | Replaced)[] = [];
  for (let one = rest.shift(); one; one = rest.shift()) {
    const gone = one;
    const index = rest.findIndex((other) => isReplacement(gone, other));
    const come = rest[index];
    if (gone.about !== 'item' || come?.about !== 'item') {
      found.push(gone);
      continue;
    }
    rest.splice(index, 1);
    const [left, came] = gone.is === undefined ? [gone, come] : [come, gone];
    found.push({ replaced: came, clause: (was, is) => replacement(left, came, was, is) });
  }
  return found;
}

type ItemFinding = Extract<Finding, { about: 'item' }>;

function isReplacement(one: Finding, other: Finding): boolean {
  if (
    one.about !== 'item' ||
    other.about !== 'item' ||
    (one.is === undefined) === (other.is === undefined) ||
    (one.was === undefined) === (other.was === undefined)
  )
    return false;
  const [a, b] = [one.before ?? one.after, other.before ?? other.after];
  if (!a || !b || a.kind !== b.kind || whoMark(one.who) !== whoMark(other.who)) return false;
  return a.kind === 'words'
    ? a.page === b.page && Math.abs(a.place - b.place) < 3
    : a.kind === 'disclosure' && a.name === b.name && a.page !== b.page;
}

const whoMark = ({ space, groups }: Who): string =>
  JSON.stringify(
    groups.map((group) =>
      [...group].map(([fact, digits]) => [
        space.paths[fact],
        digits.map((digit) => space.values[fact]?.[digit - 1] ?? null),
      ]),
    ),
  );

function replacement(gone: ItemFinding, come: ItemFinding, before: Told, after: Told): Clause {
  const [old, now] = [clauseOf(gone, before, after), clauseOf(come, before, after)];
  const page = pageName(come.after?.page ?? '', after);
  if (come.after?.kind !== 'words')
    return {
      text: `the disclosure ${now?.things?.name ?? ''} is now shown on the page ${page} instead of the page ${pageName(gone.before?.page ?? '', before)}`,
    };
  return { text: `the text ${old?.things?.name ?? ''} now reads ${now?.things?.name ?? ''}`, page };
}
