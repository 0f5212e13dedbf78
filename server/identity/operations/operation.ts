import type { PoolAt } from '../pool.ts';
import { problems } from '../problems.ts';
import { text } from '../request.ts';
import type { Body } from '../request.ts';
import type { Tokens } from '../tokens.ts';

/** What an operation stands on, at the instant of its request. */
export interface Service extends PoolAt {
  readonly tokens: Tokens;
}

/** One operation of the protocol: a request in, the answer out; what the client may be told is thrown as IdentityProblem. */
export type IdentityAction = (service: Service, request: Body) => Promise<Readonly<Record<string, unknown>>>;

/** @throws ResourceNotFoundException when the request is not from our client */
export function checkClient(service: Service, request: Body): void {
  if (text(request, 'ClientId') !== service.clientId) throw problems.unknownClient();
}
