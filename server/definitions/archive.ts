import { sql, type QueryExecutorProvider } from 'kysely';

/** A compiled module as text; `kit` is the hash of the operator kit it imports, or null for a kit. */
interface ArchivedModule {
  readonly hash: string;
  readonly code: string;
  readonly kit: string | null;
}

/**
 * Compiled versions that applications are pinned to, in the database: a restart with other content, or another
 * process, still serves and runs them (law 7).
 */
export interface Archive {
  /** All of them or none: a module, its pieces and the kit they call. */
  keep(modules: readonly ArchivedModule[]): Promise<void>;
  find(hash: string): Promise<ArchivedModule | undefined>;
}

export function createArchive(db: QueryExecutorProvider): Archive {
  return {
    async keep(modules) {
      const rows = modules.map(({ hash, code, kit }) => sql`(${hash}, ${code}, ${kit})`);
      await sql`insert into definitions (hash, code, kit) values ${sql.join(rows)} on conflict (hash) do nothing`.execute(
        db,
      );
    },
    async find(hash) {
      const found = await sql<ArchivedModule>`select hash, code, kit from definitions where hash = ${hash}`.execute(db);
      return found.rows[0];
    },
  };
}
