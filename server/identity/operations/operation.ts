import type { PoolAt } from '../pool.ts';
import { problems } from '../problems.ts';
import { text } from '../request.ts';
import type { Body } from '../request.ts';
import type { Tokens } from '../tokens.ts';
import { findSubject } from '../users.ts';
import type { Subject, User } from '../users.ts';

/** What an operation stands on, at the instant of its request. */
export interface Service extends PoolAt {
  readonly tokens: Tokens;
}

/** One operation of the protocol: a request in, the answer out; what the client may be told is thrown as IdentityProblem. */
export type Operation = (service: Service, request: Body) => Promise<Readonly<Record<string, unknown>>>;

/** @throws ResourceNotFoundException when the request is not from our client */
export function checkClient(service: Service, request: Body): void {
  if (text(request, 'ClientId') !== service.clientId) throw problems.unknownClient();
}

/** A user as the subject of codes. */
export async function subjectOf(service: Service, user: User): Promise<Subject> {
  return findSubject(service, user.sub);
}
