/**
 * The vendor's API for whoever runs a user pool (Amazon Cognito user pools API reference): JSON 1.1 over HTTPS, signed
 * with the account's key (Signature Version 4).
 */
import { Sha256 } from '@aws-crypto/sha256-js';
import { SignatureV4 } from '@smithy/signature-v4';
import type { Config } from '../../config/index.ts';
import { ServiceAway } from '../../database/index.ts';
import { isObject } from '../../../runtime/core/index.ts';

/** Where the pool is asked, and with which key. */
export type Cognito = NonNullable<Config['identity']['cognito']>;

/** An attribute as the API lists it (AttributeType). */
export interface Attribute {
  readonly Name: string;
  readonly Value?: string;
}
/** Members that are read of what the API answers (UserType, AdminGetUserResponse, AdminListGroupsForUserResponse). */
interface Answered {
  readonly Username?: string;
  readonly UserStatus?: string;
  readonly Enabled?: boolean;
  readonly UserAttributes?: readonly Attribute[];
  readonly User?: { readonly Attributes?: readonly Attribute[] };
  readonly Users?: readonly { readonly Username?: string }[];
  readonly Groups?: readonly { readonly GroupName?: string }[];
  readonly NextToken?: string;
}
export type Ask = (action: string, body: Readonly<Record<string, unknown>>) => Promise<Answered>;

/** The pool refused a request, by the name of its exception. */
export class PoolRefused extends Error {
  readonly type: string;
  constructor(action: string, type: string, message: string) {
    super(`The user pool refuses ${action}: ${type}: ${message}`);
    this.name = 'PoolRefused';
    this.type = type;
  }
}

/** Milliseconds for one answer: a page waits for it. */
const patienceMs = 5000;

/** What is no fault of the request: it may be made again in a while. */
const busy: ReadonlySet<string> = new Set([
  'TooManyRequestsException',
  'InternalErrorException',
  'ThrottlingException',
]);

/**
 * One request; its body names the pool.
 * @throws PoolRefused by the name of the exception, ServiceAway where nothing comes or it is to be asked again
 */
export function createAsk({ endpoint, region, keyId, keySecret }: Cognito, poolId: string): Ask {
  const url = new URL(endpoint);
  const signer = new SignatureV4({
    service: 'cognito-idp',
    region,
    credentials: { accessKeyId: keyId, secretAccessKey: keySecret },
    sha256: Sha256,
  });
  return async (action, given) => {
    const body = JSON.stringify({ UserPoolId: poolId, ...given });
    const { headers } = await signer.sign({
      method: 'POST',
      protocol: url.protocol,
      hostname: url.hostname,
      ...(url.port !== '' && { port: Number(url.port) }),
      path: url.pathname,
      query: {},
      headers: {
        host: url.host,
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': `AWSCognitoIdentityProviderService.${action}`,
      },
      body,
    });
    // No answer, or one that is no JSON: something else is there.
    const away = (error: unknown): never => {
      throw new ServiceAway(`The user pool at ${url.origin} does not answer: look at IDENTITY_URL and the network.`, {
        cause: error,
      });
    };
    const signal = AbortSignal.timeout(patienceMs);
    const answer = await fetch(url, { method: 'POST', headers, body, signal }).catch(away);
    const read: unknown = await answer.json().catch(away);
    const told = isObject(read) ? read : {};
    if (answer.ok) return told;
    const type = String(told['__type'] ?? `status ${answer.status}`).replace(/^.*#/, '');
    const refused = new PoolRefused(action, type, String(told['message'] ?? told['Message'] ?? ''));
    if (answer.status >= 500 || busy.has(type)) throw new ServiceAway(refused.message, { cause: refused });
    throw refused;
  };
}
