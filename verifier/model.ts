/** From one brand's resolved content to what the explorer needs to know: rules, representatives, outcomes. */
import type { Source } from '../compile/content.ts';
import { fieldSource, isDynamic } from '../compile/field-source.ts';
import { entries, isObject, list, member, text } from '../compile/json-types.ts';
import type { ResolvedBrand, ResolvedFlow } from '../compile/resolve.ts';
import type { Operation } from '../contract/operation.ts';
import type { Call, CompiledFlow, Compute, Field, StepId } from '../runtime/core/definition.ts';
import type { Json, JsonObject } from '../runtime/core/facts.ts';
import { get } from '../runtime/core/index.ts';
import { overlap, shapeOf } from '../runtime/core/shape.ts';
import { readsOf, type Atom, type Logic } from './domain/atoms.ts';
import { comparedWith, near } from './domain/near.ts';
import { fits, representatives, type FactSchema, type Tables, type Value } from './domain/representatives.ts';
import { sampleOf, variants } from './domain/sample.ts';
import type { Asked, Domain, Sample } from './explore/exploration.ts';
import { SIGNS_IN } from './fixture/signs-in.ts';
import { rulesOf, type PlacedRule } from './rules/placed.ts';
import { triedIn } from './rules/tried.ts';

export interface Model {
  readonly flow: CompiledFlow;
  /** Every condition of the flow, names unfolded. */
  readonly rules: readonly Logic[];
  readonly domain: Domain;
  /** Comparisons of a condition for which the values tried are a sample. */
  readonly sampled: (logic: Logic) => readonly Atom[];
  /** Conditions for which the values tried are a sample; none when they stand for all. */
  readonly samples: readonly Sample[];
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
  /** Conditions whose constants matter besides those of the flow's own rules. */
  readonly others: readonly Logic[];
  /** What obligations need told apart. */
  readonly asked: readonly Asked[];
  readonly today: string;
}

/** Builds the model of one flow of one brand. Expects content that `check` accepts. */
export function modelOf(input: ModelInput): Model {
  const { source, resolved, flow, tables, operations, today } = input;
  const placed = rulesOf(resolved);
  const own = placed.map(({ logic }) => logic);
  const rules = [
    ...own,
    ...input.others,
    ...Object.entries(input.apart).map(([path, values]): Logic => ({ in: [{ var: path }, values] })),
  ];
  const schemas = fieldSchemas(source, resolved);
  const schemaOf = (step: StepId, field: string): FactSchema => schemas.get(`${step}/${field}`) ?? {};
  const written = writtenAnswers(source, resolved.id);
  const answers = new Map<string, ReturnType<Domain['answers']>>();
  const ordinaryOf = (step: StepId, id: string): readonly Value[] => {
    const field = flow.steps[step]?.fields[id];
    return field
      ? unique([...(written.get(`${step}/${id}`) ?? []), ...sampleOf(schemaOf(step, id), field, tables)])
      : [];
  };
  const tried = triedIn({ source, resolved, flow, rules, schemaOf, ordinary: ordinaryOf, tables, today });
  const decided = new Set(tried.rules.flatMap((rule) => [...readsOf(rule)]));
  const valuesOf = (step: StepId, field: Field): ReturnType<Domain['answers']> => {
    const key = `${step}/${field.id}`;
    const known = answers.get(key);
    if (known) return known;
    const schema = schemaOf(step, field.id);
    const path = `answers.${field.bind}`;
    const ordinary = ordinaryOf(step, field.id) as readonly Json[];
    const found = decided.has(path)
      ? {
          values: [
            ...representatives(path, schema, tried.rules, tables, today).values,
            ...tried.valuesOf(path).filter((value) => fits(value, schema)),
          ],
        }
      : undefined;
    // Besides the values that rules name, one that none of them names; where it hangs on facts what is accepted, one for each of those.
    const unnamed = schema.enum ? [] : ordinary.filter((value) => !found?.values.includes(value as never));
    const others = field.dynamic.some(({ keyword }) => keyword === 'pattern') ? unnamed : unnamed.slice(0, 1);
    const values = found && found.values.length > 0 ? unique([...others, ...found.values]) : ordinary;
    const made = { values, each: values !== ordinary && values.length > 1 };
    answers.set(key, made);
    return made;
  };
  const live = [...decided];
  const sides = comparedWith(tried.rules, tried.isSettled);
  // Values tried around others are not themselves tried around: else two answers that are asked again and again would drive each other on for ever.
  let fixed: ReadonlySet<Json> | undefined;
  const isFixed = (value: Json | undefined): boolean => {
    fixed ??= new Set(
      Object.values(flow.steps).flatMap(({ id, fields }) =>
        Object.values(fields).flatMap((field) => valuesOf(id, field).values),
      ),
    );
    return value === undefined || typeof value === 'object' || fixed.has(value);
  };
  return {
    flow,
    rules,
    sampled: tried.sampled,
    samples: [
      ...tried.loose.map(
        ({ step, field, limit }): Sample => ({
          step,
          says: `the limit of the field ${field} of ${step} reads ${[...readsOf(limit)].join(', ')}, of which some values were tried, not all`,
        }),
      ),
      ...placed
        .filter((rule) => decidesWay(rule) && rule.decides !== 'check')
        .flatMap((rule) => {
          const where = rule.step === undefined ? {} : { step: rule.step };
          const sampled = tried
            .sampled(rule.logic)
            .map((atom): Sample => ({ ...where, says: saysSampled(rule, atom) }));
          const told = [...readsOf(rule.logic)].find((path) => toldByEvents(flow, path));
          return told === undefined
            ? sampled
            : [
                ...sampled,
                {
                  ...where,
                  says: `${nameOf(rule)} reads ${told}, which a widget or a row tells, and of that one value was tried`,
                },
              ];
        }),
    ],
    domain: {
      watched: input.watched,
      kept: Object.keys(input.apart).map(
        (path): Compute => ({ reads: [path], of: (facts) => get(facts as unknown as JsonObject, path) }),
      ),
      asked: input.asked,
      near: (field, facts) => {
        const others = sides.get(field.keep === 'never' ? `typed.${field.id}` : `answers.${field.bind}`) ?? [];
        return near(
          others.filter((other) =>
            [...readsOf(other)].every(
              (path) => !path.startsWith('answers.') || isFixed(get(facts as unknown as JsonObject, path)),
            ),
          ),
          facts,
        );
      },
      candidates: (path) => candidatesOf(flow, path, valuesOf, sides),
      sampled: (step, check) => {
        const rule = placed.find((one) => one.id === `step/${step}/check/${check}`);
        const [atom] = rule ? tried.sampled(rule.logic) : [];
        return rule && atom && saysSampled(rule, atom);
      },
      signsIn: (operation) =>
        operations[operation]?.kind === 'identity' && SIGNS_IN.has(operations[operation].action ?? ''),
      world: worldValues(source, live, tried.rules, tables, today),
      answers: valuesOf,
      outcomes: (operation) => outcomesOf(operations[operation]),
      results: (call, outcome) =>
        resultsOf(call, outcome, operations[call.operation], live, tried.rules, tables, today),
      payload: (widget, event) => payloadOf(source, widget, event),
    },
  };
}

/** Whether a condition decides more than words on a page. */
function decidesWay({ decides, holder }: PlacedRule): boolean {
  return (
    decides !== 'stage' &&
    (decides !== 'item' ||
      ['disclosure', 'group', 'widget', 'repeat', 'link', 'fieldsFrom'].some((key) => Object.hasOwn(holder, key)))
  );
}

const nameOf = ({ written, id }: PlacedRule): string =>
  typeof written === 'string' ? `the rule ${written}` : `the condition ${id}`;

/** Whether an answer is set from what a widget's event or a row brings. */
function toldByEvents(flow: CompiledFlow, path: string): boolean {
  return Object.values(flow.steps).some((step) =>
    shapeOf(flow, step).assigned.some(
      (one) =>
        overlap(`answers.${one.path}`, path) && one.value.reads.some((read) => /^(payload|item)(\.|$)/.test(read)),
    ),
  );
}

/** Names the rule and its facts; without a full stop. */
function saysSampled(rule: PlacedRule, { operator, reads }: Atom): string {
  return `${nameOf(rule)} (${operator} over ${reads.filter((path) => path !== 'today').join(', ')}) was asked of some of the values that differ, not of all`;
}

/** Whatever the fields that ask for this answer are given, no answer included; undefined where a field's limits are facts, or the answer is written otherwise. */
function candidatesOf(
  flow: CompiledFlow,
  path: string,
  valuesOf: Domain['answers'],
  sides: ReadonlyMap<string, unknown>,
): readonly (Json | undefined)[] | undefined {
  if (!path.startsWith('answers.')) return undefined;
  const bind = path.slice('answers.'.length);
  const asked = flow.binds[bind] ?? [];
  const fields = asked.map(({ step, field }) => ({ step, field: flow.steps[step]?.fields[field] }));
  if (
    fields.length === 0 ||
    Object.values(flow.steps).some((step) => shapeOf(flow, step).assigned.some((one) => overlap(one.path, bind)))
  )
    return undefined;
  const found: (Json | undefined)[] = [undefined];
  for (const { step, field } of fields) {
    if (
      !field ||
      sides.has(path) ||
      field.default !== undefined ||
      field.normalise.length > 0 ||
      field.dynamic.some(({ keyword }) => keyword !== 'pattern')
    )
      return undefined;
    found.push(...valuesOf(step, field).values);
  }
  return found;
}

/** `step/field` to the field's schema with what it refers to folded in. */
function fieldSchemas(source: Source, resolved: ResolvedFlow): ReadonlyMap<string, FactSchema> {
  const found = new Map<string, FactSchema>();
  for (const [step, doc] of Object.entries(resolved.steps)) {
    for (const [id, field] of entries(doc['fields'])) {
      if (!isObject(field)) continue;
      // A limit that is a fact is asked of the page, where it is known; it is none of the schema's own.
      const merged = fieldSource(field, source.fragments);
      const whole: JsonObject = Object.fromEntries(Object.entries(merged).filter(([key]) => !isDynamic(merged, key)));
      // Choices of their own are all that is accepted, as for the compiler (validationSchema).
      const offered = list(whole['choices']).flatMap((choice) => member(choice, 'value') ?? []);
      found.set(
        `${step}/${id}`,
        offered.length > 0 && whole['enum'] === undefined && whole['type'] !== 'array'
          ? { ...whole, enum: offered }
          : whole,
      );
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

function resultsOf(
  call: Call,
  outcome: string,
  operation: Operation | undefined,
  live: readonly string[],
  rules: readonly Logic[],
  tables: Tables,
  today: string,
): readonly (Json | undefined)[] {
  const schema = operation?.value;
  if (!schema || (outcome !== 'ok' && operation.outcomeAt === undefined)) return [undefined];
  const fixed = statusAt(operation, outcome);
  if (call.as === undefined) return [sampleOf(fixed ? withConst(schema, fixed, outcome) : schema)[0]];
  return variants(
    fixed ? withConst(schema, fixed, outcome) : schema,
    `results.${call.as}`,
    live,
    (path, inner) => representatives(path, inner, rules, tables, today).values,
  );
}

/** The member of the value that names the outcome, when it stands inside the value. */
function statusAt(operation: Operation, outcome: string): string | undefined {
  const { outcomeAt, valueAt } = operation;
  return outcomeAt !== undefined &&
    valueAt !== undefined &&
    outcomeAt.startsWith(`${valueAt}.`) &&
    Object.hasOwn(operation.outcomes, outcome)
    ? outcomeAt.slice(valueAt.length + 1)
    : undefined;
}

function withConst(schema: JsonObject, path: string, value: string): JsonObject {
  const [name = '', ...rest] = path.split('.');
  const properties = member(schema, 'properties');
  const inner = member(properties, name);
  const at = isObject(inner) ? inner : {};
  return {
    ...schema,
    properties: {
      ...(isObject(properties) ? properties : {}),
      [name]: rest.length > 0 ? withConst(at, rest.join('.'), value) : { ...at, const: value },
    },
  };
}

/** Facts of customer, flags, session, application, device and cookies that some rule reads: what they may be. */
function worldValues(
  source: Source,
  live: readonly string[],
  rules: readonly Logic[],
  tables: Tables,
  today: string,
): Readonly<Record<string, readonly Value[]>> {
  const found: Record<string, readonly Value[]> = {};
  for (const path of live) {
    const [root = ''] = path.split('.');
    if (!['customer', 'flags', 'session', 'application', 'cookies', 'device'].includes(root)) continue;
    const schema = schemaAt(source.facts, path);
    if (!schema) continue;
    const values = representatives(path, schema, rules, tables, today).values;
    // Words that no rule names are one more value, where the schema does not list them all.
    const other =
      schema.enum === undefined && values.some((value) => typeof value === 'string')
        ? (sampleOf({ type: 'string' }) as readonly Value[])
        : [];
    found[path] = values.length > 0 ? [...new Set([...values, ...other])] : sampleOf(schema);
  }
  return found;
}

function schemaAt(facts: JsonObject, path: string): FactSchema | undefined {
  let at: Json | undefined = { properties: facts };
  for (const name of path.split('.')) at = member(member(at, 'properties'), name);
  return isObject(at) ? at : undefined;
}

function payloadOf(source: Source, widget: string, event: string): Json | undefined {
  const schema = member(member(source.widgets[widget], 'events'), event);
  return isObject(schema) ? sampleOf(schema)[0] : undefined;
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
