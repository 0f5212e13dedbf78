/** Documents that say for which states or products they are: a page shows them to nobody else. */
import { isOneOf } from '../../../compile/operators/in/index.ts';
import { itemsInside } from '../../../compile/emit/layout.ts';
import { isObject, list, text } from '../../../compile/json-types.ts';
import type { Problem } from '../../../compile/types.ts';
import type { Json, JsonObject } from '../../../runtime/core/facts.ts';
import type { PlacedRule } from '../../rules/placed.ts';
import { certainFor, is, somebody } from '../setting/ask.ts';
import { conditionsOf, type Conditions } from '../setting/held.ts';
import { problemAt } from '../setting/say.ts';
import type { Setting } from '../setting/setting.ts';
import type { SettingRule } from '../rule.ts';

export const RULE: SettingRule = {
  codes: ['document'],
  severity: 'concern',
  says: 'A page shows a document to people for whom it is not, as the states or products in its front matter say. Front matter restricts nothing by itself.',
  remedy: 'Give the document a `when` where it stands, or name the others in its front matter.',
  bad: [
    [
      'flows/loan/steps/sign.json',
      '{ "disclosure": "loan-terms"',
      '{ "disclosure": »"texas-notice" }, { "disclosure": "loan-terms"',
    ],
  ],
  good: [
    [
      'flows/loan/steps/sign.json',
      '{ "disclosure": "loan-terms"',
      '{ "disclosure": "texas-notice", "when": "state-is-texas" }, { "disclosure": "loan-terms"',
    ],
  ],
  find: documents,
};

/** Every place of a document in force that somebody sees for whom it is not. */
function* documents(setting: Setting): Generator<Problem> {
  const whens = conditionsOf(setting.rules);
  for (const [step, doc] of Object.entries(setting.flow.steps)) {
    const own = whens.get(doc);
    for (const { item, within } of placed(list(doc['layout']), own ? [own] : [], whens)) {
      const front = setting.documents.find(({ front: { idTag } }) => idTag === item['disclosure'])?.front;
      for (const { key, path, others } of front ? limitsOf(front, setting) : []) {
        const elsewhere: Json = isOneOf<Json>({ var: path }, others);
        const rule: PlacedRule = {
          id: '',
          decides: 'item',
          holder: item,
          key: 'disclosure',
          step,
          written: elsewhere,
          logic: elsewhere,
          within,
          after: [],
        };
        const example = somebody([...certainFor(rule, setting), ...within.map(is), is(rule)], setting);
        if (!example) continue;
        const names = (front?.[key] ?? []).map((name) => setting.words.value(path, name)).join(', ');
        yield problemAt(item, 'disclosure', {
          code: 'document',
          message: `The document "${front?.idTag ?? ''}" is for ${names} alone, as "${key}" of its front matter says, but the page "${setting.words.step(step)}" shows it to others, too.`,
          fix: 'Front matter restricts nothing: give the document a "when" where it stands, or name those others in its front matter.',
          example,
        });
      }
    }
  }
}

interface Limit {
  readonly key: 'states' | 'products';
  readonly path: string;
  /** Values for which the document is not. */
  readonly others: readonly string[];
}

/** What a document is limited to, where it can be told who the others are. */
function limitsOf(front: Setting['documents'][number]['front'], { facts, declared }: Setting): readonly Limit[] {
  const served = Object.entries(facts.tables['states'] ?? {}).flatMap(([state, row]) =>
    row['served'] === false ? [] : [state],
  );
  const offered = declared.product === undefined ? [] : (facts.shapeOf(declared.product).enum ?? []);
  return (
    [
      ['states', declared.jurisdiction, served],
      ['products', declared.product, offered.map(String)],
    ] as const
  ).flatMap(([key, path, all]): readonly Limit[] => {
    const named = front[key];
    const others = named ? all.filter((one) => !named.includes(one)) : [];
    return path === undefined || others.length === 0 ? [] : [{ key, path, others }];
  });
}

/** The items of a page that show a document, with the conditions under which each does. */
function* placed(
  items: readonly Json[],
  around: readonly PlacedRule[],
  whens: Conditions,
): Generator<{ readonly item: JsonObject; readonly within: readonly PlacedRule[] }> {
  for (const item of items) {
    if (!isObject(item)) continue;
    const rule = whens.get(item);
    const within = rule ? [...around, rule] : around;
    if (text(item['disclosure']) !== undefined) yield { item, within };
    yield* placed(itemsInside(item), within, whens);
  }
}
