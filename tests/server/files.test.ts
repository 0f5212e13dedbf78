/**
 * Files at the server's door: taken by their content and within limits, sealed, their owner's alone, named by an answer
 * of the document they were sent for or by none, gone with the answer. The content is tests/constructs/files.
 */
import { createHash, randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fileTypes } from '../../contract/files.ts';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { fileLimits } from '../../server/files/limits.ts';
import { tidyFiles } from '../../server/files/store.ts';
import { findApplication } from '../../server/journeys/acts/store.ts';
import { expireLeft } from '../../server/journeys/expiry.ts';
import { root } from '../content/compiled.ts';
import { boot, signIn, signUp, type Answer, type Person } from './support/person.ts';
import { startTestServer, type TestServer } from './support/server.ts';

const began = new Date('2026-11-20T15:00:00Z').getTime();
let now = began;
let server: TestServer;
beforeAll(async () => {
  const contentDir = `+${join(root, 'tests/constructs/files')}`;
  server = await startTestServer({
    contentDir,
    config: { fileBytes: 1_000_000, filesBytes: 3_000_000 },
    with: { clock: () => new Date(now) },
  });
}, 180_000);
afterAll(() => server.stop());

const flow = 'papers';
interface Draft {
  readonly id: string;
  readonly definition: string;
}
async function begin(person: Person): Promise<Draft> {
  const definition = (await boot(server)).flows[flow]?.hash ?? '';
  const made = await person.ask('createApplication', { application: { flow, definition } }, press());
  return made.data?.['createApplication']?.['application'] as unknown as Draft;
}
const press = () => ({ key: randomUUID() }) as never;
async function save(person: Person, { id, definition }: Draft, changes: JsonObject): Promise<Answer> {
  const revision = (await findApplication(server.services.db, id))?.revision ?? 0;
  return await person.ask('saveJourney', { id, flow, definition, revision, key: randomUUID(), changes, journey: {} });
}
const why = ({ errors: [error] }: Answer): string =>
  [error?.extensions.code, error?.extensions.reason, error?.extensions.path].filter(Boolean).join(' ');

/** A content of this kind, filled up with `word` so that it can be found again. */
function content(type: string, bytes: number, word = 'Marmalade'): Buffer {
  const out = Buffer.alloc(bytes, word);
  Buffer.from(fileTypes[type]?.example ?? []).copy(out);
  return out;
}
const pdf = (bytes = 5000, word?: string): Buffer => content('application/pdf', bytes, word);

/** A content, and what differs from the usual way to send it. */
interface Parcel {
  readonly body: Buffer;
  readonly field?: string;
  readonly step?: string;
  readonly key?: string;
  readonly name?: string;
  readonly type?: string;
}
interface Sent {
  readonly status: number;
  readonly body: JsonObject;
}
async function send(
  person: Pick<Person, 'idToken'> | undefined,
  draft: Pick<Draft, 'id'>,
  given: Buffer | Parcel,
): Promise<Sent> {
  const {
    body,
    field = 'bill',
    step = 'send',
    key = randomUUID(),
    name = 'bill.pdf',
    type = 'application/octet-stream',
  } = Buffer.isBuffer(given) ? { body: given } : given;
  const query = new URLSearchParams({ application: draft.id, step, field, key });
  const response = await fetch(`${server.address}/files?${query}`, {
    method: 'POST',
    headers: {
      'content-type': type,
      'x-brand-key': 'payday',
      'x-file-name': encodeURIComponent(name),
      ...(person && { authorization: person.idToken }),
    },
    body: new Uint8Array(body),
  });
  return { status: response.status, body: (await response.json()) as JsonObject };
}
const fetchFile = (person: Person, draft: Draft, id: string): Promise<Response> =>
  fetch(`${server.address}/files/${draft.id}/${id}`, {
    headers: { authorization: person.idToken, 'x-brand-key': 'payday' },
  });
const rows = async (draft: Draft): Promise<number> =>
  (
    await sql<{ n: number }>`select count(*)::int as n from files where application_id = ${draft.id}::uuid`.execute(
      server.services.db,
    )
  ).rows[0]?.n ?? -1;
const parts = async (draft: Draft): Promise<number> =>
  (
    await sql<{
      n: number;
    }>`select count(*)::int as n from file_parts where application_id = ${draft.id}::uuid`.execute(server.services.db)
  ).rows[0]?.n ?? -1;
async function someone(): Promise<{ readonly person: Person; readonly draft: Draft }> {
  now = began;
  const person = await signUp(server);
  return { person, draft: await begin(person) };
}
const file = ({ body }: Sent): JsonObject => body;

describe('the door for files', () => {
  test('takes a file whose content is of a kind that the field takes, tells of it by its content, and gives it back to its owner alone', async () => {
    const { person, draft } = await someone();
    const bytes = pdf(290_000);
    const sent = await send(person, draft, { body: bytes, name: 'C:\\my bills\\März \u202ebill.exe.pdf' });
    expect(sent).toEqual({
      status: 200,
      body: {
        id: expect.any(String) as string,
        name: 'März bill.exe.pdf',
        bytes: 290_000,
        type: 'application/pdf',
        hash: createHash('sha256').update(bytes).digest('hex'),
      },
    });
    const id = String(sent.body['id']);
    const back = await fetchFile(person, draft, id);
    expect(Buffer.from(await back.arrayBuffer()).equals(bytes)).toBe(true);
    expect(back.headers.get('content-disposition')).toMatch(/^attachment; filename\*=UTF-8''M%C3%A4rz/);
    expect(back.headers.get('content-type')).toBe('application/octet-stream');
    expect(back.headers.get('x-content-type-options')).toBe('nosniff');
    expect(back.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    expect(back.headers.get('cache-control')).toBe('no-store');
    const other = await someone();
    expect((await fetchFile(other.person, draft, id)).status).toBe(403);
    expect((await fetchFile(other.person, other.draft, id)).status).toBe(404);
    expect((await fetchFile(person, draft, 'no-id')).status).toBe(404);
  });

  test('goes by the content and never by the name or the type that is said: what is none of the accepted kinds is refused and leaves nothing', async () => {
    const { person, draft } = await someone();
    const page = Buffer.from('<!doctype html><script>alert(1)</script>'.padEnd(400_0, ' '));
    for (const wrong of [
      page,
      Buffer.from('%PDF'),
      Buffer.from('x'),
      content('image/heic', 4000),
      Buffer.concat([Buffer.from(' '), pdf()]),
    ])
      expect(await send(person, draft, wrong)).toMatchObject({ status: 415, body: { error: 'fileType' } });
    expect(await send(person, draft, Buffer.alloc(0))).toMatchObject({ status: 400, body: { error: 'fileEmpty' } });
    expect((await send(person, draft, { body: content('image/heic', 4000), field: 'photos' })).status).toBe(200);
    expect((await send(person, draft, content('image/png', 12))).status).toBe(200);
    expect(await rows(draft)).toBe(2);
    expect(await parts(draft)).toBe(2);
  });

  test('takes no more than the field says, than the server says, than a person may send, however it is announced', async () => {
    const { person, draft } = await someone();
    expect(await send(person, draft, pdf(300_001))).toMatchObject({
      status: 413,
      body: { error: 'fileSize', most: 300_000 },
    });
    const photo = (bytes: number): Buffer => content('image/png', bytes);
    const photos = { field: 'photos' };
    expect(await send(person, draft, { body: photo(1_000_001), ...photos })).toMatchObject({
      status: 413,
      body: { error: 'fileSize' },
    });
    // Nothing is announced: the limit is held while it is read.
    expect(await sendChunked(person, draft, pdf(900_000))).toMatch(/^HTTP\/1.1 413 /);
    expect(await rows(draft)).toBe(0);
    for (let sent = 0; sent < 3; sent += 1)
      expect((await send(person, draft, { body: photo(1_000_000), ...photos })).status).toBe(200);
    expect(await send(person, draft, pdf(1))).toMatchObject({ status: 429, body: { error: 'fileLimit' } });
    expect((await send((await someone()).person, draft, pdf())).status).toBe(403);
  });

  test('is for who is signed in, for a field of their own open document that asks for files, and not for forms of other sites', async () => {
    const { person, draft } = await someone();
    expect((await send(undefined, draft, pdf())).status).toBe(401);
    expect((await send({ idToken: 'x.y.z' }, draft, pdf())).status).toBe(401);
    for (const id of ['', 'none', randomUUID()]) expect((await send(person, { id }, pdf())).status).toBe(403);
    for (const wrong of [
      { step: 'check' },
      { step: '__proto__' },
      { field: 'none' },
      { field: 'constructor' },
      { key: '' },
      { key: "' or 1=1" },
    ])
      expect(await send(person, draft, { body: pdf(), ...wrong })).toMatchObject({
        status: 404,
        body: { error: 'fileNotAsked' },
      });
    for (const type of [
      'multipart/form-data; boundary=x',
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/pdf',
    ])
      expect((await send(person, draft, { body: pdf(), type })).status).toBe(415);
    now = began + 15 * 86_400_000;
    expect((await send(await signIn(server, person.email), draft, pdf())).status).toBe(404);
    expect(await rows(draft)).toBe(0);
  });

  test('gives the same file for the same key, and what was interrupted leaves nothing and can be sent again', async () => {
    const { person, draft } = await someone();
    const key = randomUUID();
    await interrupted(person, draft, key);
    const [first, again] = [
      await send(person, draft, { body: pdf(), key }),
      await send(person, draft, { body: pdf(), key }),
    ];
    expect(first.status).toBe(200);
    expect(again).toEqual(first);
    expect(await rows(draft)).toBe(1);
  });
});

describe('an answer of files', () => {
  test('names what its owner sent for this document, as it was sent, and nothing else', async () => {
    const { person, draft } = await someone();
    const other = await someone();
    const mine = file(await send(person, draft, pdf()));
    const theirs = file(await send(other.person, other.draft, pdf()));
    const refused = 'REFUSED noSuchFile papers.bill';
    const lies: readonly JsonObject[] = [
      theirs,
      { ...mine, id: randomUUID() },
      { ...mine, hash: '0'.repeat(64) },
      { ...mine, bytes: 1 },
      { ...mine, name: 'other.pdf' },
      { ...mine, type: 'image/png' },
    ];
    for (const lie of lies) expect(why(await save(person, draft, { 'papers.bill': [lie] }))).toBe(refused);
    const shapes: readonly Json[] = [[{ ...mine, more: 1 }], mine, 'x', [mine, mine], [null], [{}]];
    for (const shape of shapes)
      expect(why(await save(person, draft, { 'papers.bill': shape }))).toMatch(
        /^REFUSED (noSuchFile|wrongType) papers.bill$/,
      );
    // One kind, one size, one number for each field: a file that another field asked for does not fit this one.
    const heic = file(await send(person, draft, { body: content('image/heic', 4000), field: 'photos' }));
    expect(why(await save(person, draft, { 'papers.bill': [heic] }))).toBe('REFUSED wrongType papers.bill');
    expect((await save(person, draft, { 'papers.bill': [mine] })).errors).toEqual([]);
    expect((await save(person, draft, { 'papers.bill': [mine] })).errors).toEqual([]);
  });

  test('has its files deleted with it: when it is taken back or exchanged, when its document ends of itself, and when no answer came to name them', async () => {
    const { person, draft } = await someone();
    const [one, two, never] = [
      file(await send(person, draft, pdf())),
      file(await send(person, draft, pdf())),
      await send(person, draft, pdf()),
    ];
    expect(never.status).toBe(200);
    await save(person, draft, { 'papers.bill': [one] });
    await save(person, draft, { 'papers.bill': [two] });
    expect((await fetchFile(person, draft, String(one['id']))).status).toBe(404);
    expect((await fetchFile(person, draft, String(two['id']))).status).toBe(200);
    expect(why(await save(person, draft, { 'papers.bill': [one] }))).toBe('REFUSED noSuchFile papers.bill');
    await save(person, draft, { 'papers.bill': null });
    expect((await fetchFile(person, draft, String(two['id']))).status).toBe(404);
    expect(await rows(draft)).toBe(1);
    await sql`update files set created_at = created_at - make_interval(hours => ${fileLimits.unnamedHours}, mins => 1)
      where application_id = ${draft.id}::uuid`.execute(server.services.db);
    await tidyFiles(server.services.db);
    expect([await rows(draft), await parts(draft)]).toEqual([0, 0]);
    const last = file(await send(person, draft, pdf()));
    await save(person, draft, { 'papers.bill': [last] });
    now = began + 15 * 86_400_000;
    await expireLeft(server.services.db, new Date(now));
    expect([await rows(draft), await parts(draft)]).toEqual([0, 0]);
  });

  test('is sealed, content and name, and neither is in a log or a report', async () => {
    const { person, draft } = await someone();
    const name = 'Quillfeather divorce papers.pdf';
    const sent = file(await send(person, draft, { body: pdf(290_000, 'Quincewater'), name }));
    await save(person, draft, { 'papers.bill': [sent] });
    await send(person, draft, { body: pdf(290_000, 'Quincewater').subarray(1), name });
    const kept = await sql<{ all: string }>`select coalesce(string_agg(t.x, ' '), '') as all from (
        select row_to_json(files)::text as x from files union all select encode(sealed, 'escape') from file_parts
        union all select row_to_json(applications)::text from applications union all select row_to_json(application_acts)::text from application_acts
        union all select row_to_json(events)::text from events) as t`.execute(server.services.db);
    const all = kept.rows.map((row) => row.all).join(' ');
    expect(all).toContain(draft.id);
    for (const secret of ['Quillfeather', 'Quincewater', String(sent['hash'])]) {
      expect(all).not.toContain(secret);
      expect(server.log.join('')).not.toContain(secret);
    }
  });
});

/** Posts without a length, byte chunks as they come; gives the first line of the answer. */
function sendChunked(person: Person, draft: Draft, body: Buffer): Promise<string> {
  const write = (socket: Socket): void => {
    for (let at = 0; at < body.length; at += 50_000) {
      const chunk = body.subarray(at, at + 50_000);
      socket.write(`${chunk.length.toString(16)}\r\n`);
      socket.write(chunk);
      socket.write('\r\n');
    }
    socket.write('0\r\n\r\n');
  };
  return raw(person, draft, { key: randomUUID(), length: 'transfer-encoding: chunked', write });
}

/** Begins to send and hangs up in the middle; comes back once the server has noticed. */
async function interrupted(person: Person, draft: Draft, key: string): Promise<void> {
  const write = (socket: Socket): void => {
    socket.write(pdf().subarray(0, 2500));
    void expect
      .poll(() => rows(draft), { timeout: 20_000 })
      .toBe(1)
      .finally(() => socket.destroy());
  };
  await raw(person, draft, { key, length: 'content-length: 5000', write });
  await expect.poll(() => rows(draft), { timeout: 20_000 }).toBe(0);
}

function raw(
  person: Person,
  draft: Draft,
  { key, length, write }: { readonly key: string; readonly length: string; readonly write: (socket: Socket) => void },
): Promise<string> {
  const { hostname, port } = new URL(server.address);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    let came = '';
    socket.on('data', (data) => {
      came += data.toString('latin1');
    });
    socket.on('error', () => undefined); // the server may hang up on what it does not read
    socket.on('close', () => resolve(came.split('\r\n')[0] ?? ''));
    socket.write(
      `POST /files?application=${draft.id}&step=send&field=bill&key=${key} HTTP/1.1\r\nhost: x\r\nconnection: close\r\nx-brand-key: payday\r\nauthorization: ${person.idToken}\r\ncontent-type: application/octet-stream\r\n${length}\r\n\r\n`,
      () => write(socket),
    );
  });
}
