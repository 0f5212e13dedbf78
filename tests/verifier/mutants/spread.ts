/** A share of the mutants that is the same every time and is of as many kinds as it can be. */
import { createHash } from 'node:crypto';
import type { Mutant } from './mutant.ts';
import { obligationOf } from './obligation-of.ts';

const mark = ({ id }: Mutant): string => createHash('sha256').update(id).digest('hex');

/**
 * At most `count` mutants, one of each kind in turn; which ones does not depend on their order, and hardly changes when
 * content is added.
 */
export function spread(mutants: readonly Mutant[], count: number): readonly Mutant[] {
  const kinds = [...Map.groupBy(mutants, ({ kind }) => kind).values()].map((of) =>
    of.toSorted((a, b) => (mark(a) < mark(b) ? -1 : 1)),
  );
  const longest = Math.max(0, ...kinds.map((of) => of.length));
  const inTurn = Array.from({ length: longest }, (_, turn) => kinds.flatMap((of) => of.slice(turn, turn + 1))).flat();
  return inTurn.slice(0, count);
}

/** How many mutants `npm test` asks about; `npm run mutants` asks about all. */
const SHARE = 16;
/**
 * The mutants `npm test` asks about: those that a check or a fixture can notice, which an obligation that changes alone
 * is not.
 */
export const share = (mutants: readonly Mutant[]): readonly Mutant[] =>
  spread(
    mutants.filter((mutant) => obligationOf(mutant) === undefined),
    SHARE,
  );
