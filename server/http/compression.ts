import compress from '@fastify/compress';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/**
 * 5 takes about a tenth of the time of 11 for a few percent more bytes; files of the build are packed with 11
 * beforehand.
 */
const quick = { [constants.BROTLI_PARAM_QUALITY]: 5 };

/**
 * Routes that answer with content (definitions, themes) ask for compression by `compressed`, the page by `sendPacked`.
 * Answers that hold a person's own data are never compressed: what else stands in them could be learned from their
 * length (BREACH).
 */
export async function addCompression(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    global: false,
    encodings: ['br', 'gzip'],
    threshold: 1024,
    brotliOptions: { params: quick },
  });
}

/** Options of a route whose answers are compressed. */
export const compressed = { compress: {} } as const;

/**
 * Sends a text packed as the browser takes it, from a handler that is no route of its own (the plugin serves routes
 * alone).
 */
export async function sendPacked(request: FastifyRequest, reply: FastifyReply, text: string): Promise<FastifyReply> {
  const taken = request.headers['accept-encoding'] ?? '';
  void reply.header('vary', 'accept-encoding');
  if (/\bbr\b/.test(taken))
    return reply.header('content-encoding', 'br').send(await promisify(brotliCompress)(text, { params: quick }));
  if (/\bgzip\b/.test(taken)) return reply.header('content-encoding', 'gzip').send(await promisify(gzip)(text));
  return reply.send(text);
}
