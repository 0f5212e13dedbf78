/**
 * Exceptions that pages tell Sentry, on their way through this server: who threw them stays unknown to Sentry, its
 * origin need not be in the policy of any page, and whatever a page sends, only what is known of an exception goes on.
 */
import { get, isObject } from '../../runtime/core/index.ts';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';

/** A project at Sentry (docs.sentry.io, "Data Source Name"). */
export interface SentryProject {
  readonly dsn: string;
  /** Where envelopes are taken. */
  readonly url: string;
  /** The public key. */
  readonly key: string;
}

/** `https://<key>@<host>/<project>`; undefined for anything else. */
export function projectOf(dsn: string): SentryProject | undefined {
  if (!URL.canParse(dsn)) return undefined;
  const { protocol, username, host, pathname } = new URL(dsn);
  const [, above = '', project] = /^(.*)\/(\d+)$/.exec(pathname) ?? [];
  if (!/^https?:$/.test(protocol) || username === '' || project === undefined) return undefined;
  return { dsn, url: `${protocol}//${host}${above}/api/${project}/envelope/`, key: username };
}

/** What may stand in an exception, by the form it has. */
const FORMS = {
  event_id: /^[0-9a-f]{32}$/,
  platform: /^[a-z]{1,20}$/,
  level: /^(?:fatal|error|warning)$/,
  release: /^[\w.+-]{1,60}$/,
  environment: /^(?:local|dev|qa|prod)$/,
} as const;
const TAGS = { brand: /^[a-z][\w-]{0,40}$/, widget: /^[a-z][\w-]{0,60}$/, step: /^[a-z][\w/-]{0,80}$/ } as const;
const CLASS = /^[A-Z][A-Za-z]{0,60}$/;
const FILE = /^\/[\w./-]{1,120}\.m?js$/;
const FUNCTION = /^[\w$.<> ]{1,60}$/;
/** Exceptions of a chain, and places of each, that go on. */
const MOST = { values: 5, frames: 50 } as const;

/**
 * The exception in an envelope (develop.sentry.dev, "Envelopes"), with its classes and places and nothing else;
 * undefined where there is none, or one for another project.
 */
export function exceptionIn(envelope: string, { dsn }: Pick<SentryProject, 'dsn'>): JsonObject | undefined {
  const [header, item, payload] = envelope.split('\n', 3).map(read);
  if (get(header, 'dsn') !== dsn || get(item, 'type') !== 'event') return undefined;
  const values = listOf(get(payload, 'exception.values')).slice(0, MOST.values).flatMap(thrown);
  if (values.length === 0) return undefined;
  const timestamp = get(payload, 'timestamp');
  return {
    ...formed(payload, FORMS),
    ...(typeof timestamp === 'number' && { timestamp }),
    tags: formed(get(payload, 'tags'), TAGS),
    exception: { values },
  };
}

function thrown(value: Json): readonly JsonObject[] {
  const type = get(value, 'type');
  if (typeof type !== 'string' || !CLASS.test(type)) return [];
  const frames = listOf(get(value, 'stacktrace.frames'))
    .slice(-MOST.frames)
    .map((frame) => ({
      ...formed(frame, { filename: FILE, function: FUNCTION }),
      ...numbers(frame, ['lineno', 'colno']),
    }));
  return [{ type, stacktrace: { frames } }];
}

/** The texts of these names that have their form. */
function formed(of: Json | undefined, forms: Readonly<Record<string, RegExp>>): JsonObject {
  return Object.fromEntries(
    Object.entries(forms).flatMap(([name, form]) => {
      const value = get(of, name);
      return typeof value === 'string' && form.test(value) ? [[name, value] as const] : [];
    }),
  );
}
function numbers(of: Json, names: readonly string[]): JsonObject {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = get(of, name);
      return typeof value === 'number' && Number.isInteger(value) ? [[name, value] as const] : [];
    }),
  );
}
const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);

function read(line: string): Json | undefined {
  try {
    const value = JSON.parse(line) as Json;
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Milliseconds until Sentry counts as silent. */
const patience = 5_000;

/** Hands an exception on. Throws when Sentry does not take it. */
export async function handOn(exception: JsonObject, { dsn, url, key }: SentryProject, at: Date): Promise<void> {
  const lines = [
    { event_id: exception['event_id'], sent_at: at.toISOString(), dsn },
    { type: 'event', content_type: 'application/json' },
    exception,
  ];
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-sentry-envelope',
      'x-sentry-auth': `Sentry sentry_version=7, sentry_key=${key}, sentry_client=waymark/1.0`,
    },
    body: lines.map((line) => JSON.stringify(line)).join('\n'),
    signal: AbortSignal.timeout(patience),
  });
  if (!answer.ok) throw new Error(`Sentry answered ${answer.status}.`);
}
