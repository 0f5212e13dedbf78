/** Everything the gateway takes from its surroundings, so that a test can stand for each of it (law 8). */
import { parsed } from './parsed.ts';

export interface Timers {
  /** Runs `fn` once after `ms` milliseconds; the answer cancels it. */
  after(ms: number, fn: () => void): () => void;
}
export interface KeyValue {
  get(key: string): string | undefined;
  /** False when the device refuses to store (private mode, full). */
  set(key: string, value: string): boolean;
  remove(key: string): void;
  keys(): readonly string[];
}
/** A content on its way. */
interface UploadRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly content: Blob;
  /** Told how many bytes have been sent so far. */
  readonly progress: (sent: number) => void;
}
interface Upload {
  readonly answer: Promise<Uploaded>;
  /** Ends it; the answer is then that there is none. */
  readonly stop: () => void;
}
/** What came of a content that was sent. */
export type Uploaded =
  | { readonly kind: 'http'; readonly status: number; readonly body: unknown }
  /** The connection was lost, or never there. */
  | { readonly kind: 'lost' };
export interface Ports {
  readonly fetch: typeof fetch;
  /** Posts a content; `fetch` does not tell how far it is. */
  readonly upload: (request: UploadRequest) => Upload;
  readonly timers: Timers;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  /** A new unique id. */
  readonly id: () => string;
  /** Milliseconds of the device's clock since 1970. */
  readonly now: () => number;
  /** The tab's; never shared with another one. */
  readonly storage: KeyValue;
  /** The device's: outlives the tab, and whoever uses this browser next can read it. */
  readonly device: KeyValue;
  readonly origin: string;
}

/** The ports of a browser page. */
export function browserPorts(page: Window & typeof globalThis): Ports {
  return {
    fetch: page.fetch.bind(page),
    upload: (request) => postContent(new page.XMLHttpRequest(), request),
    timers: {
      after: (ms, fn) => {
        const handle = page.setTimeout(fn, ms);
        return () => page.clearTimeout(handle);
      },
    },
    random: () => page.Math.random(),
    id: () => page.crypto.randomUUID(),
    now: () => page.Date.now(),
    storage: storageOf(() => page.sessionStorage),
    device: storageOf(() => page.localStorage),
    origin: page.location.origin,
  };
}

function postContent(sending: XMLHttpRequest, { url, headers, content, progress }: UploadRequest): Upload {
  const answer = new Promise<Uploaded>((resolve) => {
    sending.addEventListener('load', () =>
      resolve({ kind: 'http', status: sending.status, body: parsed(sending.responseText) }),
    );
    for (const end of ['error', 'abort', 'timeout']) sending.addEventListener(end, () => resolve({ kind: 'lost' }));
  });
  sending.upload.addEventListener('progress', ({ loaded }) => progress(loaded));
  sending.open('POST', url);
  for (const [name, value] of Object.entries(headers)) sending.setRequestHeader(name, value);
  sending.send(content);
  return { answer, stop: () => sending.abort() };
}

function storageOf(store: () => Storage): KeyValue {
  const attempt = <T>(fn: (store: Storage) => T, otherwise: T): T => {
    try {
      return fn(store());
    } catch {
      // A browser that forbids storage throws on the mere access: nothing is kept, which callers are told.
      return otherwise;
    }
  };
  return {
    get: (key) => attempt((kept) => kept.getItem(key) ?? undefined, undefined),
    set: (key, value) =>
      attempt((kept) => {
        kept.setItem(key, value);
        return true;
      }, false),
    remove: (key) => attempt((kept) => kept.removeItem(key), undefined),
    keys: () => attempt(Object.keys, []),
  };
}
