/** From one brand's resolved content to what the explorer needs to know: rules, representatives, outcomes. */
import type { Source } from '../compile/content.ts';
import { entries, isObject, list, member, text } from '../compile/json-types.ts';
import type { ResolvedBrand, ResolvedFlow } from '../compile/resolve.ts';
import type { Operation } from '../compile/types.ts';
import type { Call, CompiledFlow, Field, StepId } from '../runtime/core/definition.ts';
import type { Json, JsonObject } from '../runtime/core/facts.ts';
import { readsOf, type Logic } from './domain/atoms.ts';
import { representatives, type FactSchema, type Tables, type Value } from './domain/representatives.ts';
import { sampleOf, variants } from './domain/sample.ts';
import type { Domain } from './explore/explore.ts';
import { rulesOf } from './rules/placed.ts';

export interface Model {
  readonly flow: CompiledFlow;
  /** Every condition of the flow, names unfolded. */
  readonly rules: readonly Logic[];
  readonly domain: Domain;
  /** Reasons why the values tried are a sample, filled as fields are asked; empty when they stand for all. */
  readonly sampled: ReadonlySet<string>;
}

export interface ModelInput {
  readonly source: Source;
  readonly brand: ResolvedBrand;
  readonly resolved: ResolvedFlow;
  readonly flow: CompiledFlow;
  readonly tables: Tables;
  readonly operations: Readonly<Record<string, Operation>>;
  readonly watched: ReadonlySet<string>;
  /** Facts that must be told apart whatever the flow's rules read: path to the values that matter. */
  readonly apart: Readonly<Record<string, readonly string[]>>;
  readonly today: string;
}

/** Builds the model of one flow of one brand. Expects content that `check` accepts. */
export function modelOf(input: ModelInput): Model {
  const { source, resolved, flow, tables, operations, today } = input;
  const own = rulesOf(resolved).map(({ logic }) => logic);
  const rules = [...own, ...Object.entries(input.apart).map(([path, values]): Logic => ({ in: [{ var: path }, values] }))];
  const sampled = new Set<string>();
  const schemas = fieldSchemas(source, resolved);
  const written = writtenAnswers(source, resolved.id);
  const answers = new Map<string, ReturnType<Domain['answers']>>();
  const decided = new Set(rules.flatMap((rule) => [...readsOf(rule)]));
  const valuesOf = (step: StepId, field: Field): ReturnType<Domain['answers']> => {
    const key = `${step}/${field.id}`;
    const known = answers.get(key);
    if (known) return known;
    const schema = schemas.get(key) ?? {};
    const path = `answers.${field.bind}`;
    const ordinary = unique([...(written.get(key) ?? []), ...sampleOf(schema, field, tables)]);
    const found = decided.has(path) ? representatives(path, schema, rules, tables, today) : undefined;
    if (found && !found.exact) sampled.add(found.why ?? path);
    const made = found && found.values.length > 1 ? { values: unique([...ordinary.slice(0, schema.enum ? 0 : 1), ...found.values]), each: true } : { values: ordinary, each: false };
    answers.set(key, made);
    return made;
  };
  const live = [...decided];
  return {
    flow,
    rules,
    sampled,
    domain: {
      watched: input.watched,
      kept: Object.keys(input.apart),
      world: worldValues(source, live, rules, tables, today),
      answers: valuesOf,
      outcomes: (operation) => outcomesOf(operations[operation]),
      results: (call, outcome) => resultsOf(call, outcome, operations[call.operation], live, rules, tables, today),
      payload: (widget, event) => payloadOf(source, widget, event),
    },
  };
}

/** `step/field` to the field's schema with what it refers to folded in. */
function fieldSchemas(source: Source, resolved: ResolvedFlow): ReadonlyMap<string, FactSchema> {
  const found = new Map<string, FactSchema>();
  for (const [step, doc] of Object.entries(resolved.steps)) {
    for (const [id, field] of entries(doc['fields'])) {
      if (!isObject(field)) continue;
      const fragment = source.fragments[text(field['$ref'])?.replace('/values/', '') ?? ''] ?? {};
      found.set(`${step}/${id}`, { ...fragment, ...field } as FactSchema);
    }
  }
  return found;
}

/** Declared outcomes; `ok` for an operation whose good answer has no name of its own. */
function outcomesOf(operation: Operation | undefined): readonly string[] {
  if (!operation) return ['ok'];
  const declared = Object.keys(operation.outcomes);
  return operation.outcomeAt !== undefined || declared.includes('ok') ? declared : ['ok', ...declared];
}

function resultsOf(call: Call, outcome: string, operation: Operation | undefined, live: readonly string[], rules: readonly Logic[], tables: Tables, today: string): readonly (Json | undefined)[] {
  const schema = operation?.value;
  if (!schema || (outcome !== 'ok' && operation.outcomeAt === undefined)) return [undefined];
  const fixed = statusAt(operation, outcome);
  if (call.as === undefined) return [sampleOf(fixed ? withConst(schema, fixed, outcome) : (schema as FactSchema))[0]];
  return variants(fixed ? withConst(schema, fixed, outcome) : schema, `results.${call.as}`, live, (path, inner) => representatives(path, inner, rules, tables, today).values);
}

/** The member of the value that names the outcome, when it stands inside the value. */
function statusAt(operation: Operation, outcome: string): string | undefined {
  const { outcomeAt, valueAt } = operation;
  return outcomeAt !== undefined && valueAt !== undefined && outcomeAt.startsWith(`${valueAt}.`) && Object.hasOwn(operation.outcomes, outcome) ? outcomeAt.slice(valueAt.length + 1) : undefined;
}

function withConst(schema: JsonObject, path: string, value: string): JsonObject {
  const [name = '', ...rest] = path.split('.');
  const properties = member(schema, 'properties');
  const inner = member(properties, name);
  const at = isObject(inner) ? inner : {};
  return { ...schema, properties: { ...(isObject(properties) ? properties : {}), [name]: rest.length > 0 ? withConst(at, rest.join('.'), value) : { ...at, const: value } } };
}

/** Facts of customer, flags, session, application, device and cookies that some rule reads: what they may be. */
function worldValues(source: Source, live: readonly string[], rules: readonly Logic[], tables: Tables, today: string): Readonly<Record<string, readonly Value[]>> {
  const found: Record<string, readonly Value[]> = {};
  for (const path of live) {
    const [root = ''] = path.split('.');
    if (!['customer', 'flags', 'session', 'application', 'cookies', 'device'].includes(root)) continue;
    const schema = schemaAt(source.facts, path);
    if (!schema) continue;
    const values = representatives(path, schema, rules, tables, today).values;
    found[path] = values.length > 0 ? values : (sampleOf(schema) as readonly Value[]);
  }
  return found;
}

function schemaAt(facts: JsonObject, path: string): FactSchema | undefined {
  let at: Json | undefined = { properties: facts };
  for (const name of path.split('.')) at = member(member(at, 'properties'), name);
  return isObject(at) ? (at as FactSchema) : undefined;
}

function payloadOf(source: Source, widget: string, event: string): Json | undefined {
  const schema = member(member(source.widgets[widget], 'events'), event);
  return isObject(schema) ? sampleOf(schema as FactSchema)[0] : undefined;
}

/** `step/field` to the answers that fixtures give there: what a test author holds for ordinary. */
function writtenAnswers(source: Source, flow: string): ReadonlyMap<string, readonly Json[]> {
  const found = new Map<string, Json[]>();
  for (const fixture of Object.values(source.flows[flow]?.fixtures ?? {})) {
    for (const act of list(fixture['do'])) {
      const [, step] = text(member(act, 'at'))?.split('/') ?? [];
      for (const [field, value] of entries(member(act, 'answer'))) {
        if (step === undefined || member(value, 'typed') !== undefined) continue;
        const key = `${step}/${field}`;
        found.set(key, [...(found.get(key) ?? []), value]);
      }
    }
  }
  return found;
}

function unique(values: readonly Json[]): readonly Json[] {
  const seen = new Set<string>();
  return values.filter((value) => {
    const mark = JSON.stringify(value);
    return seen.has(mark) ? false : seen.add(mark);
  });
}
