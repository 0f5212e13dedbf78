/**
 * What actions set, what limits fields have and which choices are not always offered, as json-logic: beside the
 * conditions, all that is asked of facts.
 */
import type { Source } from '../../compile/content.ts';
import { isDynamic } from '../../compile/field-source.ts';
import { isObject, list, member, text } from '../../compile/json-types.ts';
import type { ResolvedFlow } from '../../compile/resolve.ts';
import type { Json } from '../../runtime/core/facts.ts';
import { Collector } from '../../compile/uses.ts';
import { unfold, variable, type Logic } from '../domain/atoms.ts';
import type { Sets } from '../domain/assigned.ts';
import { namesOf } from './placed.ts';

/** A limit of a number or date that is a fact. */
export interface Limit {
  readonly step: string;
  readonly field: string;
  /** Path of the answer it limits. */
  readonly path: string;
  readonly limit: Logic;
}
/** A choice that is not always offered. */
interface Offer {
  /** Path of the answer. */
  readonly path: string;
  readonly value: Json;
}
export interface Written {
  /** A choice among rows sets the answer to what a row says. */
  readonly sets: Sets;
  readonly limits: readonly Limit[];
  /** Whatever must be known before anything is accepted by a field: its limits, patterns and lengths. */
  readonly needed: readonly Logic[];
  readonly offers: readonly Offer[];
  /** What the rows of choices are worked out from: whether there are any decides whether the field can be answered. */
  readonly rows: readonly Logic[];
}

const LIMITS = ['minimum', 'maximum', 'const'];
const NEEDED = [...LIMITS, 'pattern', 'minLength', 'maxLength'];

/** Sets, limits and conditional choices of a flow, named values unfolded. Expects content that `check` accepts. */
export function writtenIn(source: Source, resolved: ResolvedFlow): Written {
  const uses = new Collector(source.fragments);
  for (const [id, step] of Object.entries(resolved.steps)) uses.step(id, step);
  for (const [id, dialog] of Object.entries(resolved.dialogs)) uses.dialog(id, dialog);
  const names = namesOf(resolved);
  const sets = new Map<string, Logic[]>();
  for (const { path, value } of uses.sets) sets.set(path, [...(sets.get(path) ?? []), unfold(value, names)]);
  const rows = uses.fields.flatMap(({ field }) => {
    const from = member(field['choices'], 'from');
    if (from === undefined) return [];
    const each = unfold(from, names);
    const path = `answers.${text(field['bind']) ?? ''}`;
    sets.set(path, [
      ...(sets.get(path) ?? []),
      field['type'] === 'array' ? each : inFirstRow(each, text(member(field['choices'], 'value'))),
    ]);
    return [each];
  });
  const limits = uses.fields.flatMap(({ step = '', id, field }) =>
    LIMITS.filter((keyword) => isDynamic(field, keyword)).map((keyword) => ({
      step,
      field: id,
      path: `answers.${text(field['bind']) ?? ''}`,
      limit: unfold(field[keyword] ?? null, names),
    })),
  );
  const needed = uses.fields.flatMap(({ field }) =>
    NEEDED.filter((keyword) => isDynamic(field, keyword)).map((keyword) => unfold(field[keyword] ?? null, names)),
  );
  const offers = uses.fields.flatMap(({ field }) =>
    list(field['choices']).flatMap((choice): readonly Offer[] =>
      isObject(choice) && choice['when'] !== undefined
        ? [{ path: `answers.${text(field['bind']) ?? ''}`, value: choice['value'] ?? null }]
        : [],
    ),
  );
  return { sets, limits, needed, offers, rows };
}

/** What the first row says: whoever chooses another one chooses what the first might have said. */
function inFirstRow(rows: Logic, name: string | undefined): Logic {
  const path = variable(rows);
  return path === undefined ? rows : { var: [path, '0', ...(name === undefined ? [] : [name])].join('.') };
}
