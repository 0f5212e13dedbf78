/** A condition is gone, turned round, asks for something else, or draws its line elsewhere. */
import type { Json } from '../../../../runtime/core/facts.ts';
import { isObject, listOf, put, spots, type Path } from '../edit.ts';
import { edited, mutant, type Content, type Doc, type Mutant } from '../mutant.ts';
import { brief, place } from '../words.ts';

/** Where conditions stand in a step or dialog. */
const CONDITION = new Set(['when', 'assert', 'hiddenWhen']);
/** An operator and what it is easily mistaken for. */
const MISTAKEN: Readonly<Record<string, readonly string[]>> = {
  '<': ['<='],
  '<=': ['<'],
  '>': ['>='],
  '>=': ['>'],
  '==': ['!='],
  '!=': ['=='],
  and: ['or'],
  or: ['and'],
};

/** Every condition of a step, dialog or flow loses its `when`. */
export function* conditionsDropped({ steps, dialogs, flows }: Content): Generator<Mutant> {
  for (const doc of [...steps, ...dialogs, ...flows]) {
    for (const { path, value } of spots(doc.json)) {
      const key = path.at(-1);
      // A disclosure for everybody is a family of its own.
      if ((key === 'when' || key === 'hiddenWhen') && !isDisclosure(doc, path))
        yield edited({ kind: 'condition dropped', what: `${place(doc.json, path)} (${brief(value)}) dropped` }, doc, {
          path,
          given: undefined,
        });
    }
  }
}
const isDisclosure = (doc: Doc, path: Path): boolean => {
  const item = path
    .slice(0, -1)
    .reduce<Json | undefined>((at, key) => (at as Readonly<Record<string, Json>>)[key], doc.json);
  return isObject(item) && item['disclosure'] !== undefined;
};

/** Every named rule, and every condition written where it stands, says the opposite. */
export function* negated({ rules, steps, dialogs }: Content): Generator<Mutant> {
  for (const doc of rules) {
    const rule = doc.json['rule'];
    if (rule !== undefined)
      yield edited({ kind: 'rule negated', what: 'negated' }, doc, { path: ['rule'], given: { '!': [rule] } });
  }
  for (const doc of [...steps, ...dialogs]) {
    for (const { path, value } of spots(doc.json)) {
      if (!CONDITION.has(String(path.at(-1)))) continue;
      yield edited({ kind: 'condition negated', what: `${place(doc.json, path)} (${brief(value)}) negated` }, doc, {
        path,
        given: {
          '!': [typeof value === 'string' ? { rule: value } : value],
        },
      });
    }
  }
}

interface Part {
  readonly doc: Doc;
  readonly path: Path;
  readonly value: Json;
}

/** Every part of json-logic in rules, values and inline conditions. */
function* logic({ rules, steps, dialogs }: Content): Generator<Part> {
  for (const doc of rules) {
    const key = doc.json['rule'] === undefined ? 'value' : 'rule';
    for (const { path, value } of spots(doc.json[key] ?? null)) yield { doc, path: [key, ...path], value };
  }
  for (const doc of [...steps, ...dialogs]) {
    for (const { path, value } of spots(doc.json)) {
      if (!CONDITION.has(String(path.at(-1))) || !isObject(value)) continue;
      for (const inner of spots(value)) yield { doc, path: [...path, ...inner.path], value: inner.value };
    }
  }
}

/** `<` for `<=`, `and` for `or`, `==` for `!=`. */
export function* operatorsMistaken(content: Content): Generator<Mutant> {
  for (const { doc, path, value } of logic(content)) {
    if (!isObject(value)) continue;
    const [operator = ''] = Object.keys(value);
    for (const other of MISTAKEN[operator] ?? [])
      yield edited({ kind: 'operator changed', what: `${place(doc.json, path)} ${operator} for ${other}` }, doc, {
        path,
        given: {
          [other]: value[operator] ?? null,
        },
      });
  }
}

/** A number one lower, one higher, ten times as large. */
export function* thresholds(content: Content): Generator<Mutant> {
  for (const { doc, path, value } of logic(content)) {
    if (typeof value !== 'number') continue;
    for (const other of [value - 1, value + 1, value * 10])
      if (other !== value)
        yield edited({ kind: 'threshold changed', what: `${place(doc.json, path)} ${value} for ${other}` }, doc, {
          path,
          given: other,
        });
  }
}

/**
 * A value in a comparison is another of the same list of values; a state is another state. Where a definition compares
 * with one value twice, the later comparison is named by its place.
 */
export function* valuesSwapped(content: Content): Generator<Mutant> {
  const states = content.states.map(({ json }) => json['abbr'] ?? '');
  const met = new Set<string>();
  for (const { doc, path, value } of logic(content)) {
    if (typeof value !== 'string' || isName(path)) continue;
    const isState = states.includes(value);
    const among = isState ? states : content.enums.find((list) => list.includes(value) && list.length > 1);
    if (!among) continue;
    const others = [1, ...(isState ? [among.length - 1] : [])].map(
      (step) => among[(among.indexOf(value) + step) % among.length],
    );
    const key = `${doc.name}: ${value}`;
    const where = met.has(key) ? `${place(doc.json, path)} ` : '';
    met.add(key);
    for (const other of new Set(others))
      if (other !== undefined && other !== value)
        yield edited(
          { kind: isState ? 'state swapped' : 'value swapped', what: `${where}${value} for ${String(other)}` },
          doc,
          { path, given: other },
        );
  }
}
/** Whether a text is the name of a fact, rule, table or column, and no value. */
const isName = (path: Path): boolean =>
  path.some(
    (key) =>
      key === 'var' ||
      (key === 'rule' && path.indexOf(key) > 0) ||
      key === 'lookup' ||
      key === 'answered' ||
      key === 'missing' ||
      key === 'agreedToAll',
  );

/** One of several conditions, alternatives or names of a list is forgotten; two branches are exchanged. */
export function* partsForgotten(content: Content): Generator<Mutant> {
  for (const { doc, path, value } of logic(content)) {
    if (!isObject(value)) continue;
    const [operator = ''] = Object.keys(value);
    const parts = listOf(value[operator]);
    if (['and', 'or', 'agreedToAll'].includes(operator) && parts.length > 1) {
      for (const [index, part] of parts.entries())
        yield edited(
          { kind: 'part of a rule forgotten', what: `${place(doc.json, path)} ${operator} without ${brief(part)}` },
          doc,
          { path: [...path, operator, index], given: undefined },
        );
    }
    if (operator === 'in') {
      const among = listOf(parts[1]);
      if (among.length > 1)
        for (const [index, one] of among.entries())
          yield edited(
            { kind: 'part of a rule forgotten', what: `${place(doc.json, path)} in without ${brief(one)}` },
            doc,
            { path: [...path, operator, 1, index], given: undefined },
          );
    }
    if (operator === 'if' && parts.length === 3)
      yield mutant(
        { kind: 'branches swapped', what: `${place(doc.json, path)} branches exchanged` },
        doc,
        put(doc.json, [...path, 'if'], [parts[0] ?? null, parts[2] ?? null, parts[1] ?? null]),
      );
    if (['yearsBetween', 'daysBetween', '<', '<=', '>', '>='].includes(operator) && parts.length === 2)
      yield edited(
        { kind: 'branches swapped', what: `${place(doc.json, path)} ${operator} with its two sides exchanged` },
        doc,
        { path: [...path, operator], given: [parts[1] ?? null, parts[0] ?? null] },
      );
  }
}
