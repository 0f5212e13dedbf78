/** Addresses that people are sent to: nobody who makes a link may choose them. */
import type { Json } from '../../runtime/core/facts.ts';
import { at, type CompileRule } from '../checks/check.ts';
import { operationOf } from '../emit/expression.ts';
import { entries, isObject, member, text } from '../json-types.ts';
import type { Docs } from '../content.ts';

/** What whoever makes a link, or whoever fills in a page, says. */
const ANYBODYS = /^(route|answers|cookies)\./;
/** A beginning after which the rest of an address cannot lead to another site. */
const FIXED = /^(https:\/\/[^/]+\/|\/[^/\\])/;

export const RULE: CompileRule = {
  codes: ['open-address'],
  severity: 'refused',
  says: 'An address that people are sent to is read from the query, or from anything else that whoever makes a link decides: the link begins with our site and ends at theirs.',
  remedy:
    'Write the addresses out and let the query choose among them with `if`; or write its beginning, up to the slash behind the site.',
  bad: [
    [
      'flows/app.json',
      '{ "var": "brand.notFoundPage" } }',
      '{ "var": "brand.notFoundPage" }, "back": { "var": »"route.query.from" } }',
    ],
  ],
  good: [
    [
      'flows/app.json',
      '{ "var": "brand.notFoundPage" } }',
      '{ "var": "brand.notFoundPage" }, "back": { "if": [{ "==": [{ "var": "route.query.from" }, "shop"] }, "https://shop.example/", "/"] } }',
    ],
  ],
  *find({ brands, source }) {
    for (const { app } of Object.values(brands)) {
      const addresses = app['addresses'];
      for (const [name, expression] of entries(addresses))
        for (const { path, holder, key } of deciding(
          { value: expression, holder: addresses as object, key: name },
          source.values,
        ))
          if (ANYBODYS.test(path))
            yield at(holder, key, {
              message: `Where "${name}" leads is what "${path}" says: whoever makes a link decides it, and can lead people to a site that looks like ours.`,
              fix: 'Choose among addresses that are written out ("if"), or begin with one that is written out up to the slash behind the site.',
            });
    }
  },
};

interface Part {
  readonly value: Json;
  readonly holder: object;
  readonly key: string | number;
}

/** The facts that an address begins with, where they stand; conditions that only choose are left out. */
function* deciding(
  { value, holder, key }: Part,
  values: Docs,
  seen: readonly string[] = [],
): Generator<{ readonly path: string; readonly holder: object; readonly key: string | number }> {
  const operation = isObject(value) ? operationOf(value) : undefined;
  if (!isObject(value) || !operation) return;
  const [name = ''] = Object.keys(value);
  const given = value[name] ?? null;
  const parts = (Array.isArray(given) ? (given as readonly Json[]) : [given]).map(
    (part, i): Part => ({
      value: part,
      holder: Array.isArray(given) ? given : value,
      key: Array.isArray(given) ? i : name,
    }),
  );
  const [first, ...rest] = parts;
  if (!first) return;
  if (name === 'var') {
    const path = text(first.value) ?? '';
    const computed = path.startsWith('values.') ? path.slice('values.'.length) : undefined;
    if (computed === undefined) yield { path, holder: first.holder, key: first.key };
    else if (!seen.includes(computed)) {
      const doc = values[computed];
      const found = [...deciding({ value: member(doc, 'value') ?? null, holder, key }, values, [...seen, computed])];
      for (const { path: read } of found) yield { path: read, holder: first.holder, key: first.key };
    }
    for (const other of rest) yield* deciding(other, values, seen);
  } else if (name === 'if')
    for (const [i, part] of parts.entries()) {
      const isCondition = i % 2 === 0 && i < parts.length - 1;
      if (!isCondition) yield* deciding(part, values, seen);
    }
  else if (typeof first.value !== 'string' || !FIXED.test(first.value))
    for (const part of parts) yield* deciding(part, values, seen);
}
