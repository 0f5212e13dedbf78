/** Sends one HTTP request within its time and says what came back; never throws for what a network may do. */
import type { Act } from '../../contract/act.ts';
import type { Answer } from './outcome.ts';
import { parsed } from './parsed.ts';
import type { Ports } from './ports.ts';

export interface Sending {
  readonly timeoutMs: number;
  /** Lets the request outlive the page (flush when it is hidden). */
  readonly keepalive?: boolean;
}

/** Runs `send` with a signal that ends it after `timeoutMs`; an ended or refused connection is `none`. */
async function within(
  ports: Pick<Ports, 'timers'>,
  timeoutMs: number,
  send: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  const control = new AbortController();
  const cancel = ports.timers.after(timeoutMs, () => control.abort());
  try {
    return await send(control.signal);
  } catch (error) {
    const why = noAnswer(error);
    if (why !== undefined) return { kind: 'none', why };
    throw error;
  } finally {
    cancel();
  }
}

/** `fetch` reports a lost or refused connection as TypeError and an ended one as AbortError (fetch standard, 5.6). */
function noAnswer(error: unknown): 'offline' | 'late' | undefined {
  if (error instanceof TypeError) return 'offline';
  return error instanceof Error && (error.name === 'AbortError' || error.name === 'TimeoutError') ? 'late' : undefined;
}

/** A REST request; the body is JSON or nothing. */
export function rest(
  ports: Pick<Ports, 'fetch' | 'timers'>,
  request: { url: string; method: string; headers: Readonly<Record<string, string>>; body?: unknown },
  sending: Sending,
): Promise<Answer> {
  return within(ports, sending.timeoutMs, async (signal) => {
    const response = await ports.fetch(request.url, {
      method: request.method,
      headers: {
        accept: 'application/json',
        ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...request.headers,
      },
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
      keepalive: sending.keepalive ?? false,
      signal,
    });
    return { kind: 'http', status: response.status, body: parsed(await response.text()) };
  });
}

/** Browsers refuse a request that outlives the page with more than 64 KiB of body (fetch standard, 5.6.3). */
const fits = (sending: Sending, body: unknown): boolean =>
  sending.keepalive === true && (typeof body !== 'string' || new TextEncoder().encode(body).length < 60_000);

type Library = typeof import('graphql-request');
let library: Promise<Library> | undefined;

/** The library; undefined when the network does not bring it. Its way here does not count as the time of a call. */
export async function loadClient(): Promise<Library | undefined> {
  library ??= import('graphql-request');
  try {
    return await library;
  } catch (error) {
    library = undefined;
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

export interface Graphql {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly document: string;
  readonly variables: object;
  /** The envelope: `extensions.act`. */
  readonly act?: Act;
}

/** A GraphQL request by graphql-request, which is loaded with the first call. */
export async function graphql(
  ports: Pick<Ports, 'fetch' | 'timers'>,
  request: Graphql,
  sending: Sending,
): Promise<Answer> {
  const loaded = await loadClient();
  if (loaded === undefined) return { kind: 'none', why: 'offline' };
  const { GraphQLClient, ClientError } = loaded;
  return within(ports, sending.timeoutMs, async (signal) => {
    const client = new GraphQLClient(request.url, {
      fetch: (url: RequestInfo | URL, init?: RequestInit) =>
        ports.fetch(url, { ...init, keepalive: fits(sending, init?.body), signal }),
      headers: { ...request.headers },
      errorPolicy: 'all',
      ...(request.act && {
        requestMiddleware: (sent) => ({
          ...sent,
          body: JSON.stringify({
            ...(JSON.parse(String(sent.body)) as object),
            extensions: { act: request.act },
          }),
        }),
      }),
    });
    try {
      const { status, data, errors } = await client.rawRequest<unknown>(request.document, request.variables);
      return { kind: 'http', status, body: { data, errors } };
    } catch (error) {
      if (error instanceof ClientError)
        return {
          kind: 'http',
          status: error.response.status,
          body: { data: error.response.data, errors: error.response.errors },
        };
      if (!(error instanceof Error) || noAnswer(error) !== undefined) throw error;
      return { kind: 'http', status: 500, body: undefined }; // an answer that is not GraphQL at all
    }
  });
}
