/** Law 9: the one redaction. Used by logs, storage, analytics and error reports alike. */
import type { CompiledFlow, FieldHead } from './definition.ts';
import type { Json } from './facts.ts';
import { segments } from './paths.ts';
import { headsOf } from './pieces.ts';

const REDACTED = '[redacted]';

const secrets = new WeakMap<CompiledFlow, ReadonlySet<string>>();

/** Last segments of the binds, and ids, of fields that are sensitive or not kept. */
function namesOf(flow: CompiledFlow): ReadonlySet<string> {
  let names = secrets.get(flow);
  if (!names) {
    const fields = headsOf(flow)
      .flatMap((step): FieldHead[] =>
        Object.values(step.fields).flatMap((field) => [field, ...(field.item?.fields ?? [])]),
      )
      .filter((field) => field.sensitive || field.keep !== 'application');
    names = new Set(fields.flatMap((field) => [segments(field.bind).at(-1) as string, field.id]));
    secrets.set(flow, names);
  }
  return names;
}

/**
 * A copy of `value` in which whatever stands under the name of a sensitive or never-kept field is `[redacted]`: at any
 * depth, under a dotted path as key, and everything under `typed`. It redacts by name, so it hides too much rather than
 * too little.
 */
export function redact(flow: CompiledFlow, value: Json): Json {
  return hide(namesOf(flow), value);
}

function hide(names: ReadonlySet<string>, value: Json): Json {
  if (Array.isArray(value)) return value.map((one: Json) => hide(names, one));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]: [string, Json]) => {
      const secret = names.has(segments(key).at(-1) as string) || key === 'typed';
      return [key, secret && inner !== null ? REDACTED : hide(names, inner)];
    }),
  );
}

/** An id of our own making, kept: a log without ids of requests and applications helps nobody. */
const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';

/** What free text may hold of a person, in the order in which it is looked for. */
const patterns: readonly (readonly [RegExp, string])[] = [
  [/[^\s@<>"'`,;:()]+@[^\s@<>"'`,;:()]+\.[^\s@<>"'`,;:()]+/gu, '[email]'],
  // Three parts of a JSON web token, or any other long run of letters and digits in which both stand.
  [/\b[\w-]{8,}\.[\w-]{8,}\.[\w-]+/gu, '[token]'],
  [/\b(?=[\w+/=-]*\d)(?=[\w+/=-]*[A-Za-z])[\w+/=-]{24,}/gu, '[token]'],
  // Social security number, card, phone, account: digits with the signs people put between them.
  [/\+?\(?\d(?:[ .()\u2010-\u2015/-]{0,2}\d){6,}/gu, '[number]'],
  // A code, an account's last digits, a year of birth.
  [/\d{4,}/gu, '[number]'],
];

/**
 * Free text without what looks like a person's: email addresses, tokens, and numbers of four digits and more however
 * they are grouped (social security, card, account, phone, code). UUIDs stay. A name has no pattern: see `onlyWords`.
 */
export function redactText(text: string): string {
  return text
    .split(new RegExp(`\\b(${uuid})\\b`, 'gi'))
    .map((part, at) =>
      at % 2 === 1 ? part : patterns.reduce((left, [pattern, instead]) => left.replace(pattern, instead), part),
    )
    .join('');
}

/**
 * `redactText`, and then no word but those that are known not to be anybody's: what a stranger sends as a message can
 * hold a name. An exception's class and a place in a script (`TypeError main.js:12:3`) are known by their form.
 */
export function onlyWords(text: string, isKnown: (word: string) => boolean): string {
  return redactText(text).replace(
    /\[(?:email|token|number)\]|\b[A-Za-z]*(?:Error|Exception)\b|\b[\w.-]+\.(?:js|ts|tsx):\d+:\d+|[\p{L}\p{M}\p{N}_]+/gu,
    (word) =>
      !/^[\p{L}\p{M}\p{N}_]+$/u.test(word) ||
      /^\d+$/.test(word) ||
      isKnown(word) ||
      /^[A-Z][a-z]*(?:[A-Z][a-z]+)*(?:Error|Exception)$/.test(word)
        ? word
        : REDACTED,
  );
}

/**
 * What may be said of an exception: its class, its code, where it was thrown, and its message without what stands in
 * quotation marks, because that is where values are put (`invalid input syntax for type uuid: "Ana"`).
 */
export function redactError(error: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  const told: Record<string, string> = {};
  for (const name of ['type', 'name', 'code'] as const) {
    const value = error[name];
    if (typeof value === 'string') told[name] = redactText(value);
  }
  const { message, stack } = error;
  if (typeof message === 'string')
    told['message'] = redactText(message.replace(/(["'`«“])[^]*?(["'`»”]|$)/gu, '[value]'));
  if (typeof stack === 'string')
    told['stack'] = stack
      .split('\n')
      .filter((line) => /^\s+at /.test(line))
      .join('\n');
  return told;
}
