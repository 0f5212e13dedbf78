/** Files in the database: sealed, in parts, each bound to its place. */
import { createHash } from 'node:crypto';
import { sql, type QueryExecutorProvider } from 'kysely';
import type { StoredFile } from '../../runtime/core/index.ts';
import type { ApplicationRow } from '../journeys/tables.ts';
import type { SealContext, Services } from '../services.ts';
import { fileLimits } from './limits.ts';

type Needs = Pick<Services, 'db' | 'sealer'>;

/** Bytes of one part: as much as is held in memory of a file that is read. */
const partBytes = 2 * 1024 * 1024;

/** Which file it is: of an application or draft, whose owner counts for what a person may send. */
export interface FilePlace {
  readonly application: string;
  readonly id: string;
}

/** What of a file is sealed beside its content. */
type Told = Omit<StoredFile, 'id'>;

/**
 * Takes room for a file of at most `bytes`; false when the person or their application has sent as much as they may.
 * What is on its way counts like what is stored.
 * @param of the application's row, and the idempotency key of the upload
 * @param mostBytes of all files of the person
 */
export async function reserve(
  { db }: Needs,
  {
    id,
    of,
    bytes,
  }: {
    readonly id: string;
    readonly of: Pick<ApplicationRow, 'id' | 'owner'> & { readonly key: string };
    readonly bytes: number;
  },
  mostBytes: number,
): Promise<boolean> {
  const made = await sql<{ id: string }>`insert into files (application_id, id, owner, key, bytes)
    select ${of.id}::uuid, ${id}::uuid, ${of.owner}, ${of.key}, ${bytes}::bigint
    where (select count(*) < ${fileLimits.filesOfPerson} and coalesce(sum(bytes), 0) + ${bytes}::bigint <= ${mostBytes}::bigint
        from files where owner = ${of.owner})
      and (select count(*) < ${fileLimits.filesOfApplication} and coalesce(sum(bytes), 0) + ${bytes}::bigint <= ${fileLimits.bytesOfApplication}::bigint
        from files where application_id = ${of.id}::uuid)
    returning id`.execute(db);
  return made.rows.length === 1;
}

/** Writes the content of a file as it comes, sealed part by part. */
export class FileWriter {
  readonly #needs: Needs;
  readonly #place: FilePlace;
  readonly #hash = createHash('sha256');
  #held: Buffer[] = [];
  #waiting = 0;
  #number = 0;
  #bytes = 0;

  constructor(needs: Needs, place: FilePlace) {
    this.#needs = needs;
    this.#place = place;
  }

  async take(chunk: Buffer): Promise<void> {
    this.#hash.update(chunk);
    this.#bytes += chunk.length;
    for (let rest = chunk; rest.length > 0; ) {
      const now = rest.subarray(0, partBytes - this.#waiting);
      this.#held.push(now);
      this.#waiting += now.length;
      rest = rest.subarray(now.length);
      if (this.#waiting >= partBytes) await this.#flush();
    }
  }

  /** The file is whole: out comes what its answer names. */
  async finish(name: string, type: string): Promise<StoredFile> {
    if (this.#waiting > 0) await this.#flush();
    const { db, sealer } = this.#needs;
    const { application, id } = this.#place;
    const told: Told = { name, bytes: this.#bytes, type, hash: this.#hash.digest('hex') };
    const sealed = await sealer.seal(JSON.stringify(told), toldContext(this.#place));
    await sql`update files set bytes = ${this.#bytes}::bigint, told = ${sealed}
      where application_id = ${application}::uuid and id = ${id}::uuid`.execute(db);
    return asFile(id, told);
  }

  async #flush(): Promise<void> {
    const { db, sealer } = this.#needs;
    const { application, id } = this.#place;
    const sealed = await sealer.sealBytes(Buffer.concat(this.#held), partContext(this.#place, this.#number));
    await sql`insert into file_parts (application_id, file_id, number, sealed)
      values (${application}::uuid, ${id}::uuid, ${this.#number}, ${sealed})`.execute(db);
    this.#held = [];
    this.#waiting = 0;
    this.#number += 1;
  }
}

/** What the answers of an application may name. */
export async function filesFor(needs: Needs, application: string): Promise<readonly StoredFile[]> {
  const found = await sql<Row>`select id, told from files
    where application_id = ${application}::uuid and told is not null`.execute(needs.db);
  return await tell(needs, application, found.rows);
}

/** The file that an upload with this key made; undefined while there is none that is whole. */
export async function findByKey(needs: Needs, application: string, key: string): Promise<StoredFile | undefined> {
  const found = await sql<Row>`select id, told from files
    where application_id = ${application}::uuid and key = ${key} and told is not null`.execute(needs.db);
  return (await tell(needs, application, found.rows))[0];
}

/** A file with its content part by part; undefined for one that is not there. */
export async function openFile(
  needs: Needs,
  place: FilePlace,
): Promise<{ readonly file: StoredFile; readonly content: AsyncIterable<Buffer> } | undefined> {
  const found = await sql<Row>`select id, told from files
    where application_id = ${place.application}::uuid and id = ${place.id}::uuid and told is not null`.execute(
    needs.db,
  );
  const [file] = await tell(needs, place.application, found.rows);
  return file && { file, content: read(needs, place) };
}

async function* read({ db, sealer }: Needs, place: FilePlace): AsyncGenerator<Buffer> {
  for (let number = 0; ; number += 1) {
    const found = await sql<{ sealed: Uint8Array }>`select sealed from file_parts
      where application_id = ${place.application}::uuid and file_id = ${place.id}::uuid and number = ${number}`.execute(
      db,
    );
    const [part] = found.rows;
    if (!part) return;
    yield await sealer.unsealBytes(Buffer.from(part.sealed), partContext(place, number));
  }
}

/** Deletes a file and its parts. */
export async function dropFile({ db }: Pick<Needs, 'db'>, { application, id }: FilePlace): Promise<void> {
  await sql`delete from files where application_id = ${application}::uuid and id = ${id}::uuid`.execute(db);
}

/** Deletes what no answer came to name, and uploads that never ended. */
export async function tidyFiles(db: QueryExecutorProvider): Promise<void> {
  const found = await sql<FilePlace>`select application_id as application, id from files
    where not named and (created_at < now() - make_interval(hours => ${fileLimits.unnamedHours})
      or (told is null and created_at < now() - make_interval(mins => ${fileLimits.unfinishedMinutes})))`.execute(db);
  // One by one: a transaction writes to one application, and a save that names one meanwhile keeps it.
  for (const { application, id } of found.rows)
    await sql`delete from files where application_id = ${application}::uuid and id = ${id}::uuid and not named`.execute(
      db,
    );
}

interface Row {
  readonly id: string;
  readonly told: string;
}
const tell = ({ sealer }: Needs, application: string, rows: readonly Row[]): Promise<readonly StoredFile[]> =>
  Promise.all(
    rows.map(async ({ id, told }) =>
      asFile(id, JSON.parse(await sealer.unseal(told, toldContext({ application, id }))) as Told),
    ),
  );

const asFile = (id: string, { name, bytes, type, hash }: Told): StoredFile =>
  ({ id, name, bytes, type, hash }) as StoredFile;

const toldContext = ({ application, id }: FilePlace): SealContext => ({
  table: 'files',
  column: 'told',
  row: `${application}:${id}`,
});
const partContext = ({ application, id }: FilePlace, number: number): SealContext => ({
  table: 'file_parts',
  column: 'sealed',
  row: `${application}:${id}:${number}`,
});
