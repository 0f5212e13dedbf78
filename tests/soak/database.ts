/**
 * A PostgreSQL database of its own for a long run: on the server that TEST_POSTGRES names, else on one that is started
 * for it.
 */
import { startPostgres } from '../../scripts/lib/postgres.ts';
import { postgresServer, temporaryDatabase, type TemporaryDatabase } from '../platform/postgres.ts';

export async function ownDatabase(): Promise<TemporaryDatabase> {
  if (postgresServer !== undefined) return await temporaryDatabase(postgresServer);
  const { url, stop } = await startPostgres();
  return { url, remove: stop };
}
