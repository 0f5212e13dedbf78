/** What makes a value acceptable to its field, and the words that say why not. */
import type { Check, Choices, Field, FieldId } from './definition.ts';
import type { Facts, Json, JsonObject } from './facts.ts';
import { get, isObject, own, put, same } from './paths.ts';
import { holds, text } from './express.ts';
import { isSealed } from './sealed.ts';
import type { StepShape } from './shape.ts';

/** Cleaning of a typed value in the field's order; emptiness (`''`, null, an empty list) is "no answer". */
export function normalise(field: Field, value: Json | undefined): Json | undefined {
  let out = value;
  if (typeof out === 'string') for (const way of field.normalise) out = clean[way](out);
  if (field.item && Array.isArray(out)) out = entriesOf(field, out).map((one) => normaliseItem(field, one));
  return out === '' || out === null || (Array.isArray(out) && out.length === 0) ? undefined : out;
}

/** Items that are clean, with the list they were cleaned for: a key in one item cleans that item. */
const cleanItems = new WeakMap<JsonObject, Field>();

/** Each part of an item cleaned as its field says; a part that is empty is no answer. */
function normaliseItem(field: Field, value: JsonObject): JsonObject {
  if (cleanItems.get(value) === field) return value;
  const cleaned = (field.item?.fields ?? []).reduce((all, part) => {
    const given = own(value, part.bind);
    const made = normalise(part, given);
    return same(made, given) ? all : put(all, part.bind, made);
  }, value);
  cleanItems.set(cleaned, field);
  return cleaned;
}

const clean: Readonly<Record<Field['normalise'][number], (text: string) => string>> = {
  lines,
  trim: (value) => value.trim(),
  lower: (value) => value.toLowerCase(),
  upper: (value) => value.toUpperCase(),
  digits: (value) => value.replace(/\D/g, ''),
  national,
  compact: (value) => value.trim().replace(/\s+/g, ' '),
};

/** A telephone number of North America as it is stored: its digits, without the country code 1 before ten of them. */
function national(number: string): string {
  return number.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '');
}

/** Several lines as they are stored: each ends with a line feed, and a letter with its accent is one character. */
export function lines(words: string): string {
  return words.replace(/\r\n?/g, '\n').normalize('NFC');
}

/** Whether the field must be answered now; an unknown condition asks for an answer. */
export function isRequired(field: Field, facts: Facts): boolean {
  return typeof field.required === 'boolean' ? field.required : field.required.of(facts) !== false;
}

/** The keyword that refuses `value` (undefined: it fits). A limit that is unknown refuses: unknown passes nobody. */
export function refusal(field: Field, value: Json | undefined, facts: Facts): string | undefined {
  if (value === undefined) return isRequired(field, facts) ? 'required' : undefined;
  if (isSealed(value)) return field.sensitive ? undefined : 'type';
  const violation = field.validate(value);
  if (violation) return violation.keyword;
  for (const { keyword, limit } of field.dynamic) if (!within(keyword, limit.of(facts), value)) return keyword;
  if (field.item && entriesOf(field, value).some((one) => readItem(field, one, facts).refused.size > 0)) return 'items';
  if (!onOffer(field.choices, value, facts)) return 'enum';
  return field.choices && !fitTogether(field.choices, value) ? 'exclusive' : undefined;
}

/** Of several chosen none may be one that stands alone. */
function fitTogether(choices: Choices, value: Json): boolean {
  if (!('items' in choices) || !Array.isArray(value) || value.length < 2) return true;
  return !choices.items.some((item) => item.exclusive && (value as readonly Json[]).includes(item.value));
}

function within(keyword: string, limit: unknown, value: Json): boolean {
  switch (keyword) {
    case 'pattern':
      return typeof limit === 'string' && typeof value === 'string' && pattern(limit)?.test(value) === true;
    case 'minimum':
      return typeof limit === 'number' && typeof value === 'number' && value >= limit;
    case 'maximum':
      return typeof limit === 'number' && typeof value === 'number' && value <= limit;
    case 'minLength':
      return typeof limit === 'number' && typeof value === 'string' && [...value].length >= limit;
    case 'maxLength':
      return typeof limit === 'number' && typeof value === 'string' && [...value].length <= limit;
    case 'const':
      return limit !== undefined && value === limit;
    default:
      throw new Error(
        `No keyword ${keyword} takes a fact; pattern, minimum, maximum, minLength, maxLength and const do.`,
      );
  }
}

const patterns = new Map<string, RegExp | undefined>();
/**
 * Undefined for what is no regular expression: a fact may bring one; it passes nobody. Those that the content writes
 * are named by `check`.
 */
function pattern(source: string): RegExp | undefined {
  if (!patterns.has(source)) patterns.set(source, regular(source));
  return patterns.get(source);
}
function regular(source: string): RegExp | undefined {
  try {
    return new RegExp(source, 'u');
  } catch {
    return undefined;
  }
}

/** A value must be on offer. A list that a call brings is checked while it is known. */
export function onOffer(choices: Choices | undefined, value: Json, facts: Facts): boolean {
  if (!choices) return true;
  const chosen = Array.isArray(value) ? value : [value];
  if ('items' in choices)
    return chosen.every((one) => choices.items.some((item) => item.value === one && holds(item.when, facts)));
  const rows = choices.from.of(facts);
  return (
    rows === undefined ||
    chosen.every((one) => rows.some((row) => (isObject(row) ? get(row, choices.value) : row) === one))
  );
}

/** The message of a keyword: the field's own, its `invalid`, else what is said of any; so where one is unknown. */
export function messageFor(field: Field, keyword: string, facts: Facts): string {
  const words = own(field.messages, keyword) ?? (keyword === 'required' ? undefined : own(field.messages, 'invalid'));
  const said = words === undefined ? '' : text(words, facts);
  if (said !== '') return said;
  const plain = field.otherwise?.[keyword === 'required' ? 'required' : 'invalid'];
  return (plain && text(plain, facts)) || text(field.label, facts);
}

/** The message of a check, at its field or of the page; where it reads what is unknown, what is said of any. */
export const messageOf = (check: Check, field: Field | undefined, facts: Facts): string =>
  text(check.message, facts) || (field ? messageFor(field, 'check', facts) : text(check.otherwise ?? '', facts));

/** The items of a list that are items; nothing for any other value. */
export function entriesOf(field: Field, value: Json | undefined): readonly JsonObject[] {
  return field.item && Array.isArray(value) ? (value as readonly Json[]).filter(isObject) : [];
}

/** One item as its questions see it. */
export interface ReadItem {
  /** The parts that count: of questions whose condition holds over the parts before them. */
  readonly counts: JsonObject;
  readonly asked: readonly Field[];
  /** Part -> why it is refused, in words of the list. */
  readonly refused: ReadonlyMap<FieldId, { readonly keyword: string; readonly message: string }>;
}

const readItems = new WeakMap<
  JsonObject,
  { readonly of: Field; readonly outside: readonly unknown[]; readonly read: ReadItem }
>();

/**
 * Reads an item of a list. It is remembered by the item itself and by what its questions read outside of it, so that a
 * key typed in one item costs that item.
 */
export function readItem(field: Field, value: JsonObject, facts: Facts): ReadItem {
  const outside = outsideOf(field, facts);
  const known = readItems.get(value);
  if (known && known.of === field && sameOutside(known.outside, outside)) return known.read;
  const read = asItem(field, value, facts);
  readItems.set(value, { of: field, outside, read });
  return read;
}

function asItem({ item }: Field, value: JsonObject, facts: Facts): ReadItem {
  let counts: JsonObject = {};
  const asked: Field[] = [];
  const refused = new Map<FieldId, { readonly keyword: string; readonly message: string }>();
  for (const part of item?.fields ?? []) {
    const seen: Facts = { ...facts, item: counts };
    if (!holds(part.when, seen)) continue;
    asked.push(part);
    const given = own(value, part.bind);
    const keyword = refusal(part, given, seen);
    if (keyword !== undefined) refused.set(part.id, { keyword, message: messageFor(part, keyword, seen) });
    if (given !== undefined) counts = put(counts, part.bind, given);
  }
  const whole: Facts = { ...facts, item: counts };
  for (const check of item?.checks ?? []) {
    const part = asked.find(({ id }) => id === check.at);
    if (part && !refused.has(part.id) && own(counts, part.bind) !== undefined && check.assert.of(whole) !== true)
      refused.set(part.id, { keyword: 'check', message: messageOf(check, part, whole) });
  }
  return { counts: same(counts, value) ? value : counts, asked, refused };
}

const filled = new WeakMap<
  JsonObject,
  { readonly of: Field; readonly outside: readonly unknown[]; readonly emptied: string; readonly value: JsonObject }
>();

/**
 * An item with the defaults of its questions: each that is asked over the parts before it, has no answer yet and was
 * not emptied. The item itself where there is nothing to fill in; remembered as `readItem` is.
 * @param emptied ids of the questions that the person emptied in this item
 */
export function fillItem(
  field: Field,
  value: JsonObject,
  { facts, emptied }: { readonly facts: Facts; readonly emptied: readonly FieldId[] },
): JsonObject {
  const outside = outsideOf(field, facts);
  const known = filled.get(value);
  if (known && known.of === field && known.emptied === emptied.join() && sameOutside(known.outside, outside))
    return known.value;
  let made = value;
  let counts: JsonObject = {};
  for (const part of field.item?.fields ?? []) {
    const seen: Facts = { ...facts, item: counts };
    if (!holds(part.when, seen)) continue;
    const given = own(value, part.bind);
    const due = given === undefined && part.default && !emptied.includes(part.id);
    const held = due ? normalise(part, part.default.of(seen) as Json | undefined) : given;
    if (held === undefined) continue;
    counts = put(counts, part.bind, held);
    made = put(made, part.bind, held);
  }
  filled.set(value, { of: field, outside, emptied: emptied.join(), value: made });
  return made;
}

const outsideOf = (field: Field, facts: Facts): readonly unknown[] =>
  (field.item?.reads ?? []).map((path) => get(facts as unknown as JsonObject, path));
const sameOutside = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.every((value, index) => value === other[index]);

/** What of an answer counts: of a list, in each item the parts that are asked. */
export function counting(field: Field, value: Json, facts: Facts): Json {
  if (!field.item || !Array.isArray(value)) return value;
  const items = (value as readonly Json[]).map((one) => (isObject(one) ? readItem(field, one, facts).counts : one));
  return items.every((one, index) => one === value[index]) ? value : items;
}

/** What a page shows of its fields: which are visible, and what they hold. */
export interface Shows {
  readonly visible: (id: FieldId) => boolean;
  readonly valueOf: (id: FieldId) => Json | undefined;
}

/**
 * Whether a check is in force: one at a field is, while that field is visible and holds a plain value (an empty
 * required field is refused by itself; of a sealed value nothing is known).
 */
export function inForce(check: Check, shape: StepShape, { visible, valueOf }: Shows): boolean {
  if (!check.at) return true;
  const value = valueOf(check.at);
  return shape.order.has(check.at) && visible(check.at) && value !== undefined && !isSealed(value);
}
