/** Reading of requests: JSON from outside, so nothing is taken for granted. */
import { problems } from './problems.ts';

export type Body = Readonly<Record<string, unknown>>;

export function isBody(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function own(body: Body, name: string): unknown {
  return Object.hasOwn(body, name) ? body[name] : undefined;
}

/** A required text of at most `max` characters. */
export function text(body: Body, name: string, max = 4096): string {
  const value = own(body, name);
  if (typeof value !== 'string' || value === '' || value.length > max)
    throw problems.parameter(`Missing or malformed parameter ${name}`);
  return value;
}

/** A text that may be absent. */
export function optionalText(body: Body, name: string): string | undefined {
  return own(body, name) === undefined ? undefined : text(body, name);
}

/** An object of texts; absent counts as empty. */
export function texts(body: Body, name: string): Body {
  const value = own(body, name) ?? {};
  if (!isBody(value)) throw problems.parameter(`Malformed parameter ${name}`);
  return value;
}

/** A list of `{ Name, Value }` as a record; absent counts as empty. */
export function attributes(body: Body, name: string): Record<string, string> {
  const list = own(body, name) ?? [];
  if (!Array.isArray(list) || list.length > 50) throw problems.parameter(`Malformed parameter ${name}`);
  return Object.fromEntries(
    list.map((item: unknown) => {
      if (!isBody(item)) throw problems.parameter(`Malformed parameter ${name}`);
      const value = own(item, 'Value');
      return [text(item, 'Name', 64), value === undefined || value === '' ? '' : text(item, 'Value', 2048)];
    }),
  );
}
