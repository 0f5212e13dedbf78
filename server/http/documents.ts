/** The door for printed documents: an owner is given their agreement as a file, as its figures stand. */
import type { FastifyInstance } from 'fastify';
import { places } from '../../contract/places.ts';
import { paperOf } from '../documents/papers.ts';
import { fileLimits } from '../files/limits.ts';
import type { Services } from '../services.ts';
import { requestContext } from './context.ts';
import { NotTaken, ownersRow } from './files.ts';

/**
 * `GET /documents/<application>/<idTag>`: the document as PDF with the application's own data. 404 for a document that
 * is not in force, 409 `notReady` while a figure of it is not known.
 */
export async function addDocuments(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(async (scope) => {
    scope.setErrorHandler((error, request, reply) => {
      if (!(error instanceof NotTaken)) throw error;
      return reply.code(error.status).send({ error: error.code, id: request.id });
    });
    scope.get<{ Params: { application: string; idTag: string } }>(
      `${places.documents}/:application/:idTag`,
      { config: { rateLimit: { max: fileLimits.perMinute[services.env], timeWindow: '1 minute' } } },
      async (request, reply) => {
        const context = await requestContext(services, request);
        const { application, idTag } = request.params;
        const row = await ownersRow(context, application, places.documents);
        const paper = await paperOf(context, row, idTag);
        if (paper === 'unknown') throw new NotTaken(404, 'fileUnknown');
        if (paper === 'notReady') throw new NotTaken(409, 'notReady');
        // The browser keeps it as a file; as a page of this site it may do nothing.
        return reply
          .header('content-type', 'application/pdf')
          .header('content-length', paper.content.length)
          .header('content-disposition', `attachment; filename="${idTag}-${paper.version}.pdf"`)
          .header('content-security-policy', "default-src 'none'; sandbox")
          .header('cache-control', 'no-store')
          .header('etag', `"${paper.fileHash}"`)
          .send(paper.content);
      },
    );
  });
}
