import { readdirSync, readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openDatabase } from '../../server/database/index.ts';
import { brokenAt, type ActBody } from '../../server/journeys/acts/act.ts';
import { fold, nothing } from '../../server/journeys/acts/fold.ts';
import { findApplication, readActs } from '../../server/journeys/acts/store.ts';

const folder = new URL('../../server/database/migrations/', import.meta.url);
const names = readdirSync(folder).sort();
const text = (name: string): string => readFileSync(new URL(name, folder), 'utf8');

test('an application from before there were acts is taken over: one act that holds, its row the fold of it, its way kept', async () => {
  const { db, close } = await openDatabase({ databaseUrl: undefined, dataDir: undefined });
  try {
    await sql.raw('drop schema public cascade').execute(db);
    await sql.raw('create schema public').execute(db);
    for (const name of names.filter((one) => one < '120-')) await sql.raw(text(name)).execute(db);
    const id = '0f8fad5b-d9cb-469f-a165-70867728950e';
    await sql`insert into applications (id, owner, email, brand, flow, definition, answers, journey, revision, status, step, created_at, modified_at)
      values (${id}::uuid, 'ana', 'ana@example.com', 'payday', 'apply', 'hash', '{"loan":{"amount":30000}}', '{"personal":{"by":"action","action":"continue"}}', 3, 'SUBMITTING', 1,
        '2026-11-20T15:00:00.123456Z', '2026-11-20T15:00:01.654321Z')`.execute(db);
    await sql`insert into application_left (application_id, flow_step, transition, definition, left_at) values (${id}::uuid, 'personal', '{"by":"action"}', 'hash', now())`.execute(
      db,
    );
    await sql`insert into application_trail (application_id, brand, operation, outcome) values (${id}::uuid, 'payday', 'application', 'SUBMITTING')`.execute(
      db,
    );
    for (const name of names.filter((one) => one > '120-')) await sql.raw(text(name)).execute(db);
    const begun = await sql<{
      key: string;
    }>`select key from person_applications where owner = 'ana' and brand = 'payday'`.execute(db);
    expect(begun.rows).toEqual([{ key: id }]);
    const acts = await readActs(db, id);
    expect(acts).toHaveLength(1);
    expect(brokenAt(acts)).toBeUndefined();
    const body = JSON.parse(acts[0]?.body ?? '{}') as ActBody;
    expect(body.before?.['left']).toMatchObject([{ step: 'personal' }]);
    const row = await findApplication(db, id);
    const folded = fold(nothing, body, acts[0]?.at ?? '');
    expect(row).toMatchObject({
      ...folded,
      version: 1,
      head: acts[0]?.hash,
      outcomes: { application: ['SUBMITTING'] },
    });
  } finally {
    await close();
  }
}, 60_000);
