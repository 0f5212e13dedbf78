/** Lists that a person makes: what one item is asked. */
import { at, atKey, type CompileRule, type Finding } from '../checks/check.ts';
import { fieldSource, fieldType } from '../field-source.ts';
import { entries, isObject, list, member, text } from '../json-types.ts';
import type { Docs } from '../content.ts';
import type { JsonObject } from '../../runtime/core/facts.ts';
import { didYouMean } from '../suggest.ts';
import { readsOf, readsOfRule, touches } from '../checks/unfolded.ts';
import type { FieldUse } from '../used.ts';
import type { Scene } from '../world.ts';

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

/**
 * What a question of an item cannot be: it would be kept or shown apart from the list it stands in (decisions/0018).
 * `usual`: what it is without the key.
 */
const APART: Readonly<Record<string, { readonly usual?: string; readonly why: string; readonly fix: string }>> = {
  item: { why: 'an item holds no list of its own', fix: 'Ask for that list on the page.' },
  keep: {
    usual: 'application',
    why: 'a list is saved whole: an item that comes back without a part would be asked again',
    fix: 'Give the list itself "keep": "transient", or ask for this on the page.',
  },
  reveal: {
    usual: 'owner',
    why: 'the list comes back whole, and the last four characters of one item do not say which item they are of',
    fix: 'Leave "reveal" out: the list is sealed, and its owner sees it whole.',
  },
};

export const RULE: CompileRule = {
  codes: ['list-item'],
  severity: 'refused',
  says: 'A list that a person makes does not say how many items there may be at most, or a question of its items writes a part that an item has not, has the name of another, reads a part that is asked later, or is kept or shown by itself: the list is one answer.',
  remedy:
    'Give the list `maxItems`, bind each question to a part of the declared item of its own, and say `sensitive` where one is: the whole list is sealed then.',
  bad: [answers, ...debts('»"sum"', '"maxItems": 5, ')],
  good: [answers, ...debts('"amount"', '"maxItems": 5, ')],
  *find({ scenes, source: { fragments, controls } }) {
    for (const scene of scenes)
      for (const { field, sight, parts } of scene.uses.fields) {
        const { facts } = scene;
        const item = field['item'];
        if (!isObject(item)) continue;
        yield* readsAhead(parts, scene);
        if (typeof field['maxItems'] !== 'number')
          yield at(field, 'item', {
            message: 'Nothing says how many items this list may have.',
            fix: 'Add "maxItems".',
          });
        if (field['keep'] === 'never')
          yield at(field, 'keep', {
            message: 'This list is never kept: what its items were told would be gone with the next key.',
            fix: 'Say "keep": "transient" for what counts as long as the page is open, or delete "keep".',
          });
        const declared = facts.find(`answers.${String(field['bind'])}`, sight);
        const items = declared.found ? declared.schema?.['items'] : undefined;
        const of = `answers.${String(field['bind'])}.0`;
        yield* partsOf(item, { of, items: isObject(items) ? items : undefined, fragments, controls });
      }
  },
};

/** Conditions and defaults of a question that read a part of the item that is asked later: it is not known then. */
function* readsAhead(parts: readonly FieldUse[], scene: Scene): Generator<Finding> {
  const binds = parts.map(({ field }) => text(field['bind']) ?? '');
  for (const [index, { id, field, written }] of parts.entries()) {
    const asked = [
      { holder: field, key: 'when' },
      { holder: field, key: 'default' },
      ...(typeof field['required'] === 'boolean' ? [] : [{ holder: field, key: 'required' }]),
      ...list(field['choices']).flatMap((choice) => (isObject(choice) ? [{ holder: choice, key: 'when' }] : [])),
    ];
    for (const { holder, key } of asked) {
      const read = key === 'default' ? readsOf(holder[key], scene) : readsOfRule(holder[key], scene);
      const ahead = binds.slice(index).find((bind) => read.some((path) => touches(path, `item.${bind}`)));
      if (ahead !== undefined)
        yield at(holder === field ? written : holder, key, {
          message: `The question "${id}" of an item reads "item.${ahead}", which is not known yet when it is asked.`,
          fix: `Read what an item is asked before "${id}", or ask for "${ahead}" first.`,
        });
    }
  }
}

function* partsOf(
  item: JsonObject,
  {
    of,
    items,
    fragments,
    controls,
  }: {
    /** The path of an item. */
    readonly of: string;
    readonly items: JsonObject | undefined;
    readonly fragments: Docs;
    readonly controls: Docs;
  },
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
        cause: `fact ${of}.${bind}`,
        fix: didYouMean(bind, known, `Its parts: ${known.join(', ') || 'none that is declared'}.`),
      });
    if (bound.has(bind))
      yield at(written, 'bind', {
        message: `Two questions of an item write "${bind}".`,
        fix: 'Bind one of them to a part of its own.',
      });
    bound.add(bind);
    for (const [key, { usual, why, fix }] of Object.entries(APART))
      if (part[key] !== undefined && part[key] !== usual)
        yield atKey(
          written[key] === undefined ? (item['fields'] as JsonObject) : written,
          written[key] === undefined ? name : key,
          {
            message: `The question "${name}" of an item says "${key}", but ${why}.`,
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
