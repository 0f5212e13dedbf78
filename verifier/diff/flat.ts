/** A flow with every name replaced by what it stands for: two flows that are equal in this form differ for nobody. */
import type { Source } from '../../compile/content.ts';
import { fieldSource } from '../../compile/field-source.ts';
import { canonical, entries, isObject } from '../../compile/json-types.ts';
import type { ResolvedBrand, ResolvedFlow } from '../../compile/resolve.ts';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { own } from '../../runtime/core/paths.ts';
import { operation, readsOf, unfold, variable, type Logic, type Names } from '../domain/atoms.ts';
import { namesOf } from '../rules/placed.ts';

/** Keys under which the name of a rule may stand. */
const RULES = new Set(['when', 'required', 'hiddenWhen', 'assert']);
/** Keys that speak to the reader of the file. */
const REMARKS = new Set(['$schema', 'says', 'description', 'examples']);

export interface Flat {
  readonly id: string;
  readonly resolved: ResolvedFlow;
  readonly names: Names;
  readonly flow: JsonObject;
  /** Steps as they were written, with the shared values of their fields folded in. */
  readonly written: ReadonlyMap<string, JsonObject>;
  readonly steps: Readonly<Record<string, JsonObject>>;
  readonly dialogs: Readonly<Record<string, JsonObject>>;
  /** A text as the page gets it: `{{values.x}}` as the logic of x, `{{brand.x}}` as the brand's own words. */
  readonly text: (written: string) => string;
  /** The json-logic behind the `{{values.x}}` of a text. */
  readonly logicIn: (written: string) => readonly Logic[];
}

const PLACE = /\{\{\s*([^}|\s]+)\s*(\|[^}]*)?\}\}/g;

/** Paths that a text's placeholders name, in order. */
function placesIn(written: string): readonly string[] {
  return [...written.matchAll(PLACE)].map((found) => found[1] ?? '');
}

/** The flow in this form. */
export function flatten(source: Source, brand: ResolvedBrand, resolved: ResolvedFlow): Flat {
  const names = namesOf(resolved);
  const textOf = (written: string): string =>
    written.replace(PLACE, (whole: string, path: string, format: string | undefined) => {
      if (path.startsWith('brand.')) return String(at(brand.facts, path.slice('brand.'.length)) ?? '');
      return path.startsWith('values.') ? `{{${canonical(unfold({ var: path }, names))}${format ?? ''}}}` : whole;
    });
  const flat = (value: Json, key = ''): Json => {
    if (typeof value === 'string') return RULES.has(key) ? (unfold({ rule: value }, names) as Json) : textOf(value);
    if (Array.isArray(value)) return (value as readonly Json[]).map((item) => flat(item));
    if (!isObject(value)) return value;
    if (RULES.has(key)) return unfold(value, names) as Json;
    const node = operation(value);
    if (node?.operator === 'rule' || node?.operator === 'var' || variable(value) !== undefined)
      return unfold(value, names) as Json;
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, inner]) => (REMARKS.has(name) ? [] : [[name, flat(inner, name)]])),
    );
  };
  const whole = (step: JsonObject): JsonObject => {
    const fields = entries(step['fields']).map(
      ([id, field]) => [id, isObject(field) ? fieldSource(field, source.fragments) : field] as const,
    );
    return { ...step, ...(fields.length > 0 && { fields: Object.fromEntries(fields) }) };
  };
  const written = new Map(Object.entries(resolved.steps).map(([id, step]) => [id, whole(step)]));
  return {
    id: resolved.id,
    resolved,
    names,
    flow: flat(resolved.flow) as JsonObject,
    written,
    steps: Object.fromEntries([...written].map(([id, step]) => [id, flat(step) as JsonObject])),
    dialogs: Object.fromEntries(
      Object.entries(resolved.dialogs).map(([id, dialog]) => [id, flat(dialog) as JsonObject]),
    ),
    text: textOf,
    logicIn: (written) =>
      placesIn(written).flatMap((path) => (path.startsWith('values.') ? [unfold({ var: path }, names)] : [])),
  };
}

/** One text for everything of the flow that an applicant can meet. */
export function markOf(flat: Flat): string {
  return canonical({ flow: flat.flow, steps: flat.steps, dialogs: flat.dialogs });
}

/** Keys of a step or dialog that are drawn but lead nobody anywhere. */
const DRAWN = new Set([
  'title',
  'stage',
  'label',
  'busyLabel',
  'hint',
  'placeholder',
  'messages',
  'message',
  'at',
  'tone',
  'control',
  'autocomplete',
  'inputMode',
  'mask',
  'options',
  'style',
  'path',
]);
const WORDS = ['copy', 'heading', 'note', 'warning', 'summary', 'disclosure'];

/** One text for everything by which the flow leads people: equal for two flows that differ in words and documents only. */
export function skeletonOf(flat: Flat): string {
  const bare = (value: Json): Json => {
    if (Array.isArray(value))
      return (value as readonly Json[])
        .filter((item) => !isObject(item) || !WORDS.some((word) => word in item) || 'consent' in item)
        .map(bare);
    if (!isObject(value)) return value;
    const kept = Object.entries(value).filter(([key]) => !DRAWN.has(key));
    return Object.fromEntries(kept.map(([key, inner]) => [key, bare(inner)]));
  };
  const { title: _title, stages: _stages, base: _base, ...flow } = flat.flow;
  return canonical(bare({ flow, steps: flat.steps, dialogs: flat.dialogs }));
}

/** Facts that logic reads and that differ between applicants. */
export function variableReads(logics: readonly Logic[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const logic of logics)
    for (const path of readsOf(logic)) if (!CONSTANT.has(path.split('.', 1)[0] ?? '')) found.add(path);
  return found;
}
const CONSTANT = new Set(['brand', 'today', 'now', 'compliance', 'item', 'payload', '']);

/** The value at a dotted path of parsed JSON. */
export function at(value: Json | undefined, path: string): Json | undefined {
  return path
    .split('.')
    .reduce<Json | undefined>(
      (inner, name) =>
        isObject(inner)
          ? own(inner, name)
          : Array.isArray(inner)
            ? (inner as readonly Json[])[Number(name)]
            : undefined,
      value,
    );
}
