/**
 * The one door where an answer from outside becomes an outcome (law 12). Nobody else looks at a status, a code or an
 * exception.
 */
import { errorCodes, unauthenticatedMessage } from '../../contract/errors.ts';
import type { Json, JsonObject } from '../core/facts.ts';
import type { Operation, Outcome } from '../../contract/operation.ts';

/**
 * What a transport brings back. `none`: no answer came; `late`: not in time, `offline`: the network did not carry it.
 */
export type Answer =
  | { readonly kind: 'none'; readonly why: 'late' | 'offline' }
  | { readonly kind: 'http'; readonly status: number; readonly body: unknown }
  | { readonly kind: 'thrown'; readonly name: string; readonly message?: string };

const OK = 'ok';
const UNAUTHENTICATED: Outcome = { name: 'unauthenticated' };
/** The session does not show surely enough who calls. */
const UNASSURED: Outcome = { name: 'unassured' };
const UNAVAILABLE: Outcome = { name: 'unavailable' };
const FAILED: Outcome = { name: 'failed' };

/**
 * The outcome of a call that was not sent, because it needs a session and there is none (access document, section 7).
 */
export function withoutSession(): Outcome {
  return UNAUTHENTICATED;
}

/** The outcome of a call that was not made, because a secret it needs is not there. */
export function withoutSecret({ unsupplied }: Operation): Outcome {
  return { name: unsupplied ?? FAILED.name, detail: { code: 'UNSUPPLIED' } };
}

/**
 * Translates what came back into an outcome the operation declares, or one of the three that always exist:
 * `unauthenticated` (401, 403, `cng:unauthenticated`), `unavailable` (502, 503, 504, no network, time-out), `failed`
 * (all else).
 */
export function translate(operation: Operation, answer: Answer): Outcome {
  const outcome = outcomeIn(operation, answer);
  const says = outcome.name === OK || operation.detail === undefined ? undefined : textIn(operation, answer);
  return says === undefined ? outcome : { ...outcome, says };
}

/** The text that says what went wrong: where the operation says that it stands, else the message of the error. */
function textIn({ kind, detail }: Operation, answer: Answer): string | undefined {
  if (answer.kind === 'none') return undefined;
  if (answer.kind === 'thrown') return answer.message;
  const body = kind === 'graphql' && detail?.at !== undefined ? at(answer.body, 'data') : answer.body;
  const found = at(body, detail?.at ?? (kind === 'graphql' ? 'errors.0.message' : 'message'));
  return typeof found === 'string' ? found : undefined;
}

function outcomeIn(operation: Operation, answer: Answer): Outcome {
  if (answer.kind === 'none') return { ...UNAVAILABLE, detail: { why: answer.why } };
  if (answer.kind === 'thrown') {
    return { name: outcomeOf(operation, answer) ?? FAILED.name, detail: { code: answer.name } };
  }
  // 503: the server can keep nothing now, or is on its way out; what was asked may be asked again.
  if (answer.status === 502 || answer.status === 503 || answer.status === 504) return UNAVAILABLE;
  return operation.kind === 'graphql'
    ? ofGraphql(operation, answer.status, answer.body)
    : ofRest(operation, answer.status, answer.body);
}

/**
 * The outcome declared for an exception: one for the words of its message, `Exception: words`, comes before one for its
 * name alone, and that before `*Exception`, which is any other that the provider throws. A fault of the page's own has
 * no such name.
 */
function outcomeOf(
  { errors = {} }: Operation,
  { name, message = '' }: Answer & { kind: 'thrown' },
): string | undefined {
  const worded = Object.keys(errors).find(
    (key) => key.startsWith(`${name}: `) && message.includes(key.slice(name.length + 2)),
  );
  return errors[worded ?? name] ?? errors[name.replace(/.+(?=Exception$)/, '*')];
}

function ofGraphql(operation: Operation, status: number, body: unknown): Outcome {
  const error = at(body, 'errors.0');
  if (error !== undefined && error !== null) {
    const code = at(error, 'extensions.code');
    const detail = asObject(at(error, 'extensions'));
    if (typeof code === 'string' && declares(operation, code)) return withDetail({ name: code }, detail);
    if (code === errorCodes.assurance) return UNASSURED;
    if (
      status === 401 ||
      status === 403 ||
      code === errorCodes.unauthenticated ||
      at(error, 'message') === unauthenticatedMessage
    )
      return UNAUTHENTICATED;
    return withDetail(FAILED, detail);
  }
  if (status === 401 || status === 403) return UNAUTHENTICATED;
  if (status !== 200) return FAILED;
  return good(operation, at(body, 'data'));
}

function ofRest(operation: Operation, status: number, body: unknown): Outcome {
  const code = at(body, 'code');
  if (typeof code === 'string' && declares(operation, code)) return withDetail({ name: code }, asObject(body));
  if (status === 401 || status === 403) return UNAUTHENTICATED;
  if (status < 200 || status > 299) return FAILED;
  return good(operation, body);
}

/**
 * A good answer has its value where the operation says, be it null. One that has nothing there is none: a network that
 * wants a log-in first answers any address by a page of its own and 200.
 */
function good(operation: Operation, body: unknown): Outcome {
  const { valueAt, outcomeAt } = operation;
  const value = (valueAt === undefined ? body : at(body, valueAt)) as Json | undefined;
  const hasValue = valueAt !== undefined || Object.keys(operation.value ?? {}).length > 0;
  const named = outcomeAt === undefined ? undefined : at(body, outcomeAt);
  const name = named ?? (hasValue && value === undefined ? 'NO_VALUE' : OK);
  if (typeof name !== 'string' || (name !== OK && !declares(operation, name)))
    return { ...FAILED, detail: { code: String(name) } };
  return value === undefined ? { name } : { name, value };
}

function declares(operation: Operation, outcome: string): boolean {
  return Object.hasOwn(operation.outcomes, outcome);
}
function withDetail(outcome: Outcome, detail: JsonObject | undefined): Outcome {
  return detail === undefined ? outcome : { ...outcome, detail };
}
function asObject(value: unknown): JsonObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
}

/** What stands at a dotted path; own properties only. */
function at(value: unknown, path: string): unknown {
  let here: unknown = value;
  for (const key of path.split('.')) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, key)) return undefined;
    here = (here as Record<string, unknown>)[key];
  }
  return here;
}
