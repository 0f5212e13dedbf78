/**
 * When an answer is there. It counts only while a field that asks it is shown (laws 1 and 2), on the page it was asked
 * on and on every later one: so whoever has it met the conditions of such a field, and those still hold where nothing
 * asked since can have changed them.
 */
import { isOneOf } from '../../../compile/operators/in/index.ts';
import { atLeast } from '../../../compile/operators/at-least/index.ts';
import { atMost } from '../../../compile/operators/at-most/index.ts';
import { equal } from '../../../compile/operators/equal/index.ts';
import { placeFields } from '../../../compile/emit/fields.ts';
import { fieldSource, isDynamic } from '../../../compile/field-source.ts';
import { canonical, entries, isList, isObject, list, member, text } from '../../../compile/json-types.ts';
import type { Json, JsonObject } from '../../../runtime/core/facts.ts';
import { overlap } from '../../../runtime/core/shape.ts';
import { operation, operatorOf, unfold, variable, type Logic } from '../../domain/atoms.ts';
import { rangeOf } from '../../domain/candidates.ts';
import { factsIn } from '../../domain/uses.ts';
import type { Goal } from '../../logic/settle.ts';
import type { PlacedRule } from '../../rules/placed.ts';
import { accepted, conditionsOf, type Conditions } from './held.ts';
import type { Setting } from './setting.ts';

/** What is certain where somebody has an answer. */
export interface Implied extends Goal {
  readonly path: string;
  /** What holds then, as it is written; undefined: nobody has the answer there. */
  readonly written: Json | undefined;
}

/** What gives an answer its value: a field, or something that sets it. */
interface Writer {
  readonly path: string;
  /** Undefined for a dialog, which any step may open. */
  readonly step: string | undefined;
  /** The field with its name and its place in the reading order of its page. */
  readonly field?: { readonly id: string; readonly at: number; readonly source: JsonObject };
  /** What it is set to, named values unfolded. */
  readonly set?: Logic;
}
interface Part {
  readonly logic: Logic;
  readonly written: Json;
}
interface Known {
  readonly writersOf: (path: string) => readonly Writer[];
  readonly whens: Conditions;
}
const known = new WeakMap<Setting, Known>();

/**
 * What is certain where a condition stands, of the answers that it and the conditions around it read, directly or
 * through each other.
 */
export function impliedBy(rule: PlacedRule, setting: Setting): readonly Implied[] {
  if (rule.step === undefined || setting.ahead.size === 0) return [];
  const found: Implied[] = [];
  const paths = new Set([rule, ...rule.within, ...rule.after].flatMap(({ logic }) => [...factsIn(logic, false)]));
  for (const path of paths) {
    for (const implied of impliedAt(path, rule, setting)) {
      found.push(implied);
      for (const read of factsIn(implied.logic, false)) paths.add(read);
    }
  }
  return found;
}

function impliedAt(path: string, rule: PlacedRule, setting: Setting): readonly Implied[] {
  const writers = path.startsWith('answers.') ? knownIn(setting).writersOf(path) : [];
  const before = writers.filter((writer) => precedes(writer, rule, setting));
  // What only later pages ask is told by the checks of ways.
  const waits = (rule.decides === 'field' || rule.decides === 'item') && writers.some(({ step }) => step === rule.step);
  if (before.length === 0)
    return waits ? [{ path, logic: { '!': [{ answered: path }] }, wanted: 'true', written: undefined }] : [];
  const parts = before.map((writer) => partsOf(writer, { path, rule }, setting));
  if (parts.some((some) => some.length === 0)) return [];
  const [first = [], ...others] = parts;
  const common = first.filter((part) =>
    others.every((some) => some.some((other) => canonical(other.logic) === canonical(part.logic))),
  );
  const apart =
    others.length === 0
      ? []
      : [
          {
            logic: { or: parts.map(allOf((part) => part.logic)) },
            written: { or: parts.map(allOf((part) => part.written)) } as Json,
          },
        ];
  // What all say alike comes last: the list is made shorter from its beginning.
  return [...apart, ...common].map(
    ({ logic, written }): Implied => ({
      path,
      logic: { or: [{ '!': [{ answered: path }] }, logic] },
      wanted: 'true',
      written,
    }),
  );
}

const allOf =
  <T>(of: (part: Part) => T) =>
  (parts: readonly Part[]): { readonly and: readonly T[] } => ({ and: parts.map(of) });

function knownIn(setting: Setting): Known {
  const before = known.get(setting);
  if (before) return before;
  const writers: Writer[] = setting.scene.uses.sets.map(
    ({ path, step, value }): Writer => ({
      path: `answers.${path.replace(/^answers\./, '')}`,
      step,
      set: unfold(value, setting.names),
    }),
  );
  for (const [step, doc] of Object.entries(setting.flow.steps)) {
    const placed = new Map<string, Json | undefined>();
    placeFields(list(doc['layout']), undefined, placed);
    const order = [...placed.keys(), ...entries(doc['fields']).map(([id]) => id)];
    for (const [id, field] of entries(doc['fields'])) {
      if (isObject(field) && field['keep'] !== 'never')
        writers.push({
          path: `answers.${text(field['bind']) ?? ''}`,
          step,
          field: { id, at: order.indexOf(id), source: fieldSource(field, setting.fragments) },
        });
    }
  }
  const found = new Map<string, readonly Writer[]>();
  const writersOf = (path: string): readonly Writer[] => {
    const own = found.get(path) ?? writers.filter((writer) => overlap(writer.path, path));
    found.set(path, own);
    return own;
  };
  const made = { writersOf, whens: conditionsOf(setting.rules) };
  known.set(setting, made);
  return made;
}

/**
 * Whether somebody may have an answer from there when the condition is asked. A field is judged over the fields before
 * it, and so is what it stands in.
 */
function precedes({ step, field }: Writer, rule: PlacedRule, setting: Setting): boolean {
  if (step === undefined) return true;
  if (step !== rule.step) return setting.ahead.get(step)?.has(rule.step ?? '') === true;
  if (!field) return true;
  if (conditionsAt(step, field.id, setting).includes(rule)) return false;
  const own =
    rule.decides === 'field'
      ? knownIn(setting)
          .writersOf(bindOf(rule))
          .find((one) => one.step === step && one.field?.id === rule.field)
      : undefined;
  return field.at < (own?.field?.at ?? Infinity);
}

const bindOf = ({ holder }: PlacedRule): string => `answers.${text((holder as JsonObject)['bind']) ?? ''}`;
const conditionsAt = (step: string, field: string, setting: Setting): readonly PlacedRule[] =>
  setting.fields.get(`${step}/${field}`) ?? [];

/** What holds for whoever has an answer from there, and cannot have changed since. */
function partsOf(
  writer: Writer,
  { path, rule }: { readonly path: string; readonly rule: PlacedRule },
  setting: Setting,
): readonly Part[] {
  const { step, field } = writer;
  if (step === undefined || !field) return writer.path === path ? setTo(writer, setting) : [];
  const here = step === rule.step;
  const shown = conditionsAt(step, field.id, setting).filter(
    ({ logic, decides }) =>
      !(here && decides === 'step') &&
      settled(logic, { writer, from: decides === 'step' ? -1 : field.at, rule }, setting),
  );
  return [
    ...shown.map(
      ({ logic, written }): Part => ({ logic, written: typeof written === 'string' ? { rule: written } : written }),
    ),
    ...(writer.path === path && field.source['reveal'] !== 'lastFour' ? taken(writer, rule, setting) : []),
  ];
}

/**
 * What a field says of an answer that it takes: while it is still on its page, no more than that it keeps to the limits
 * of some state.
 */
function taken(writer: Writer, rule: PlacedRule, setting: Setting): readonly Part[] {
  const { path, step, field } = writer;
  // A page that is no form may be passed with whatever its fields hold.
  if (!field || (setting.flow.steps[step ?? '']?.['kind'] ?? 'form') !== 'form') return [];
  const here = step === rule.step;
  const { source, at } = field;
  const { whens } = knownIn(setting);
  const offered = list(source['choices'])
    .filter(isObject)
    .every((choice) => settled(whens.get(choice)?.logic ?? true, { writer, from: at, rule }, setting));
  const choices =
    !here && offered && source['const'] === undefined
      ? accepted(path, source, whens).map((logic) => same(logic as JsonObject))
      : [];
  const limits = (
    [
      ['minimum', atLeast<Json>],
      ['maximum', atMost<Json>],
    ] as const
  ).flatMap(([keyword, within]): readonly Part[] => {
    if (!isDynamic(source, keyword)) return [];
    const written = source[keyword] ?? null;
    const limit = unfold(written, setting.names);
    if (!here && settled(limit, { writer, from: at, rule }, setting))
      return [{ logic: within({ var: path }, limit as Json), written: within({ var: path }, written) }];
    const furthest = furthestOf(limit, keyword, setting);
    return furthest === undefined ? [] : [same(within({ var: path }, furthest))];
  });
  return [...choices, ...limits];
}

/** What is sure of an answer that is set to a constant, or to an answer of pages before that keeps to constants. */
function setTo({ path, step, set }: Writer, setting: Setting): readonly Part[] {
  if (typeof set === 'string' || typeof set === 'number' || typeof set === 'boolean')
    return [same(equal<Json>({ var: path }, set))];
  // A dialog may be open on the page that asks, before that has been asked to hold.
  const from = step === undefined ? undefined : variable(set);
  const asking = from === undefined ? [] : knownIn(setting).writersOf(from);
  const sources = asking.flatMap((writer) =>
    writer.path === from && writer.step !== step && writer.field ? [writer.field.source] : [],
  );
  if (sources.length === 0 || sources.length < asking.length) return [];
  const values = sources.map(({ enum: listed, choices }): readonly Json[] | undefined =>
    isList(listed) ? listed : isList(choices) ? choices.flatMap((choice) => member(choice, 'value') ?? []) : undefined,
  );
  const [least, most] = [sources.map(({ minimum }) => minimum), sources.map(({ maximum }) => maximum)];
  return [
    ...(values.every((some) => some !== undefined)
      ? [same(isOneOf<Json>({ var: path }, [...new Set(values.flatMap((some) => some ?? []))]))]
      : []),
    ...(least.every((one) => typeof one === 'number') ? [same(atLeast<Json>({ var: path }, Math.min(...least)))] : []),
    ...(most.every((one) => typeof one === 'number') ? [same(atMost<Json>({ var: path }, Math.max(...most)))] : []),
  ];
}

const same = (logic: JsonObject): Part => ({ logic, written: logic });

/** The widest that a limit can be for anybody, today and on each day for which a row stands already. */
function furthestOf(limit: Logic, keyword: 'minimum' | 'maximum', setting: Setting): number | undefined {
  const ranges = [setting.facts, ...setting.later].map((day) => rangeOf(limit, day, false));
  if (
    !ranges.every((range) => range !== undefined && range.length > 0 && range.every((one) => typeof one === 'number'))
  )
    return undefined;
  const all = ranges.flatMap((range) => (range ?? []) as readonly number[]);
  return keyword === 'minimum' ? Math.min(...all) : Math.max(...all);
}

/**
 * Whether what held when a field was judged holds on a page that shows its answer. An answer has one value wherever it
 * is asked, so in between only whether it is there can change; on the page itself, whatever that page asks or sets.
 * @param from the place on the field's own page from which on nothing had been looked at
 */
function settled(
  logic: Logic,
  { writer: { step }, from, rule }: { readonly writer: Writer; readonly from: number; readonly rule: PlacedRule },
  setting: Setting,
): boolean {
  const lasting = isLasting(logic);
  return [...factsIn(logic, false)].every((path) => {
    const root = path.split('.')[0] ?? '';
    if (root !== 'answers') return root === 'brand' || root === 'flags';
    return knownIn(setting)
      .writersOf(path)
      .every((other) => {
        if (other.step === undefined) return false;
        if (other.step === step)
          return (
            (other.field !== undefined && other.field.at < from) ||
            (step !== rule.step && lasting && !other.path.startsWith(`${path}.`))
          );
        return (
          other.step !== rule.step &&
          ((lasting && !other.path.startsWith(`${path}.`)) || !setting.ahead.get(step ?? '')?.has(other.step))
        );
      });
  });
}

/** Whether an operator gives no other answer when what was unknown becomes known. */
const keepsAnswer = (operator: string): boolean =>
  ['and', 'or', 'if'].includes(operator) || operatorOf(operator)?.strict === true;

/** Whether a condition that holds goes on to hold when more becomes known. */
function isLasting(logic: Logic): boolean {
  if (Array.isArray(logic)) return logic.every(isLasting);
  const node = operation(logic);
  return (
    !node ||
    (node.operator === 'var'
      ? node.operands.length === 1
      : keepsAnswer(node.operator) && node.operands.every(isLasting))
  );
}
