/**
 * What the things of a flow are called: facts by the label of the field that asks them, values by their choice, steps
 * by their title.
 */
import type { Docs, Source } from '../../compile/content.ts';
import { declaredAnswer, schemaBelow } from '../../compile/facts.ts';
import { fieldSource } from '../../compile/field-source.ts';
import { entries, isObject, list, member, text } from '../../compile/json-types.ts';
import type { Unit } from '../../compile/operators/operator.ts';
import { stateFields } from '../../compile/fields-from.ts';
import type { ResolvedFlow } from '../../compile/resolve.ts';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import type { Logic } from '../domain/atoms.ts';
import { listed, lowered, ordinal, plainWords, possessive, quoted, singular } from '../../compile/english.ts';
import { choiceLabel, unitOf, valueText } from './value.ts';

/** A named rule or value: its sentence and what it stands for. */
interface Named {
  readonly says?: string;
  readonly logic?: Logic;
}

export interface Words {
  /** A fact as a noun: `the state`, `the answer to "How often are you paid?"`, `the customer type`. */
  readonly fact: (path: string) => string;
  /** A value of a fact: `Texas`, `$500.00`, `"Payday loan"`, `April 12, 1988`. Without a path: as plain as can be. */
  readonly value: (path: string | undefined, value: unknown) => string;
  /** The fact's JSON Schema with the field's own keys; `{}` when it may be anything. */
  readonly schema: (path: string) => JsonObject;
  /** What the fact is an amount of. */
  readonly unit: (path: string) => Unit;
  /** The label of a checkbox, for a fact that one asks. */
  readonly checkbox: (path: string) => string | undefined;
  /** A field of a step by its label, in quotes. */
  readonly field: (step: string, id: string) => string;
  /** Whether somebody is asked for it. */
  readonly isAnswer: (path: string) => boolean;
  /** The title of a step, `id` or `flow/id`; plain, without quotes. */
  readonly step: (id: string) => string;
  /** An outcome of the flow or of a call: `SUBMIT_APPROVED` -> `submit approved`. */
  readonly outcome: (name: string) => string;
  readonly rule: (name: string) => Named | undefined;
  readonly named: (name: string) => Named | undefined;
  /** The paths that this flow's fields ask. */
  readonly asked: readonly string[];
}

interface Known {
  readonly noun: string;
  readonly schema: JsonObject;
  /** The label as it stands on the page. */
  readonly label: string;
}

/** A step of another flow as it is written, or a page of it: what has its title. */
function writtenPage(steps: Docs, id: string): JsonObject | undefined {
  const [step, page] = id.split('.');
  const found = Object.values(steps).find((one) => one['id'] === step);
  const own = list(found?.['pages']).find((one) => member(one, 'id') === page);
  return isObject(own) ? own : found;
}

/** The words of one flow of one brand. Expects content that `check` accepts; built once, asked often. */
export function wordsOf(source: Source, flow: ResolvedFlow): Words {
  const line = list(flow.flow['line']);
  const place = (id: string): number => (line.includes(id) ? line.indexOf(id) : line.length);
  const steps = Object.entries(flow.steps).sort(([a], [b]) => place(a) - place(b));
  const declared = declarations(source, flow);
  const known = new Map<string, Known>();
  const nouns = new Map<string, string>();
  const schemaOf = (path: string): JsonObject => known.get(path)?.schema ?? declared(path);
  const fact = (path: string): string => known.get(path)?.noun ?? nounOfPath(path, schemaOf(path));
  const filled = (label: string): string =>
    label.replace(/\{\{\s*([^}|\s]+)\s*(?:\|[^}]*)?\}\}/g, (_, path: string) => fact(path));
  const titleOf = (id: string): string => {
    const [first = '', second] = id.split('/');
    const step =
      second === undefined
        ? flow.steps[first]
        : first === flow.id
          ? flow.steps[second]
          : writtenPage(source.flows[first]?.steps ?? {}, second);
    return filled(text(step?.['title']) ?? plainWords(second ?? first));
  };
  const fields = steps.flatMap(([step, doc]) =>
    entries(doc['fields']).flatMap(([id, field]) =>
      isObject(field) ? [labelled(step, id, fieldSource(field, source.fragments))] : [],
    ),
  );
  for (const { id, field, step, label } of fields) {
    const bind = text(field['bind']);
    for (const path of [...(bind === undefined ? [] : [`answers.${bind}`]), `typed.${id}`]) {
      if (known.has(path)) continue;
      const noun = nounOfLabel(
        unitOf({ ...declared(`answers.${bind ?? ''}`), ...field }) === 'money'
          ? label.replace(/,? in cents\b/, '')
          : label,
      );
      const unique =
        path.startsWith('typed.') || (nouns.get(noun) ?? path) === path ? noun : `${noun} (on "${titleOf(step)}")`;
      if (!path.startsWith('typed.')) nouns.set(noun, nouns.get(noun) ?? path);
      known.set(path, { noun: unique, label, schema: { ...declared(`answers.${bind ?? ''}`), ...field } });
    }
  }
  const states = namedRows(source.states);
  const jurisdiction = text(source.facts['jurisdiction']);
  const isState = (path: string): boolean =>
    jurisdiction !== undefined &&
    (path === jurisdiction ||
      path.split('.').at(-1) === jurisdiction.split('.').at(-1) ||
      enumIsStates(schemaOf(path), states));
  return {
    fact: (path) => filled(fact(path)),
    value: (path, value) => {
      if (Array.isArray(value) && value.length > 0)
        return listed(
          value.map((one: Json) => valueWords(path, one)),
          'and',
        );
      return valueWords(path, value);
    },
    schema: schemaOf,
    unit: (path) => unitOf(schemaOf(path)),
    checkbox: (path) => {
      const found = known.get(path);
      return found && unitOf(found.schema) === 'boolean' && found.schema['choices'] === undefined
        ? filled(found.label)
        : undefined;
    },
    field: (step, id) =>
      quoted(filled(fields.find((one) => one.step === step && one.id === id)?.label ?? plainWords(id))),
    isAnswer: (path) => path.startsWith('answers.') || path.startsWith('typed.'),
    step: titleOf,
    outcome: (name) => plainWords(name),
    rule: (name) => named(flow.rules[name], 'rule'),
    named: (name) => named(flow.values[name], 'value'),
    asked: [...known.keys()].filter((path) => path.startsWith('answers.')),
  };

  function valueWords(path: string | undefined, value: unknown): string {
    if (path !== undefined && typeof value === 'string' && isState(path)) return states.get(value) ?? value;
    const schema = path === undefined ? {} : schemaOf(path);
    const label =
      choiceLabel(schema, value) ??
      (typeof value === 'string' && (path === undefined || known.get(path) === undefined)
        ? anyLabel(known, value)
        : undefined);
    if (label !== undefined) return /^[\w-]+$/.test(label) ? label : quoted(filled(label));
    return valueText(value, path === undefined ? 'plain' : unitOf(schema));
  }
}

/** The declared schema of any fact of the flow; `{}` for one that may be anything. */
function declarations(source: Source, flow: ResolvedFlow): (path: string) => JsonObject {
  const results = new Map<string, JsonObject>();
  for (const doc of [...Object.values(flow.steps), ...Object.values(flow.dialogs)]) {
    for (const call of callsIn(doc)) {
      const value = source.operations[text(call['call']) ?? '']?.['value'];
      if (isObject(value)) results.set(text(call['as']) ?? '', value);
    }
  }
  const ofStates = stateFields(source.states);
  return (path) => {
    const [root = '', ...rest] = path.split('.');
    const [first = ''] = rest;
    switch (root) {
      case 'today':
        return { type: 'string', format: 'date' };
      case 'now':
        return { type: 'string', format: 'date-time' };
      case 'values':
        return flow.values[first] ?? {};
      case 'results':
        return below(results.get(first), rest.slice(1)) ?? {};
      case 'answers':
        return (
          declaredAnswer(source, flow, rest.join('.')) ??
          (first === 'stateFields' ? (ofStates.get(rest[1] ?? '') ?? {}) : {})
        );
      default:
        return (
          schemaBelow({ properties: source.facts }, path.split('.')) ?? schemaBelow(source.facts[root], rest) ?? {}
        );
    }
  };
}

/** `schemaBelow` that also enters lists. */
function below(schema: Json | undefined, keys: readonly string[]): JsonObject | undefined {
  const [key, ...rest] = keys;
  if (key !== undefined && /^\d+$/.test(key)) return below(member(schema, 'items'), rest);
  if (key === undefined) return isObject(schema) ? schema : undefined;
  return below(schemaBelow(schema, [key]), rest);
}

/** Calls anywhere in a step or dialog: what `as` names is a result. */
function callsIn(value: Json): readonly JsonObject[] {
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap(callsIn);
  if (!isObject(value)) return [];
  return [
    ...(text(value['call']) === undefined || text(value['as']) === undefined ? [] : [value]),
    ...Object.values(value).flatMap(callsIn),
  ];
}

const labelled = (step: string, id: string, field: JsonObject) => ({
  step,
  id,
  field,
  label: text(field['label']) ?? text(field['title']) ?? plainWords(id),
});

function named(doc: JsonObject | undefined, key: string): Named | undefined {
  if (!doc) return undefined;
  const says = text(doc['says']);
  return { ...(says !== undefined && { says }), logic: doc[key] };
}

function namedRows(states: Source['states']): ReadonlyMap<string, string> {
  return new Map(Object.entries(states).map(([key, row]) => [text(row['abbr']) ?? key, text(row['name']) ?? key]));
}
function enumIsStates(schema: JsonObject, states: ReadonlyMap<string, string>): boolean {
  const values = list(schema['enum']);
  return values.length > 1 && values.every((value) => typeof value === 'string' && states.has(value));
}

/** The label that every field which offers this value gives it. */
function anyLabel(known: ReadonlyMap<string, Known>, value: string): string | undefined {
  const labels = new Set([...known.values()].flatMap(({ schema }) => choiceLabel(schema, value) ?? []));
  return labels.size === 1 ? [...labels][0] : undefined;
}

const LONG = 60;
/** A label as a noun: questions, statements and long labels are quoted. */
function nounOfLabel(label: string): string {
  if (
    /[?!.]$/.test(label) ||
    /^(I|We|Please|Choose|Enter|Send|Select|Tick|Confirm|Where|How|What|When|Which|Who|Why) /.test(label) ||
    label.length > LONG
  )
    return `the answer to ${quoted(label)}`;
  if (label.includes(',')) return quoted(label);
  const plain = label.replace(/ your /g, ' the ').replace(/ my /g, ' the ');
  const own = /^(?:Your|My|your|my) (.+)$/.exec(plain)?.[1];
  if (own !== undefined) return `the applicant's ${lowered(own)}`;
  return `the ${lowered(plain.replace(/^(?:The|A|An) /, ''))}`;
}

/** Who or what a root of the facts speaks of. */
const SUBJECTS: Readonly<Record<string, string>> = {
  session: 'the person',
  payload: 'the event',
  problem: 'the error',
  item: 'the item',
  device: 'the device',
  answers: 'the application',
  results: '',
};

function nounOfPath(path: string, schema: JsonObject): string {
  const parts = path.split('.');
  const [root = '', ...rest] = parts;
  if (parts.length === 1)
    return root === 'today' ? 'today' : root === 'now' ? 'this moment' : SUBJECTS[root] || `the ${plainWords(root)}`;
  const title = text(schema['title']);
  if (title !== undefined) return nounOfLabel(title);
  switch (root) {
    case 'flags':
      return `the setting ${quoted(plainWords(rest.join(' ')))}`;
    case 'cookies':
      return `the cookie ${quoted(rest.join('.'))}`;
    case 'route':
      return rest.length === 1
        ? `the ${plainWords(rest[0] ?? '')}`
        : `${quoted(plainWords(rest.slice(1).join(' ')))} of the address`;
    case 'values':
      return nounOfSays(text(schema['says']) ?? plainWords(rest[0] ?? ''));
    case 'answers':
      return `the ${plainWords(rest.at(-1) ?? '')}`;
    default:
      return nounOfParts(rest, root === 'results' ? '' : (SUBJECTS[root] ?? `the ${plainWords(root)}`));
  }
}

/** The sentence of a derived value up to its first comma, as a noun; cents are shown as dollars. */
function nounOfSays(says: string): string {
  const [head = says] = says.replace(/ in cents\b/, '').split(/[,;]/);
  return /^(The|A|An) /.test(head) ? lowered(head) : `the ${lowered(head)}`;
}

function nounOfParts(parts: readonly string[], subject: string): string {
  const [last = '', ...before] = [...parts].reverse();
  const above = before.reverse();
  if (/^\d+$/.test(last)) {
    const of = nounOfParts(above.slice(0, -1), subject);
    return owned(
      `${ordinal(Number(last))} ${singular(plainWords(above.at(-1) ?? 'item'))}`,
      above.length > 1 ? of : subject,
    );
  }
  return owned(plainWords(last), above.length > 0 ? nounOfParts(above, subject) : subject);
}
/**
 * `the loan offer's apr`, `the text of the denial's first reason`; `the customer type` when the owner is named already.
 */
function owned(what: string, owner: string): string {
  const name = owner.replace(/^the /, '');
  if (owner === '' || what.startsWith(`${name} `) || what === name)
    return what.startsWith('another ') ? what : `the ${what}`;
  return owner.includes("'s ") || owner.includes(' of ') ? `the ${what} of ${owner}` : `${possessive(owner)} ${what}`;
}
