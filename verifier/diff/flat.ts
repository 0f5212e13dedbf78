/** A flow with every name replaced by what it stands for: two flows that are equal in this form differ for nobody. */
import type { Source } from '../../compile/content.ts';
import { fieldSource } from '../../compile/field-source.ts';
import type { Options, Resolved } from '../../compile/index.ts';
import { canonical, entries, isObject } from '../../compile/json-types.ts';
import type { ResolvedBrand, ResolvedFlow } from '../../compile/resolve.ts';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { own } from '../../runtime/core/paths.ts';
import { type Logic, type Names, operation, operatorOf, readsOf, unfold, variable } from '../domain/atoms.ts';
import type { Tables } from '../domain/shape.ts';
import type { Product } from '../fixture/product.ts';
import { namesOf } from '../rules/placed.ts';

/** Keys under which the name of a rule may stand. */
const RULES = new Set(['when', 'entry', 'required', 'hiddenWhen', 'assert', 'holds']);
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
    logicIn: (words) =>
      placesIn(words).flatMap((path) => (path.startsWith('values.') ? [unfold({ var: path }, names)] : [])),
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
  'otherwise',
  'at',
  'tone',
  'track',
  'control',
  'autocomplete',
  'inputMode',
  'mask',
  'options',
  'style',
  'path',
]);
const WORDS = ['copy', 'heading', 'note', 'warning', 'summary', 'disclosure'];

/**
 * One text for everything by which the flow leads people: equal for two flows that differ in words and documents only.
 */
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
const CONSTANT = new Set(['brand', 'today', 'now', 'compliance', 'item', 'payload', 'problem', '']);

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

// Which cells of the compliance tables differ between two versions, and which logic reads one of them.

export type Rows = Readonly<Record<string, JsonObject>>;

export interface Lookup {
  /** The fact that is the key of the table, when it is a plain fact. */
  readonly by: string | undefined;
  readonly column: string;
}

/** Every look-up in unfolded logic. */
export function lookupsIn(logic: Logic, found: Lookup[] = []): readonly Lookup[] {
  if (Array.isArray(logic)) for (const item of logic) lookupsIn(item, found);
  const node = operation(logic);
  if (!node) {
    if (isObject(logic)) for (const inner of Object.values(logic)) lookupsIn(inner, found);
    return found;
  }
  const cell = operatorOf(node.operator)?.cell?.(node.operands);
  if (cell) found.push({ by: variable(cell.key), column: cell.column });
  for (const operand of node.operands) lookupsIn(operand, found);
  return found;
}

export interface ChangedRows {
  /** Whether some row differs in a column that this logic looks up. */
  readonly affects: (logic: Logic) => boolean;
  /** Whether any row differs in any of these columns. */
  readonly any: (columns: Iterable<string>) => boolean;
}

/** Compares the rows in force of two versions. */
export function changedRows(before: Rows, after: Rows): ChangedRows {
  const known = new Map<string, boolean>();
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const differs = (column: string): boolean => {
    const found =
      known.get(column) ?? keys.some((key) => canonical(at(before[key], column)) !== canonical(at(after[key], column)));
    known.set(column, found);
    return found;
  };
  return {
    affects: (logic) => lookupsIn(logic).some(({ column }) => differs(column)),
    any: (columns) => [...columns].some(differs),
  };
}

/** The rows of one version, with what the other says beside it under `other`, so that keys are told apart by both. */
export function joined(mine: Rows, others: Rows): Tables {
  const keys = [...new Set([...Object.keys(mine), ...Object.keys(others)])].sort();
  return {
    states: Object.fromEntries(keys.map((key) => [key, { ...mine[key], other: others[key] ?? null }])),
  };
}

/** Logic of the other version, made to look its columns up under `other`. */
export function asOther(logic: Logic): Logic {
  if (Array.isArray(logic)) return logic.map(asOther);
  const node = operation(logic);
  if (!node) return logic;
  const cell = operatorOf(node.operator)?.cell?.(node.operands);
  return {
    [node.operator]: node.operands.map((one, i) =>
      cell && i === node.operands.lastIndexOf(cell.column) ? `other.${cell.column}` : asOther(one),
    ),
  };
}

// What the comparison takes: the content of one version, resolved, compiled and loaded.

/** What each of the two versions has. */
export interface Both<T> {
  readonly before: T;
  readonly after: T;
}

/** One version of the whole content; what `loadContent` (cli/products.ts) gives is one. */
export interface Surveyed {
  readonly resolved: Resolved;
  /** Brand id to its compiled modules. */
  readonly products: Readonly<Record<string, Product>>;
  readonly options: Options;
}

/** The facts that are the same for everybody in one version of one brand. */
export interface Constants {
  readonly brand: Product['facts'];
  readonly compliance: { readonly states: Product['compliance']['states'] };
  readonly today: string;
  readonly now: string;
}

export function constantsOf(product: Product, today: string): Constants {
  return {
    brand: product.facts,
    compliance: { states: product.compliance.states },
    today,
    now: `${today}T17:00:00.000Z`,
  };
}
