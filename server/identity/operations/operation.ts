import type { Pool } from '../pool.ts';
import { problems } from '../problems.ts';
import { text } from '../request.ts';
import type { Body } from '../request.ts';
import type { Tokens } from '../tokens.ts';
import { findSubject } from '../users.ts';
import type { Subject, User } from '../users.ts';

export interface Identity extends Pool {
  readonly tokens: Tokens;
}

/** One operation of the protocol: a request in, the answer out; what the client may be told is thrown as IdentityProblem. */
export type Operation = (identity: Identity, request: Body, at: Date) => Promise<Readonly<Record<string, unknown>>>;

/** @throws ResourceNotFoundException when the request is not from our client */
export function checkClient(identity: Identity, request: Body): void {
  if (text(request, 'ClientId') !== identity.clientId) throw problems.unknownClient();
}

/** A user as the subject of codes. */
export async function subjectOf(identity: Identity, user: User): Promise<Subject> {
  return findSubject(identity, user.sub);
}
