/** The embedded identity provider: Amazon Cognito's protocol on our own database. */
import { createAdmin } from './admin.ts';
import { isObject } from '../../runtime/core/index.ts';
import { valueProblem } from '../http/input.ts';
import type { EmbeddedIdentity, IdentityAnswer, IdentityNeeds } from './identity.ts';
import { handlers } from './operations/index.ts';
import type { Desk, Handler } from './operations/operation.ts';
import type { Pool } from './pool.ts';
import { IdentityProblem, problems } from './problems.ts';
import { actions, findRequest, namesClient, requests } from './requests.ts';
import type { RequestName } from './requests.ts';
import { createEnrollment } from './enrollment.ts';
import { createPhoneChecks } from './phone-checks.ts';
import { createSecondProof } from './second-proof.ts';
import { remind } from './reminding.ts';
import { tell } from './telling.ts';
import { ownTriggers } from './own-triggers.ts';
import { tidy } from './tidy.ts';
import { createTokens } from './tokens.ts';
import type { Texts, Triggers } from './triggers.ts';
import { findSubject, sealDecoy } from './users.ts';

export type { EmbeddedIdentity, Identity, IdentityAnswer, IdentityNeeds, Shown } from './identity.ts';
export { deviceSeconds } from './second-proof.ts';
export type { Applicant, Enrolling, Enrollment, Refusal } from './enrollment.ts';
export type { PhoneChecks } from './phone-checks.ts';
export type { SecondProof } from './second-proof.ts';
export type { Told } from './telling.ts';
export type { Forgotten, Reminded } from './reminding.ts';
export { recordActing } from './acting.ts';
export { identityRoutes } from './routes.ts';
export { signedOutChannel } from './tokens.ts';

/**
 * Opens the identity service: deletes what is of no use any more; the first start makes the signing key.
 * @param triggers who stands behind the triggers; default: the service itself
 */
export async function createIdentity({
  config,
  db,
  cipher,
  deliver,
  clock = () => new Date(),
  phoneNetworks,
  triggers = ownTriggers({ db, env: config.env }),
}: IdentityNeeds & { readonly triggers?: Triggers }): Promise<EmbeddedIdentity> {
  const { poolId, clientId, issuer } = config.identity;
  const pool: Pool = {
    triggers,
    db,
    cipher,
    deliver,
    env: config.env,
    poolId,
    poolName: poolId.slice(poolId.indexOf('_') + 1),
    clientId,
    issuer,
    publicUrl: config.publicUrl,
    decoy: await sealDecoy(cipher),
  };
  await tidy(db, clock());
  const tokens = await createTokens(pool, clock());
  const service = { ...pool, tokens };
  const admin = createAdmin(service, clock);
  // The same work for an address that nobody has.
  const findKnown = async (email: string) => (await findSubject(service, email)).user;
  return {
    poolId,
    clientId,
    issuer,
    jwks: tokens.jwks,
    handle: (target, body, { at = clock(), from } = {}) =>
      handle({ ...service, at, ...(from === undefined ? {} : { from }) }, target, body),
    tell: (email, { at = clock(), from } = {}) =>
      tell({ ...service, at, ...(from === undefined ? {} : { from }) }, findKnown, email),
    remind: (of, { at = clock(), from } = {}) =>
      remind({ ...service, at, ...(from === undefined ? {} : { from }) }, admin, of),
    verifyIdToken: (token, at = clock()) => tokens.verifyIdToken(token, at),
    handOver: async ({ sub, idToken, accessToken }, audience, at = clock()) => {
      const held = await tokens.holds(accessToken, { use: 'access', at });
      const claims = await tokens.verifyIdToken(idToken, at);
      const isOne = held?.session === claims?.['origin_jti'] && held?.sub === sub && claims?.['sub'] === sub;
      return isOne ? tokens.handOver(sub, audience, at) : undefined;
    },
    assure: ({ session }, level) => tokens.assure(session, level),
    secondProof: createSecondProof(service, admin, clock),
    phoneChecks: createPhoneChecks(pool, phoneNetworks, clock),
    enrollment: createEnrollment(pool, admin, clock),
    admin,
  };
}

/** The one place where a problem of the protocol becomes an answer; a bug goes on to the caller. */
async function handle(desk: Desk, target: string | undefined, body: unknown): Promise<IdentityAnswer> {
  const action = target?.split('.')[1] ?? '';
  try {
    if (!actions.has(action)) throw problems.unknownOperation(action);
    const asked = readBody(desk, action, body);
    const handler = handlers[asked.name] as Handler<RequestName>;
    // The body fits the schema that its type is made of.
    const answer = await handler(
      { ...desk, metadata: metadataOf(body), request: requests[asked.name], name: asked.name },
      asked.body as Parameters<typeof handler>[1],
    );
    return { status: 200, body: answer };
  } catch (error) {
    if (!(error instanceof IdentityProblem)) throw error;
    return { status: 400, problem: error.type, body: { __type: error.type, message: error.message } };
  }
}

/** What the client's library sent along for triggers, as far as it is texts. */
function metadataOf(body: unknown): Texts {
  const given = isObject(body) ? body['ClientMetadata'] : undefined;
  return isObject(given)
    ? Object.fromEntries(Object.entries(given).filter((one): one is [string, string] => typeof one[1] === 'string'))
    : {};
}

/**
 * The request that a body is, judged by what its operation declares. @throws InvalidParameterException,
 * ResourceNotFoundException
 */
function readBody(
  { clientId }: Desk,
  action: string,
  body: unknown,
): { readonly name: RequestName; readonly body: Readonly<Record<string, unknown>> } {
  if (!isObject(body)) throw problems.parameter('The request is not a JSON object.');
  // Text that no column can keep (NUL, half of a surrogate pair), and what is too deep or too much, in any member.
  const wrong = valueProblem(body);
  if (wrong !== undefined) throw problems.parameter(`The request ${wrong}.`);
  const { ClientId } = body as { readonly ClientId?: unknown };
  if (namesClient(action) && typeof ClientId === 'string' && ClientId !== clientId) throw problems.unknownClient();
  const found = findRequest(action, body);
  if ('wrong' in found) throw problems.parameter(`Missing or malformed parameter ${found.wrong}`);
  return found;
}
