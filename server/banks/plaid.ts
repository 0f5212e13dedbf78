/** The bank-link provider through its own client: Plaid itself, or the stand-in that speaks its protocol. */
import type { PlaidApi } from 'plaid';

/** What this site is known to Plaid by, and which of its surroundings is asked. */
export interface PlaidSettings {
  readonly clientId: string;
  readonly secret: string;
  readonly env: 'sandbox' | 'production';
}

/** Asks the stand-in: path and body in, status and body out. */
export type AskStandIn = (path: string, body: string) => Promise<{ readonly status: number; readonly body: string }>;

/** Nothing of Plaid is waited for longer than this. */
const timeoutMs = 10_000;

/** What Plaid answers a request with that it cannot fulfil: `error_code` of its error body. */
export class PlaidProblem extends Error {
  readonly code: string;
  constructor(code: string) {
    super(`Plaid answers ${code}.`);
    this.name = 'PlaidProblem';
    this.code = code;
  }
}

/** Plaid does not answer, answers late, or answers what is no answer of its protocol. */
export class PlaidUnreachable extends Error {
  constructor(cause?: unknown) {
    super('Plaid gives no answer that can be used.', { cause });
    this.name = 'PlaidUnreachable';
  }
}

/**
 * The client, loaded with its first use: it is large, and most servers that start never link a bank.
 * @param standIn asked instead of Plaid where no settings are given; undefined in production
 * @returns undefined where there is neither
 */
export function plaidClient(
  settings: PlaidSettings | undefined,
  standIn: AskStandIn | undefined,
): (() => Promise<PlaidApi>) | undefined {
  if (settings === undefined && standIn === undefined) return undefined;
  let made: Promise<PlaidApi> | undefined;
  return () => (made ??= make(settings, standIn));
}

async function make(settings: PlaidSettings | undefined, standIn: AskStandIn | undefined): Promise<PlaidApi> {
  const { Configuration, PlaidApi, PlaidEnvironments } = await import('plaid');
  const { clientId = 'stand-in', secret = 'stand-in', env = 'sandbox' } = settings ?? {};
  const headers = { 'PLAID-CLIENT-ID': clientId, 'PLAID-SECRET': secret, 'Plaid-Version': '2020-09-14' };
  const adapter = settings === undefined && standIn !== undefined ? { adapter: adapterOf(standIn) } : {};
  const basePath = PlaidEnvironments[env];
  if (basePath === undefined) throw new Error(`The client knows no surroundings called ${env}.`);
  return new PlaidApi(
    new Configuration({ basePath, baseOptions: { headers, timeout: timeoutMs, maxRedirects: 0, ...adapter } }),
  );
}

interface Asked {
  readonly url?: string;
  readonly data?: string;
  /** Milliseconds. */
  readonly timeout?: number;
}

/** What came, unless it takes longer than the client waits: over the network it would say so itself. */
async function inTime<T>(coming: Promise<T>, timeout = timeoutMs): Promise<T> {
  let end: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    end = setTimeout(() => reject(new Error(`timeout of ${timeout}ms exceeded`)), timeout);
  });
  return await Promise.race([coming, late]).finally(() => clearTimeout(end));
}

/** What the client hands a request to instead of the network. */
function adapterOf(standIn: AskStandIn): (asked: Asked) => Promise<unknown> {
  return async (asked) => {
    const found = await inTime(standIn(new URL(asked.url ?? '').pathname, asked.data ?? '{}'), asked.timeout);
    const response = {
      status: found.status,
      statusText: '',
      headers: {},
      config: asked,
      data: JSON.parse(found.body) as unknown,
    };
    if (found.status >= 400) throw Object.assign(new Error(`The stand-in answers ${found.status}.`), { response });
    return response;
  };
}

/**
 * What is read of an answer. Throws `PlaidProblem` where Plaid says what is wrong with the request or the bank, else
 * `PlaidUnreachable`: a body in which not everything stands that is read is no answer either, whatever its status.
 */
export async function answerOf<Body, Read>(
  asking: Promise<{ readonly data: Body }>,
  read: (body: Body) => Read,
): Promise<Read> {
  let body: Body;
  try {
    body = (await asking).data;
  } catch (error) {
    const { status, data } = (error as { response?: { status?: number; data?: unknown } }).response ?? {};
    const code = (data as { error_code?: unknown } | undefined)?.error_code;
    if (status !== undefined && status < 500 && typeof code === 'string') throw new PlaidProblem(code);
    throw new PlaidUnreachable(error);
  }
  try {
    return read(body);
  } catch (error) {
    throw new PlaidUnreachable(error);
  }
}

/** A text of an answer. Throws where none stands: the types of the client are what Plaid promises, not what came. */
export function textIn(value: unknown): string {
  if (typeof value !== 'string' || value === '') throw new TypeError('Plaid has no text where one stands.');
  return value;
}
