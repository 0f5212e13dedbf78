/** The door for files: the content of an answer comes in by it and goes back to its owner. */
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fileName, fileTypeOf, headBytes, type FileError } from '../../contract/files.ts';
import { headerNames } from '../../contract/headers.ts';
import { places } from '../../contract/places.ts';
import { own, type FileOf, type StoredFile } from '../../runtime/core/index.ts';
import type { Config } from '../config/index.ts';
import { isTaken } from '../database/index.ts';
import { fileLimits } from '../files/limits.ts';
import { dropFile, FileWriter, findByKey, openFile, reserve } from '../files/store.ts';
import type { RequestContext } from '../graphql/context.ts';
import { findApplication } from '../journeys/acts/store.ts';
import { isExpired } from '../journeys/expiry.ts';
import type { ApplicationRow } from '../journeys/tables.ts';
import type { Services } from '../services.ts';
import { Places } from '../sockets/allowance.ts';
import { requestContext } from './context.ts';

/** Why a file is not taken or given, as the door answers it. */
export class NotTaken extends Error {
  readonly status: number;
  readonly code: FileError;
  /** Bytes that are taken at most. */
  readonly most: number | undefined;
  constructor(status: number, code: FileError, most?: number) {
    super(code);
    this.status = status;
    this.code = code;
    this.most = most;
  }
}

interface Asked {
  readonly application?: unknown;
  readonly step?: unknown;
  readonly field?: unknown;
  readonly key?: unknown;
}

/**
 * `POST /files?application=&step=&field=&key=` takes one file of a page's field (the same key again is given the same
 * file), `GET /files/<application>/<id>` gives an owner theirs back.
 */
export async function addFiles(
  app: FastifyInstance,
  services: Services,
  settings: Pick<Config, 'fileBytes' | 'filesBytes'>,
): Promise<void> {
  const underWay = new Places(fileLimits.atOnce);
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // A form of another site cannot send this type, and the content is read as it comes.
    scope.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload));
    scope.setErrorHandler((error, request, reply) => {
      if (!(error instanceof NotTaken)) throw error;
      // What is not read to its end must not be taken for the next request.
      if (!request.raw.complete) void reply.header('connection', 'close');
      return reply.code(error.status).send({ error: error.code, id: request.id, most: error.most });
    });
    const limited = {
      config: { rateLimit: { max: fileLimits.perMinute[services.env], timeWindow: '1 minute' } },
    };
    scope.post<{ Querystring: Asked }>(places.files, limited, async (request) => {
      const context = await requestContext(services, request);
      const row = await ownersRow(context, request.query.application, places.files);
      if (!underWay.take(row.owner)) throw new NotTaken(429, 'fileLimit');
      try {
        return await receive(context, request, { row, settings });
      } finally {
        underWay.give(row.owner);
      }
    });
    scope.get<{ Params: { application: string; id: string } }>(
      `${places.files}/:application/:id`,
      limited,
      async (request, reply) => {
        const row = await ownersRow(await requestContext(services, request), request.params.application, places.files);
        const id = isId(request.params.id) ? request.params.id : undefined;
        const found = id === undefined ? undefined : await openFile(services, { application: row.id, id });
        if (!found) throw new NotTaken(404, 'fileUnknown');
        // Whatever it holds, no browser draws it as a page of this site.
        return reply
          .header('content-type', 'application/octet-stream')
          .header('content-length', found.file.bytes)
          .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(found.file.name)}`)
          .header('content-security-policy', "default-src 'none'; sandbox")
          .send(Readable.from(found.content));
      },
    );
  });
}

const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

/** The caller's own application or draft of this brand; somebody else's is told like one that is not there. */
export async function ownersRow(
  { services, caller, brand }: RequestContext,
  id: unknown,
  place: string,
): Promise<ApplicationRow> {
  if (!caller) throw new NotTaken(401, 'unauthenticated');
  if (caller.actor !== undefined) {
    // What somebody sent is sealed: it is theirs alone to give and to read, whoever acts for them.
    await services.acted(caller, { operation: place, about: id });
    throw new NotTaken(403, 'forbidden');
  }
  const row = typeof id === 'string' ? await findApplication(services.db, id) : undefined;
  if (!row || row.owner !== caller.sub || row.brand !== brand) throw new NotTaken(403, 'forbidden');
  return row;
}

/** What is received, and within what. */
interface Receiving {
  readonly file: FileOf;
  /** Bytes at most. */
  readonly most: number;
  /** What an upload with the same key made before. */
  readonly before: StoredFile | undefined;
}

/** Reads a file to its end, or says why it is not taken; what was written of one that is not is gone. */
async function receive(
  { services, now }: RequestContext,
  request: FastifyRequest<{ Querystring: Asked }>,
  { row, settings }: { readonly row: ApplicationRow; readonly settings: Pick<Config, 'fileBytes' | 'filesBytes'> },
): Promise<StoredFile> {
  const { key } = request.query;
  const file = await askedFile(services, row, request.query);
  if (!file || typeof key !== 'string' || !/^[\w-]{8,100}$/.test(key) || !row.is_open || isExpired(row, now))
    throw new NotTaken(404, 'fileNotAsked');
  const most = Math.min(file.maxBytes, settings.fileBytes);
  const told = request.headers['content-length'];
  const announced = told === undefined ? most : Number(told);
  if (announced === 0) throw new NotTaken(400, 'fileEmpty');
  if (!(announced <= most)) throw new NotTaken(413, 'fileSize', most);
  const before = await findByKey(services, row.id, key);
  if (before) return await keep(services, request, { place: undefined, file, most, before });
  const place = { application: row.id, id: services.id() };
  const taken = await reserve(
    services,
    { id: place.id, of: { ...row, key }, bytes: announced },
    settings.filesBytes,
  ).catch((error: unknown) => {
    // The same upload is under way still: its connection is not known to be lost yet.
    if (isTaken(error)) throw new NotTaken(409, 'fileUnderWay');
    throw error;
  });
  if (!taken) throw new NotTaken(429, 'fileLimit');
  try {
    return await keep(services, request, { place, file, most, before });
  } catch (error) {
    await dropFile(services, place);
    throw error;
  }
}

/** What the field of a page takes, in the version that the application is pinned to. */
async function askedFile(
  { definitions }: Pick<Services, 'definitions'>,
  row: ApplicationRow,
  { step, field }: Asked,
): Promise<FileOf | undefined> {
  const flow = await definitions.flow(row.definition);
  if (!flow || typeof step !== 'string' || typeof field !== 'string') return undefined;
  return own(own(flow.steps, step)?.fields ?? {}, field)?.file;
}

async function keep(
  services: Services,
  request: FastifyRequest,
  {
    place,
    file,
    most,
    before,
  }: Receiving & { readonly place: { readonly application: string; readonly id: string } | undefined },
): Promise<StoredFile> {
  const out = place && new FileWriter(services, place);
  let head = Buffer.alloc(0);
  let type: string | undefined;
  let bytes = 0;
  for await (const chunk of request.body as AsyncIterable<Buffer>) {
    const first = bytes < headBytes;
    bytes += chunk.length;
    if (bytes > most) throw new NotTaken(413, 'fileSize', most);
    if (first) head = Buffer.concat([head, chunk]);
    if (first && bytes >= headBytes) {
      type = accepted(file, head);
      if (type !== undefined) await out?.take(head);
      // What is refused is read to its end all the same: a browser takes an early answer for a lost connection.
    } else if (type !== undefined) await out?.take(chunk);
  }
  if (before) return before;
  if (bytes === 0) throw new NotTaken(400, 'fileEmpty');
  if (bytes < headBytes) {
    type = accepted(file, head);
    if (type !== undefined) await out?.take(head);
  }
  if (type === undefined || !out) throw new NotTaken(415, 'fileType');
  const named = request.headers[headerNames.fileName];
  return await out.finish(fileName(decoded(typeof named === 'string' ? named : '')), type);
}

/** The media type of a content that begins so, if the field takes it. */
function accepted({ accept }: FileOf, head: Buffer): string | undefined {
  const type = fileTypeOf(head);
  return type !== undefined && accept.includes(type) ? type : undefined;
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return ''; // not written as asked: it gets a name of ours
  }
}
