/** Law 9: the one redaction. Used by logs, storage, analytics and error reports alike. */
import type { CompiledFlow, Field } from './definition.ts';
import type { Json } from './facts.ts';
import { segments } from './paths.ts';

const REDACTED = '[redacted]';

const secrets = new WeakMap<CompiledFlow, ReadonlySet<string>>();

/** Last segments of the binds, and ids, of fields that are sensitive or never kept. */
function namesOf(flow: CompiledFlow): ReadonlySet<string> {
  let names = secrets.get(flow);
  if (!names) {
    const fields = Object.values(flow.steps)
      .flatMap((step): Field[] => Object.values(step.fields))
      .filter((field) => field.sensitive || field.keep === 'never');
    names = new Set(fields.flatMap((field) => [segments(field.bind).at(-1) as string, field.id]));
    secrets.set(flow, names);
  }
  return names;
}

/**
 * A copy of `value` in which whatever stands under the name of a sensitive or never-kept field is `[redacted]`: at any depth, under a dotted
 * path as key, and everything under `typed`. It redacts by name, so it hides too much rather than too little.
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
