import type { Kysely, Transaction } from 'kysely';
import { gaveWay, giveWay, mostTries } from './retrying.ts';

/**
 * Runs `work` in one transaction, all or nothing, and again from its beginning when the database gave way to somebody
 * else's transaction. So `work` does nothing but ask and change this database by the handle it is given.
 */
export async function transact<DB, T>(db: Kysely<DB>, work: (trx: Transaction<DB>) => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (!gaveWay(error) || tried >= mostTries) throw error;
      await giveWay(tried);
    }
  }
}
