/** An answer in words, where it is shown and not asked: in a summary, in a field that is locked. */
import type { Field } from '../../core/definition.ts';
import type { Facts, Json, JsonObject } from '../../core/facts.ts';
import type { Say, SayOwn } from '../../core/index.ts';
import { entriesOf, filesOf, get, mask, readItem, sealedEnd, text as write } from '../../core/index.ts';
import { controls } from '../controls/index.ts';
import { sayChosen } from '../controls/checkboxes/chosen.ts';
import { plain, sayBytes, sayMoney } from '../controls/writing.ts';

/** What an answer is said with: facts, the runtime's words, and those of each control. */
export interface Told {
  readonly facts: Facts;
  readonly say: Say;
  readonly own: (folder: string) => SayOwn;
}

/** An answer as the person would say it. What is sealed or sensitive shows its end only. */
export function spoken(field: Field, value: Json, told: Told): string {
  const { facts, say: word } = told;
  if (field.item)
    return entriesOf(field, value)
      .map((one) => spokenItem(field, one, told))
      .join('; ');
  if (field.file)
    return filesOf(field, value)
      .map(({ name, bytes }) => `${name} (${sayBytes(bytes, word)})`)
      .join(', ');
  const control = controls[field.control];
  const end =
    sealedEnd(value) ?? (field.sensitive && field.reveal === 'lastFour' ? mask(String(value)).sealed : undefined);
  if (end !== undefined) return `${control?.hides ?? '••••'}${end}`;
  if (Array.isArray(value) && field.choices) {
    const all = value as readonly Json[];
    return sayChosen(all.map((one) => choiceLabel(field, one, facts) ?? plain(one)));
  }
  const chosen = choiceLabel(field, value, facts);
  if (chosen !== undefined) return chosen;
  if (typeof value === 'boolean') return word(value ? 'answer.yes' : 'answer.no');
  const ticks = typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.values(value) : [];
  if (ticks.length > 0 && ticks.every((tick) => typeof tick === 'boolean'))
    return word('answer.ticked', { number: ticks.filter(Boolean).length, total: ticks.length });
  const options = Object.fromEntries(
    Object.entries(field.options).map(([name, option]) => [name, option.of(facts) as Json]),
  );
  const say = control?.say ?? (options['unit'] === undefined ? undefined : sayMoney);
  return say ? say(value, { field, options, say: word }) : plain(value);
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
