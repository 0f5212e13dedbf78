/** Values of facts as a reader writes them. */
import { date, money, percent } from '../../compile/kit/formats.ts';
import { list, member, text } from '../../compile/json-types.ts';
import type { Unit } from '../../compile/operators/operator.ts';
import type { JsonObject } from '../../runtime/core/facts.ts';
import { listed, plainWords, quoted } from '../../compile/english.ts';

/**
 * The unit of a fact by its field or schema. Money is whole cents: its control is `money`, its options say `cents`, or
 * its description does.
 */
export function unitOf(schema: JsonObject): Unit {
  const type = Array.isArray(schema['type']) ? schema['type'][0] : schema['type'];
  if (type === 'boolean') return 'boolean';
  if (type === 'integer' || type === 'number') {
    if (
      schema['control'] === 'money' ||
      member(schema['options'], 'unit') === 'cents' ||
      /\bcents\b/.test(`${text(schema['description']) ?? ''} ${text(schema['says']) ?? ''}`)
    )
      return 'money';
    if (/\bpercent\b/.test(text(schema['description']) ?? '')) return 'percent';
    return 'plain';
  }
  if (schema['format'] === 'date' || schema['type'] === 'date') return 'date';
  return schema['format'] === 'date-time' ? 'instant' : 'plain';
}

/** The label of a value among a field's choices. */
export function choiceLabel(schema: JsonObject, value: unknown): string | undefined {
  for (const choice of list(schema['choices']))
    if (member(choice, 'value') === value) return text(member(choice, 'label'));
  return undefined;
}

/**
 * A value in words: cents as dollars, dates in full, codes in capitals as words. Labels of choices and names of table
 * rows are the caller's.
 * @param unit what the fact is an amount of
 */
export function valueText(value: unknown, unit: Unit): string {
  if (value === undefined) return 'unknown';
  if (value === null) return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number')
    return (
      (unit === 'money' ? money(value) : unit === 'percent' ? percent(value) : undefined) ??
      value.toLocaleString('en-US', { maximumFractionDigits: 3, useGrouping: Math.abs(value) >= 10_000 })
    );
  if (typeof value === 'string') return stringText(value, unit);
  if (Array.isArray(value))
    return value.length === 0
      ? 'nothing'
      : listed(
          value.map((item: unknown) => valueText(item, unit)),
          'and',
        );
  return listed(
    Object.entries(value).map(([key, inner]) => `${plainWords(key)} ${valueText(inner, 'plain')}`),
    'and',
  );
}

function stringText(value: string, unit: Unit): string {
  if (unit === 'date') return date(value) ?? quoted(value);
  if (unit === 'instant') return `${date(value) ?? value} at ${value.slice(11, 16)} UTC`;
  if (value === '') return 'empty';
  if (/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)+$/.test(value) || /^[A-Z]{3,}$/.test(value)) return plainWords(value);
  return /^[A-Z0-9]{1,4}$/.test(value) ? value : quoted(value);
}
