/** Lists that a person makes: what one item is asked. */
import { at, atKey, type CompileRule, type Finding } from '../checks/check.ts';
import { fieldSource, fieldType } from '../field-source.ts';
import { entries, isObject, list, member, text } from '../json-types.ts';
import type { Docs } from '../content.ts';
import type { JsonObject } from '../../runtime/core/facts.ts';
import { didYouMean } from '../suggest.ts';

const answers: readonly [string, string, string] = [
  'flows/loan/flow.json',
  '"outcomes":',
  '"answers": { "type": "object", "properties": { "debts": { "type": "array", "items": { "type": "object", "properties": { "to": { "type": "string" }, "amount": { "type": "integer" } } } } } },\n  "outcomes":',
];
const debts = (amount: string, more: string): readonly (readonly [string, string, string])[] => [
  [
    'flows/loan/steps/link.json',
    '"label": "Bank", "maxLength": 60 }',
    `"label": "Bank", "maxLength": 60 },\n"debts": { "bind": "debts", "type": "array", "label": "Debts", ${more}"item": { "name": "debt", "fields": { "to": { "bind": "to", "label": "To whom", "maxLength": 40 }, "amount": { "bind": ${amount}, "type": "integer", "label": "How much" } } } }`,
  ],
  ['flows/loan/steps/link.json', '["bank", ', '["bank", "debts", '],
];

/** What a question of an item cannot be: it would be kept, hidden or filled in apart from the list it stands in. */
const APART: Readonly<Record<string, string>> = {
  default: 'Leave the default out: an item is empty until somebody fills it in.',
  item: 'Ask for a list of its own on the page.',
  keep: 'Ask for what is never kept outside of the list.',
  reveal: 'Leave "reveal" out: the list is one answer and is shown to its owner whole.',
  hidden: 'Leave "hidden" out: what is no longer asked counts nowhere and goes with its item.',
};

export const RULE: CompileRule = {
  codes: ['list-item'],
  severity: 'refused',
  says: 'A list that a person makes does not say how many items there may be at most, or a question of its items writes a part that an item has not, has the name of another, or is kept, hidden or filled in by itself: the list is one answer.',
  remedy:
    'Give the list `maxItems`, bind each question to a part of the declared item of its own, and say `sensitive` where one is: the whole list is sealed then.',
  bad: [answers, ...debts('»"sum"', '"maxItems": 5, ')],
  good: [answers, ...debts('"amount"', '"maxItems": 5, ')],
  *find({ scenes, source: { fragments, controls } }) {
    for (const { uses, facts } of scenes)
      for (const { field, sight } of uses.fields) {
        const item = field['item'];
        if (!isObject(item)) continue;
        if (typeof field['maxItems'] !== 'number')
          yield at(field, 'item', {
            message: 'Nothing says how many items this list may have.',
            fix: 'Add "maxItems".',
          });
        const declared = facts.find(`answers.${String(field['bind'])}`, sight);
        const items = declared.found ? declared.schema?.['items'] : undefined;
        yield* partsOf(item, { items: isObject(items) ? items : undefined, fragments, controls });
      }
  },
};

function* partsOf(
  item: JsonObject,
  {
    items,
    fragments,
    controls,
  }: { readonly items: JsonObject | undefined; readonly fragments: Docs; readonly controls: Docs },
): Generator<Finding> {
  const known = entries(member(items, 'properties')).map(([name]) => name);
  const bound = new Set<string>();
  const names = entries(item['fields']).map(([name]) => name);
  for (const [name, written] of entries(item['fields'])) {
    if (!isObject(written)) continue;
    const part = fieldSource(written, fragments);
    const bind = text(part['bind']) ?? '';
    if (bind.includes('.') || (known.length > 0 && !known.includes(bind)))
      yield at(written, 'bind', {
        message: `An item of this list has no part "${bind}".`,
        fix: didYouMean(bind, known, `Its parts: ${known.join(', ') || 'none that is declared'}.`),
      });
    if (bound.has(bind))
      yield at(written, 'bind', {
        message: `Two questions of an item write "${bind}".`,
        fix: 'Bind one of them to a part of its own.',
      });
    bound.add(bind);
    for (const [key, fix] of Object.entries(APART))
      if (part[key] !== undefined)
        yield atKey(
          written[key] === undefined ? (item['fields'] as JsonObject) : written,
          written[key] === undefined ? name : key,
          {
            message: `The question "${name}" of an item says "${key}", and the list is one answer.`,
            fix,
          },
        );
    const control = text(part['control']);
    if (control !== undefined && !Object.hasOwn(controls, control))
      yield at(written, 'control', {
        message: `No control "${control}" draws a question of an item.`,
        fix: didYouMean(control, Object.keys(controls), `Controls: ${Object.keys(controls).join(', ')}.`),
      });
    if (['array', 'object'].includes(String(fieldType(part, undefined))))
      yield at(written, 'type', {
        message: `The question "${name}" of an item is answered by a list or a group of values.`,
        fix: 'Ask for its parts one by one.',
      });
  }
  for (const check of list(item['checks'])) {
    const field = text(member(check, 'at'));
    if (isObject(check) && field !== undefined && !names.includes(field))
      yield at(check, 'at', {
        message: `An item of this list has no question "${field}".`,
        fix: didYouMean(field, names, `Its questions: ${names.join(', ')}.`),
      });
  }
}
