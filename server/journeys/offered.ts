/**
 * Where less was offered than was asked for: no more than that becomes the amount. How much it is hangs on the lender
 * alone, so the page shows it and the lender judges it.
 */
import type { JsonObject, Path } from '../../runtime/core/facts.ts';
import { entityNumber, pathOfEntity } from './entities.ts';
import { refused } from './refused.ts';
import type { ApplicationRow } from './tables.ts';

/**
 * Throws REFUSED when the amount is more than the lender offers instead, told at the field where another is chosen.
 * @param path what is refused of what came; default: that field
 */
export function mustBeOffered(
  { progress: { offers } }: Pick<ApplicationRow, 'progress'>,
  answers: JsonObject,
  path: Path = pathOfEntity('newAmount'),
): void {
  if (offers != null && !((entityNumber(answers, 'amount') ?? Infinity) <= offers))
    throw refused('moreThanOffered', path, { field: pathOfEntity('newAmount') });
}
