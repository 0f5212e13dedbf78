/** The consents of a flow, and to which words each is given: a migration carries none over to others. */
import type { Consent } from '../../runtime/core/definition.ts';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import type { Docs } from '../content.ts';
import { fieldSource } from '../field-source.ts';
import { canonical, entries, isObject, list, member, text } from '../json-types.ts';
import type { ResolvedFlow } from '../resolve.ts';
import { contentHash } from './module.ts';

/**
 * Path of each consent to the hash of its words: a box that must be ticked, a box beside a document, and a list of
 * documents of which each is agreed to. Undefined where there are none.
 */
export function consentsOf(flow: ResolvedFlow, fragments: Docs): Readonly<Record<string, Consent>> | undefined {
  const words = new Map<string, Json[]>();
  const listed = new Set<string>();
  for (const step of Object.values(flow.steps)) {
    const layout = list(step['layout']);
    const beside = new Set(itemsOf(layout).flatMap((item) => text(item['consent']) ?? []));
    for (const [id, written] of entries(step['fields'])) {
      const field = isObject(written) ? fieldSource(written, fragments) : {};
      const bind = text(field['bind']);
      const isList = field['type'] === 'object' && member(field['options'], 'documents') !== undefined;
      if (bind === undefined || !(isList || isTicked(field) || beside.has(id))) continue;
      if (isList) listed.add(bind);
      const said = ['label', 'hint', 'options'].map((name) => field[name] ?? null);
      words.set(bind, [...(words.get(bind) ?? []), [...said, saidOn(layout)]]);
    }
  }
  if (words.size === 0) return undefined;
  return Object.fromEntries(
    [...words].map(([bind, all]) => [
      bind,
      { text: contentHash(all.map(canonical).sort().join('\n')), ...(listed.has(bind) && { listed: true as const }) },
    ]),
  );
}

/** A box that is of no use unless it is ticked. */
const isTicked = (field: JsonObject): boolean =>
  field['const'] === true || (list(field['enum']).length > 0 && list(field['enum']).every((value) => value === true));

const inside = (item: JsonObject): readonly Json[] => [...list(item['group']), ...list(item['oneOf'])];
const itemsOf = (layout: readonly Json[]): readonly JsonObject[] =>
  layout.filter(isObject).flatMap((item) => [item, ...itemsOf(inside(item))]);

/** What stands on a page to be read: all of its layout but the questions and what the flow shows beside its pages. */
function saidOn(layout: readonly Json[]): Json[] {
  return layout.flatMap((item): Json[] => {
    if (!isObject(item) || item['field'] !== undefined || item['aside'] !== undefined) return [];
    const { group: _group, oneOf: _oneOf, ...rest } = item;
    const held = inside(item);
    return [held.length === 0 ? rest : { ...rest, held: saidOn(held) }];
  });
}
