/** An answer in words, where it is shown and not asked: in a summary, in a field that is locked. */
import type { Field } from './definition.ts';
import { text as write } from './express.ts';
import type { Facts, Json, JsonObject } from './facts.ts';
import { byteSize, filesOf } from './files.ts';
import { get } from './paths.ts';
import { amount, DOTS, masked, plain } from './plain.ts';
import { mask, sealedEnd } from './sealed.ts';
import { entriesOf, readItem } from './validate.ts';
import type { Say } from './words.ts';

/** What an answer is said with: facts, and the runtime's words. */
export interface Told {
  readonly facts: Facts;
  readonly say: Say;
}

/** How the folder of a control says that its answers are said (`says`). */
const SAYINGS: Readonly<
  Record<Extract<Field['says'], string>, (value: Json, told: { options: JsonObject; say: Say }) => string>
> = {
  money: (value, { options }) => sayMoney(value, options),
  parts: (value, { say }) => sayParts(value, say),
};

/** An answer as the person would say it. What is sealed or sensitive shows its end only. */
export function spoken(field: Field, value: Json, told: Told): string {
  const { facts, say } = told;
  if (field.item)
    return entriesOf(field, value)
      .map((one) => spokenItem(field, one, told))
      .join('; ');
  if (field.file)
    return filesOf(field, value)
      .map(({ name, bytes }) => `${name} (${sayBytes(bytes, say)})`)
      .join(', ');
  const hidden = field.hides !== undefined || (field.sensitive && field.reveal === 'lastFour');
  const end = sealedEnd(value) ?? (hidden ? mask(String(value)).sealed : undefined);
  if (end !== undefined) return `${field.hides ?? DOTS}${end}`;
  if (Array.isArray(value) && field.choices)
    return (value as readonly Json[]).map((one) => choiceLabel(field, one, facts) ?? plain(one)).join(', ');
  const chosen = choiceLabel(field, value, facts);
  if (chosen !== undefined) return chosen;
  if (typeof value === 'boolean') return say(value ? 'answer.yes' : 'answer.no');
  const ticks = typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.values(value) : [];
  if (ticks.length > 0 && ticks.every((tick) => typeof tick === 'boolean'))
    return say('answer.ticked', { number: ticks.filter(Boolean).length, total: ticks.length });
  if (typeof field.says === 'function') return field.says(value) ?? plain(value);
  if (field.says !== undefined) {
    const options = Object.fromEntries(
      Object.entries(field.options).map(([name, option]) => [name, option.of(facts) as Json]),
    );
    return SAYINGS[field.says](value, { options, say });
  }
  return field.mask === undefined ? plain(value) : masked(field.mask, plain(value));
}

/** An item of a list in words: its answers, one after the other. */
export function spokenItem(field: Field, item: JsonObject, told: Told): string {
  const { asked, counts } = readItem(field, item, told.facts);
  const seen = { ...told, facts: { ...told.facts, item: counts } };
  return asked
    .flatMap((part) => {
      const value = counts[part.bind];
      return value === undefined ? [] : [spoken(part, value, seen)];
    })
    .join(', ');
}

/** An amount in words: `$1,500`, `$120.50`. */
export const sayMoney = (value: Json, options: JsonObject): string =>
  `$${typeof value === 'number' ? amount(value, options, true) : plain(value)}`;

/** A size in words. */
export function sayBytes(bytes: number, say: Say): string {
  const { word, count } = byteSize(bytes);
  return word === 'byte' ? say('files.byte') : say(`files.${word}`, { count });
}

/** A list or a group of values: one after the other. */
function sayParts(value: Json, say: Say): string {
  if (Array.isArray(value)) return (value as readonly Json[]).map((one) => sayParts(one, say)).join('; ');
  if (typeof value === 'object' && value !== null)
    return Object.values(value as JsonObject)
      .map((one) => sayParts(one, say))
      .join(', ');
  return typeof value === 'boolean' ? say(value ? 'answer.yes' : 'answer.no') : plain(value);
}

function choiceLabel(field: Field, value: Json, facts: Facts): string | undefined {
  const { choices } = field;
  if (!choices) return undefined;
  if ('items' in choices) {
    const item = choices.items.find((choice) => choice.value === value);
    return item && write(item.label, facts);
  }
  const row = choices.from.of(facts)?.find((candidate) => get(candidate, choices.value) === value);
  return row === undefined ? undefined : String(get(row, choices.label) ?? '');
}
