/** Acts that are written over what was read, or not at all. */
import { errorCodes } from '../../contract/errors.ts';
import { failure } from '../graphql/errors.ts';
import { writeAct, type Beside, type Linked } from './acts/store.ts';

/**
 * Writes an act, and what goes with it into the same statement. Throws CONFLICT where somebody else wrote in between:
 * whoever asks again is judged anew.
 */
export async function mustWrite(
  db: Parameters<typeof writeAct>[0],
  linked: Linked,
  beside?: Pick<Beside, 'makes'>,
): Promise<void> {
  if (!(await writeAct(db, linked, beside)))
    throw failure(errorCodes.conflict, 'The application is being worked on; try again.');
}
