import type { Requests } from '../../../contract/generated/operations.ts';
import type { IdentityRequest } from '../../../contract/operation.ts';
import type { PoolAt } from '../pool.ts';
import type { RequestName } from '../requests.ts';
import type { Tokens } from '../tokens.ts';

/** What a request stands on, at its instant; also what the back office does. */
export interface Desk extends PoolAt {
  readonly tokens: Tokens;
}

/** The same for one request of the protocol: with what its operation says of it. */
export interface Service extends Desk {
  readonly request: IdentityRequest;
  readonly name: RequestName;
}

/**
 * One request of the protocol, its body as its schema says: the answer out; what the client may be told is thrown as
 * IdentityProblem.
 */
export type Handler<Name extends RequestName> = (
  service: Service,
  body: Requests[Name],
) => Promise<Readonly<Record<string, unknown>>>;
