/** What a save costs, counted: statements, seals and openings are the same on every machine, times are not. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KyselyPlugin, RootOperationNode } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { buildApp, type BuiltApp } from '../../server/app.ts';
import { readConfig } from '../../server/config/index.ts';
import { FieldCipher } from '../../server/crypto/index.ts';
import { openDatabase, type OpenDatabase } from '../../server/database/index.ts';
import { createArchive } from '../../server/definitions/archive.ts';
import { createDefinitions } from '../../server/definitions/definitions.ts';
import { systemPorts } from '../../server/ports.ts';
import { openApplication, pagesToSubmit, type Applicant } from './support/applicant.ts';
import { signUp } from './support/person.ts';

const statements: RootOperationNode[] = [];
const counting: KyselyPlugin = {
  transformQuery({ node }) {
    statements.push(node);
    return node;
  },
  transformResult: async ({ result }) => result,
};

/** Nothing happens by itself: what is counted was done for a request. */
const ports = {
  ...systemPorts,
  clock: () => new Date('2026-11-20T15:00:00Z'),
  timers: { after: () => () => undefined },
};

describe('a save', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'waymark-cost-'));
  const seal = vi.spyOn(FieldCipher.prototype, 'seal');
  const unseal = vi.spyOn(FieldCipher.prototype, 'unseal');
  const verify = vi.spyOn(crypto.subtle, 'verify');
  let database: OpenDatabase;
  let built: BuiltApp;
  let applicant: Applicant;

  beforeAll(async () => {
    const config = readConfig({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn' }, []);
    database = await openDatabase({ dataDir: undefined, databaseUrl: undefined });
    const { contentDirs, env, addresses } = config;
    const definitions = await createDefinitions({
      contentDirs,
      env,
      addresses,
      directory: join(dataDir, 'definitions'),
      archive: createArchive(database.db),
      today: '2026-11-20',
    });
    const db = database.db.withPlugin(counting);
    built = await buildApp({ config, seeded: false }, { ports, definitions, database: { ...database, db } });
    const server = { address: await built.app.listen({ port: 0, host: '127.0.0.1' }), services: built.services };
    applicant = await openApplication(server, await signUp(server));
    // The whole way to the submission: the longest document and the longest walk there is.
    for (const page of pagesToSubmit()) await applicant.leave(page);
  }, 180_000);
  afterAll(async () => {
    await built.stop();
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
    vi.restoreAllMocks();
  });

  /** What one save made the server do. */
  async function costOf(...save: Parameters<Applicant['save']>) {
    statements.length = 0;
    for (const spy of [seal, unseal, verify]) spy.mockClear();
    const { errors } = await applicant.save(...save);
    return {
      errors: errors.map(({ extensions }) => extensions.code),
      statements: statements.length,
      seals: seal.mock.calls.length,
      unseals: unseal.mock.calls.length,
      signatures: verify.mock.calls.length,
    };
  }

  test('asks the database three times: for the session, for the application, and to write; the answer alone is sealed', async () => {
    expect(await costOf({ 'loan.amount': 35_000 }, {})).toMatchObject({
      errors: [],
      statements: 3,
      seals: 1,
      signatures: 0,
    });
  });

  test('costs the same with many changes, and seals only what is sensitive and has changed', async () => {
    const personal = { firstName: 'Anna', lastName: 'Ortega', documentNumber: '219099998' };
    const changes = Object.fromEntries(
      Object.entries(personal).map(([name, value]) => [`personalInformation.${name}`, value]),
    );
    const first = await costOf(changes, {});
    expect(first).toMatchObject({ errors: [], statements: 3 });
    const again = await costOf({ ...changes, 'personalInformation.documentNumber': '219099997' }, {});
    expect(again).toMatchObject({ errors: [], statements: 3, seals: 2 });
  });

  test('opens each sealed answer once, however many rules read it', async () => {
    const stored = await database.db
      .selectFrom('applications' as never)
      .selectAll()
      .executeTakeFirstOrThrow();
    const sealed = JSON.stringify((stored as { answers: unknown }).answers).split('"$sealed"').length - 1;
    expect(sealed).toBeGreaterThan(0);
    expect(await costOf({ 'loan.amount': 30_000 }, {})).toMatchObject({ errors: [], unseals: sealed });
  });

  test('that is refused writes nothing: two statements, and nothing is sealed', async () => {
    expect(await costOf({ 'loan.noSuchAnswer': 1 }, {})).toMatchObject({
      errors: ['REFUSED'],
      statements: 2,
      seals: 0,
    });
  });

  test('that comes again is answered from memory', async () => {
    const key = 'a9a9a9a9-1111-4111-8111-a9a9a9a9a9a9';
    const revision = applicant.revision;
    expect(await costOf({ 'loan.amount': 35_000 }, {}, { key, revision })).toMatchObject({ errors: [], statements: 3 });
    expect(await costOf({ 'loan.amount': 35_000 }, {}, { key, revision })).toMatchObject({
      errors: [],
      statements: 2,
      seals: 0,
      unseals: 1,
    });
  });
});
