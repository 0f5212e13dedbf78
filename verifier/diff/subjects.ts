/** What several findings about the same people have as their subject: things listed while they are few, else the first and a count. */
import { list } from '../../compile/json-types.ts';
import { listed } from '../words/english.ts';
import type { Finding } from './findings.ts';
import type { Flat } from './flat.ts';
import type { Clause } from './sentences.ts';

interface Told {
  readonly finding: Finding;
  readonly clause: Clause;
}

/** So many steps and pages are named; of more the first is, and the others are counted. */
const NAMED = 6;

/** `the steps "A" and "B" are no longer asked`, for things of which the same is said. */
export function subjectOf(all: readonly Told[]): string {
  const names = namesOf(all);
  const things = all[0]?.clause.things;
  return !things
    ? ''
    : names.length === 1
      ? `the ${things.one} ${names[0]} ${things.single}`
      : `the ${things.many} ${listed(names, 'and')} ${things.plural}`;
}

/** Steps, pages and dialogs that come and go for the same people. */
export function stepsSubject(all: readonly Told[], before: Flat, after: Flat): string {
  const parts = [false, true].flatMap((now) => {
    const mine = all.filter(({ finding }) => finding.about === 'step' && finding.now === now);
    if (namesOf(mine).length <= NAMED)
      return [...Map.groupBy(mine, ({ clause }) => `${clause.things?.single}|${clause.things?.one}`).values()];
    return [inOrder(mine, now ? after : before)];
  });
  const many = (part: readonly Told[]): boolean => namesOf(part).length > NAMED;
  const first = (part: readonly Told[]): number => Math.min(...part.map((one) => all.indexOf(one)));
  return listed(
    parts.sort((a, b) => first(a) - first(b)).map((part) => (many(part) ? counted(part) : subjectOf(part))),
    'and',
    parts.length > 1,
  );
}

function counted(part: readonly Told[]): string {
  const [one] = part;
  const rest = namesOf(part).length - 1;
  return `the ${one?.clause.things?.one ?? 'page'} ${one?.clause.things?.name ?? ''} and ${rest} further pages are ${one?.finding.about === 'step' && one.finding.now ? 'now' : 'no longer'} reached`;
}

const namesOf = (all: readonly Told[]): readonly string[] => [
  ...new Set(all.flatMap(({ clause }) => clause.things?.name ?? [])),
];

/** As they stand on the main line, others behind them. */
function inOrder(all: readonly Told[], flat: Flat): readonly Told[] {
  const line = list(flat.flow['line']);
  const place = ({ finding }: Told): number =>
    finding.about === 'step' && line.includes(finding.page) ? line.indexOf(finding.page) : line.length;
  return [...all].sort((a, b) => place(a) - place(b));
}
