/** Mistakes in the content that an obligation is there to catch: what its worth is measured by. */
import type { Files } from '../../../compile/types.ts';
import type { Json, JsonObject } from '../../../runtime/core/facts.ts';
import { isObject, listOf, put, spots, type Path } from './edit.ts';
import { readContent, type Content, type Doc, type Mutant } from './mutant.ts';

const changed = (id: string, docs: readonly (readonly [Doc, Json])[]): Mutant => ({
  id,
  kind: 'mistake',
  change: Object.fromEntries(docs.map(([doc, json]) => [doc.file, JSON.stringify(json, undefined, 2)])),
});

/**
 * The document is on no page, or only on the page before which it should have been; the page is passed by some or all,
 * or comes too late; a state's limits are higher, or we lend where we do not.
 * @param obligation the obligation as it is
 */
export function mistakesOf(files: Files, obligation: JsonObject): readonly Mutant[] {
  const content = readContent(files);
  const { shown, passed, holds, before, states } = obligation;
  const moment = isObject(before) ? before['step'] : undefined;
  const at = typeof moment === 'string' ? content.steps.find(({ name }) => name === moment) : undefined;
  if (typeof shown === 'string') return notShown(content, shown, at);
  if (typeof passed === 'string') return notPassed(content, passed, at);
  return holds === undefined ? [] : otherRows(content, listOf(states).map(String));
}

function notShown({ steps }: Content, idTag: string, at: Doc | undefined): readonly Mutant[] {
  const without = steps.flatMap((doc): (readonly [Doc, Json])[] => {
    const json = [...spots(doc.json['layout'] ?? [])]
      .filter(({ value }) => isObject(value) && value['disclosure'] === idTag)
      .toReversed()
      .reduce<Json>(
        (all, { path, value }) => put(all, ['layout', ...path], isObject(value) ? value['consent'] : undefined),
        doc.json,
      );
    return json === doc.json ? [] : [[doc, json]];
  });
  const conditions = steps
    .flatMap(({ json }) => [...spots(json['layout'] ?? [])])
    .flatMap(({ value }) => (isObject(value) && value['disclosure'] === idTag ? [value['when']] : []));
  const [when] = conditions;
  const late =
    at && !without.some(([doc]) => doc === at)
      ? [
          changed(`${idTag} not before ${at.name} but on it`, [
            ...without,
            [
              at,
              put(
                at.json,
                ['layout'],
                [...listOf(at.json['layout']), { disclosure: idTag, ...(when !== undefined && { when }) }],
              ),
            ],
          ]),
        ]
      : [];
  const fewer = steps.flatMap((doc) =>
    [...spots(doc.json['layout'] ?? [])].flatMap(({ path, value }) =>
      isObject(value) && value['disclosure'] === idTag && value['consent'] === undefined
        ? [
            changed(`${idTag} on ${doc.name} for new customers alone`, [
              [doc, put(doc.json, ['layout', ...path, 'when'], onlyNew(value['when']))],
            ]),
          ]
        : [],
    ),
  );
  return [...late, changed(`${idTag} nowhere`, without), ...fewer];
}

function notPassed({ flows, steps }: Content, passed: string, at: Doc | undefined): readonly Mutant[] {
  const [flow = '', step = ''] = passed.split('/');
  const doc = flows.find(({ name }) => name === flow);
  const page = steps.find(({ name }) => name === passed);
  if (!doc || !page) return [];
  const line = listOf(doc.json['line']);
  const rest = line.filter((id) => id !== step);
  const place = rest.indexOf(at?.name.split('/')[1] ?? '') + 1;
  return [
    ...(place > 0
      ? [changed(`${step} after ${at?.name}`, [[doc, put(doc.json, ['line'], rest.toSpliced(place, 0, step))]])]
      : []),
    changed(`${step} for new customers alone`, [[page, put(page.json, ['when'], onlyNew(page.json['when']))]]),
    changed(`${step} not on the line`, [[doc, put(doc.json, ['line'], rest)]]),
  ];
}

function otherRows({ states }: Content, codes: readonly string[]): readonly Mutant[] {
  const last = (doc: Doc): Path => ['rows', listOf(doc.json['rows']).length - 1];
  const rowOf = (doc: Doc): JsonObject => (listOf(doc.json['rows']).at(-1) ?? {}) as JsonObject;
  const own = states.filter(({ json }) => codes.includes(String(json['abbr'])));
  if (own.length === 0) {
    const [served, not] = [
      states.find((doc) => rowOf(doc)['served'] === true),
      states.findLast((doc) => rowOf(doc)['served'] !== true),
    ];
    return served && not
      ? [changed(`${not.name} with the row of ${served.name}`, [[not, put(not.json, last(not), rowOf(served))]])]
      : [];
  }
  return own.flatMap((doc) =>
    Object.entries(rowOf(doc)).flatMap(([column, value]) =>
      typeof value === 'number' && column.startsWith('maximum')
        ? [
            changed(`${doc.name} ${column} ${value + 1}, not ${value}`, [
              [doc, put(doc.json, [...last(doc), column], value + 1)],
            ]),
          ]
        : [],
    ),
  );
}

function onlyNew(when: Json | undefined): Json {
  const isNew = { '==': [{ var: 'customer.customerType' }, 'NEW'] };
  return when === undefined ? isNew : { and: [typeof when === 'string' ? { rule: when } : when, isNew] };
}
