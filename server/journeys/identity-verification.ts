/** Identity verification of an application that waits for documents: an ID that is verified online needs none. */
import type { Operations } from '../../contract/generated/operations.ts';
import type { JsonObject } from '../../runtime/core/facts.ts';
import type { RequestContext } from '../graphql/context.ts';
import { failure } from '../graphql/errors.ts';
import { leadsTo } from '../status/graph.ts';
import { moveBy } from '../status/move.ts';
import type { IdDocument } from '../verification/identity.ts';
import { actedAt } from './acted-at.ts';
import { link } from './acts/store.ts';
import { entityText } from './entities.ts';
import { mustWrite } from './must-write.ts';
import { readSubmission } from './submission.ts';
import type { ApplicationRow, Identity } from './tables.ts';
import { tellsVerified } from './verified.ts';

type Verification = Operations['searchIntellicheckVerification']['value'];

/**
 * The verification of an application, as it ended; where none has ended and documents are wanted, it is asked for now.
 * With an ID that is verified the application goes on as with documents that were accepted.
 * Throws NOT_WANTED where nobody waits for documents, IDENTITY_UNAVAILABLE where no ID can be verified online.
 */
export async function identityVerification(context: RequestContext, row: ApplicationRow): Promise<Verification> {
  const { db, id, identityVerifier, wake } = context.services;
  const { identity: before } = row.progress;
  if (before && before.status !== 'PENDING') return view(context, row, before);
  if (!row.is_open || leadsTo(row.status, 'acceptIdentity').length === 0)
    throw failure('NOT_WANTED', 'Nobody waits for documents of this application.');
  const document = idDocument(await readSubmission(context.services, row));
  if (identityVerifier === undefined || document === undefined)
    throw failure('IDENTITY_UNAVAILABLE', 'No ID can be verified online now.');
  const asked = before?.asked ?? 0;
  const status = await identityVerifier.verify(document, asked);
  const identity: Identity = { id: before?.id ?? id(), status, asked: asked + 1 };
  const { operation, ...body } =
    status === 'APPROVED'
      ? moveBy(row, 'acceptIdentity', {
          documentsUploaded: true,
          identity,
          ...actedAt(context.services, context.cookies),
        })
      : { operation: 'verifyIdentity', progress: { identity } };
  const act = link(row, { actor: 'reviewer', operation, body, now: context.now });
  await mustWrite(db, act, { makes: tellsVerified('identity') });
  wake();
  return view(context, row, identity);
}

/** What is verified; undefined of an application that does not say all of it. */
function idDocument(answers: JsonObject): IdDocument | undefined {
  const [number, stateCode, firstName, lastName, dateOfBirth] = (
    ['idNumber', 'idState', 'firstName', 'lastName', 'dateOfBirth'] as const
  ).map((entity) => entityText(answers, entity));
  if (!number || !stateCode || !firstName || !lastName || !dateOfBirth) return undefined;
  return { number, stateCode, firstName, lastName, dateOfBirth };
}

/** `userToken` names the verification to whoever performs it; it is derived, so that nothing of it is kept. */
function view({ services }: RequestContext, row: ApplicationRow, { id, status }: Identity): Verification {
  return { id, applicationId: row.id, status, userToken: services.sealer.blindIndex('identity-token', id) };
}
