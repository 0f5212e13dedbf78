/** From one brand's resolved content to what the explorer needs to know: rules, values of facts, outcomes. */
import { isOneOf } from '../compile/operators/in/index.ts';
import type { Source } from '../compile/content.ts';
import { fieldSource, isDynamic } from '../compile/field-source.ts';
import { draftSchema } from '../compile/facts.ts';
import { entries, isObject, list, member, text } from '../compile/json-types.ts';
import { writtenStep } from '../compile/pages.ts';
import type { ResolvedBrand, ResolvedFlow } from '../compile/resolve.ts';
import type { Operation } from '../contract/operation.ts';
import type { Call, CompiledFlow, Compute, Field, StepId } from '../runtime/core/definition.ts';
import { nothingKnown, type Json, type JsonObject } from '../runtime/core/facts.ts';
import { get } from '../runtime/core/index.ts';
import { refusal } from '../runtime/core/validate.ts';
import { overlap, shapeOf } from '../runtime/core/shape.ts';
import { readsOf, type Atom, type Logic } from './domain/atoms.ts';
import { triedIn } from './domain/asked.ts';
import type { Candidate } from './domain/candidates.ts';
import { shapeOfSchemas, valuesOf as valuesIn, type Classes } from './domain/classes.ts';
import { watched } from './domain/memo.ts';
import { comparedWith, near } from './domain/near.ts';
import { variants, type Variants } from './domain/results.ts';
import { MOST_COMBINED, sampleOf } from './domain/sample.ts';
import { isGuaranteed, schemaAt, shapeFrom, withConst } from './domain/schema.ts';
import { fits, inSteps, type FactShape, type FactWorld, type Tables } from './domain/shape.ts';
import type { Asked, Domain, Sample, SampleOf } from './explore/exploration.ts';
import { pathOf } from './explore/equivalence/order.ts';
import { PROGRESS } from './explore/equivalence/reads.ts';
import { startStatus } from '../contract/generated/statuses.ts';
import { changesPerson, signsIn, tellsState } from '../contract/operation.ts';
import { rulesOf, type PlacedRule } from './rules/placed.ts';

export interface Model {
  readonly flow: CompiledFlow;
  /** Every condition of the flow, names unfolded. */
  readonly rules: readonly Logic[];
  readonly domain: Domain;
  /** Whether calls and events of the flow tell how far the application is, and a condition asks it. */
  readonly isFarTold: boolean;
  /** Comparisons of a condition for which the values tried are a sample. */
  readonly sampled: (logic: Logic) => readonly Atom[];
  /** What a comparison is about, as it is counted among samples. */
  readonly kindOf: (atom: Atom) => SampleOf;
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
  const { source, resolved, flow, tables, operations } = input;
  const placed = rulesOf(resolved);
  const own = placed.map(({ logic }) => logic);
  const rules = [
    ...own,
    ...input.others,
    ...Object.entries(input.apart).map(([path, values]): Logic => isOneOf<Logic>({ var: path }, values)),
  ];
  const schemas = fieldSchemas(source, resolved);
  const schemaOf = (step: StepId, field: string): JsonObject => schemas.get(`${step}/${field}`) ?? {};
  const written = writtenAnswers(source, resolved.id);
  const answers = new Map<string, ReturnType<Domain['answers']>>();
  const ordinaryOf = (step: StepId, id: string): readonly Json[] => {
    const field = flow.steps[step]?.fields[id];
    return field
      ? unique([
          ...(written.get(`${step}/${id}`) ?? written.get(`${writtenStep(step)}/${id}`) ?? []),
          ...sampleOf(schemaOf(step, id), field, tables),
        ])
      : [];
  };
  const world = factWorld(input, schemaOf);
  const ordinary = (path: string): readonly Json[] =>
    (flow.binds[path.slice('answers.'.length)] ?? []).slice(0, 1).flatMap(({ step, field }) => ordinaryOf(step, field));
  const tried = triedIn({ source, resolved, flow, rules, world, ordinary });
  const decided = new Set(tried.rules.flatMap((rule) => [...readsOf(rule)]));
  const { live } = tried;
  /** Whether a rule reads an answer, or one item of it. */
  const isRead = (path: string): boolean => decided.has(path) || [...decided].some((one) => one.startsWith(`${path}.`));
  /** Of an answer with members that something reads, every way they differ. */
  const partsOf = (schema: JsonObject, path: string): Variants | undefined =>
    schema['type'] === 'object' && live.some((read) => read.startsWith(`${path}.`))
      ? variants(schema, path, { read: live, classes: tried.classes })
      : undefined;
  const valuesOf = (step: StepId, field: Field): ReturnType<Domain['answers']> => {
    const key = `${step}/${field.id}`;
    let made = answers.get(key);
    if (!made) {
      const path = pathOf(field);
      const plain = ordinaryOf(step, field.id);
      const shape = shapeFrom(schemaOf(step, field.id));
      const parts = partsOf(schemaOf(step, field.id), path);
      if (parts) {
        answers.set(key, (made = { values: unique([...plain, ...parts.values.map(withoutNull)]), each: true }));
        return made;
      }
      const told = decided.has(path) ? { classes: tried.classes.of(path), beside: tried.valuesOf(path) } : undefined;
      made = told ? answersOf(field, { ...told, plain, shape }) : { values: plain, each: false };
      // Of lists that a person makes and a rule reads, each number of items may differ from the next.
      if (field.item && isRead(path)) made = { values: made.values, each: true };
      answers.set(key, made);
    }
    return made;
  };
  // What an address says of itself in its query, anybody may write there.
  const route = { type: 'object', properties: { query: member(source.facts['route'], 'query') ?? {} } };
  const worldFacts = worldValues({ ...source.facts, route, results: sessionResults(input) }, live, tried.classes);
  // Words on a page decide nothing.
  const asks = [...placed.filter(decidesWay).map(({ logic }) => logic), ...input.others];
  const far = asks.some((rule) => readsOf(rule).has(PROGRESS)) ? valuesIn(tried.classes.of(PROGRESS)) : [];
  const tells = (operation: string, outcome: string): Json | undefined => {
    const asked = operations[operation];
    // A status that the facts do not list is one all the same: nothing of what was so before stands.
    return far.length > 0 && asked && tellsState(asked) && statusAt(asked, outcome) !== undefined ? outcome : undefined;
  };
  const isTold =
    far.length > 0 &&
    callsOfFlow(flow).some(({ operation }) =>
      outcomesOf(operations[operation]).some((outcome) => tells(operation, outcome) !== undefined),
    );
  // Whoever comes into a flow that makes an application has none yet, or one of which nothing was sent.
  const begun = flow.saves === 'application' ? [null, startStatus] : [...far, null];
  const brought = new Map<string, Variants>();
  const resultsOf = (
    call: Call,
    outcome: string,
  ): { readonly values: readonly (Json | undefined)[]; readonly complete: boolean } => {
    const operation = operations[call.operation];
    const schema = operation?.value;
    if (!schema || (outcome !== 'ok' && operation.outcomeAt === undefined))
      return { values: [undefined], complete: true };
    const fixed = statusAt(operation, outcome);
    const whole = fixed === undefined ? schema : withConst(schema, fixed.split('.'), outcome);
    const key = `${call.operation} ${call.as ?? ''} ${outcome}`;
    let made = brought.get(key);
    if (!made)
      brought.set(
        key,
        (made =
          call.as === undefined
            ? { values: sampleOf(whole).slice(0, 1), complete: true }
            : variants(whole, `results.${call.as}`, { read: live, classes: tried.classes })),
      );
    return made;
  };
  const tooMany = callsOfFlow(flow).filter((call) =>
    outcomesOf(operations[call.operation]).some((outcome) => !resultsOf(call, outcome).complete),
  );
  const sides = comparedWith(tried.rules, tried.isSettled);
  // Values tried around others are not themselves tried around: else two answers that are asked again and again would
  // drive each other on for ever.
  let fixed: ReadonlySet<Json> | undefined;
  const isFixed = (value: Json | undefined): boolean => {
    fixed ??= new Set(
      Object.values(flow.steps).flatMap(({ id, fields }) =>
        Object.values(fields).flatMap((field) => valuesOf(id, field).values),
      ),
    );
    return value === undefined || typeof value === 'object' || fixed.has(value);
  };
  const kindOf = ({ reads }: Atom): SampleOf =>
    reads.some((path) => path === 'today' || world.shapeOf(path).format === 'date') ? 'date' : 'comparison';
  return {
    flow,
    rules,
    isFarTold: isTold,
    sampled: tried.sampled,
    kindOf,
    samples: [
      ...worldFacts.samples,
      ...tooMany.map(
        ({ operation }): Sample => ({
          of: 'result',
          says: `the rules read so much of what ${operation} brings that not every combination was tried`,
        }),
      ),
      ...Object.values(flow.steps).flatMap(({ id, fields }) =>
        Object.values(fields)
          .filter((field) => partsOf(schemaOf(id, field.id), pathOf(field))?.complete === false)
          .map(
            (field): Sample => ({
              step: id,
              of: 'question',
              says: `the rules read so much of what the field ${field.id} of ${id} is answered that not every combination was tried`,
            }),
          ),
      ),
      ...Object.values(flow.steps).flatMap(({ id, fields }) =>
        Object.values(fields)
          .filter(
            (field) =>
              list(member(schemaOf(id, field.id)['items'], 'enum')).length > MOST_COMBINED &&
              decided.has(pathOf(field)),
          )
          .map(
            (field): Sample => ({
              step: id,
              of: 'question',
              says: `the field ${field.id} of ${id} offers so many choices together that not every combination was tried`,
            }),
          ),
      ),
      ...Object.values(flow.steps).flatMap(({ id, fields }) =>
        Object.values(fields)
          .filter((field) => field.item && (isRead(pathOf(field)) || !ordinaryOf(id, field.id).some(suits(field))))
          .map(
            (field): Sample => ({
              step: id,
              of: 'list',
              says: `the field ${field.id} of ${id} is a list that the person makes, of which some were tried, not all`,
            }),
          ),
      ),
      ...tried.loose.map(
        ({ step, field, limit }): Sample => ({
          step,
          of: 'limit',
          says: `the limit of the field ${field} of ${step} reads ${[...readsOf(limit)].join(', ')}, of which some values were tried, not all`,
        }),
      ),
      ...placed
        .filter((rule) => decidesWay(rule) && rule.decides !== 'check')
        .flatMap((rule) => {
          const where = rule.step === undefined ? {} : { step: rule.step };
          const sampled = tried
            .sampled(rule.logic)
            .map((atom): Sample => ({ ...where, of: kindOf(atom), says: saysSampled(rule, atom) }));
          const told = [...readsOf(rule.logic)].find((path) => toldByEvents(flow, path));
          return told === undefined
            ? sampled
            : [
                ...sampled,
                {
                  ...where,
                  of: 'fact' as const,
                  says: `${nameOf(rule)} reads ${told}, which a widget or a row tells, and of that one value was tried`,
                },
              ];
        }),
    ],
    domain: {
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
      candidates: (path) =>
        path === PROGRESS && isTold ? [undefined, ...far] : candidatesOf(flow, path, { valuesOf, sides }),
      sampled: (step, check) => {
        const rule = placed.find((one) => one.id === `step/${step}/check/${check}`);
        const [atom] = rule ? tried.sampled(rule.logic) : [];
        return rule && atom && saysSampled(rule, atom);
      },
      signsIn: (operation) =>
        operations[operation]?.kind === 'identity' && signsIn.has(operations[operation].action ?? ''),
      changesPerson: (operation) =>
        operations[operation]?.kind === 'identity' && changesPerson.has(operations[operation].action ?? ''),
      progress: (id, record) => {
        const { poll } =
          (record.by === 'event' && flow.steps[id]?.listen.find(({ channel }) => channel === record.channel)) || {};
        const told =
          record.by === 'event'
            ? { operation: flow.steps[id]?.load[poll ?? -1]?.operation ?? '', name: record.event }
            : 'outcome' in record
              ? record.outcome
              : undefined;
        const asked = told && operations[told.operation];
        return asked && tellsState(asked) ? told.name : undefined;
      },
      tells,
      world: isTold ? { ...worldFacts.values, [PROGRESS]: begun } : worldFacts.values,
      answers: valuesOf,
      outcomes: (operation) => outcomesOf(operations[operation]),
      results: (call, outcome) => resultsOf(call, outcome).values,
      resultsNamed: (name) => {
        const bring = callsOfFlow(flow).filter(({ as }) => as === name);
        const isHeard = Object.values(flow.steps).some(({ listen }) => listen.some(({ as }) => as === name));
        return bring.length === 0 || isHeard
          ? undefined
          : bring.flatMap((call) =>
              [...new Set([...outcomesOf(operations[call.operation]), ...Object.keys(call.on)])].flatMap(
                (outcome) => resultsOf(call, outcome).values,
              ),
            );
      },
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

/**
 * Whatever the fields that ask for this answer are given, no answer included; undefined where a field's limits are
 * facts, or the answer is written otherwise.
 */
function candidatesOf(
  flow: CompiledFlow,
  path: string,
  { valuesOf, sides }: { readonly valuesOf: Domain['answers']; readonly sides: ReadonlyMap<string, unknown> },
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
function fieldSchemas(source: Source, resolved: ResolvedFlow): ReadonlyMap<string, JsonObject> {
  const found = new Map<string, JsonObject>();
  for (const [step, doc] of Object.entries(resolved.steps)) {
    for (const [id, field] of entries(doc['fields'])) {
      if (!isObject(field)) continue;
      // A limit that is a fact is asked of the page, where it is known; it is none of the schema's own.
      const merged = fieldSource(field, source.fragments);
      const whole: JsonObject = Object.fromEntries(Object.entries(merged).filter(([key]) => !isDynamic(merged, key)));
      const item = whole['item'];
      if (isObject(item)) {
        found.set(`${step}/${id}`, { ...whole, items: { type: 'object', properties: partSchemas(item, source) } });
        continue;
      }
      // Choices of their own are all that is accepted, as for the compiler (validationSchema).
      const offered = list(whole['choices']).flatMap((choice) => member(choice, 'value') ?? []);
      found.set(
        `${step}/${id}`,
        offered.length > 0 && whole['enum'] === undefined
          ? whole['type'] === 'array'
            ? { ...whole, items: { enum: offered } }
            : { ...whole, enum: offered }
          : whole,
      );
    }
  }
  return found;
}

/** Whether a list suits its field whatever else is answered. */
const suits =
  (field: Field) =>
  (value: Json): boolean =>
    field.item?.reads.length === 0 && refusal(field, value, nothingKnown) === undefined;

/** What the questions of an item take, by the part they write. */
function partSchemas(item: JsonObject, { fragments }: Source): JsonObject {
  return Object.fromEntries(
    entries(item['fields']).flatMap(([, written]) => {
      if (!isObject(written)) return [];
      const part = fieldSource(written, fragments);
      const offered = list(part['choices']).flatMap((choice) => member(choice, 'value') ?? []);
      return [[String(part['bind']), offered.length > 0 ? { ...part, enum: offered } : part] as const];
    }),
  );
}

/** Declared outcomes; `ok` for an operation whose good answer has no name of its own. */
function outcomesOf(operation: Operation | undefined): readonly string[] {
  if (!operation) return ['ok'];
  const declared = Object.keys(operation.outcomes);
  // A stand-in names its outcome, and `ok` without declaring it.
  if (operation.standIn) return [...new Set(['ok', ...declared])];
  return operation.outcomeAt !== undefined || declared.includes('ok') ? declared : ['ok', ...declared];
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

/**
 * Facts of the person and the world that some rule reads: what they may be, missing (null) where nobody guarantees
 * them.
 */
function worldValues(
  facts: JsonObject,
  live: readonly string[],
  classes: Classes,
): { readonly values: Readonly<Record<string, readonly Json[]>>; readonly samples: readonly Sample[] } {
  const values: Record<string, readonly Json[]> = {};
  const samples: Sample[] = [];
  for (const path of live) {
    const way = path.split('.');
    if (!WORLD.has(way[0] ?? '')) continue;
    const root: JsonObject = { type: 'object', required: [...WORLD], properties: facts };
    if (way[0] === 'results' && schemaAt(root, way.slice(0, 2)) === undefined) continue; // a call of the flow brings it
    const schema = schemaAt(root, way);
    if (!schema) continue;
    if (live.some((other) => other.startsWith(`${path}.`))) {
      samples.push({
        of: 'fact',
        says: `whether there is any ${path} at all is asked beside its parts, which were tried one by one`,
      });
      continue;
    }
    const shape = shapeFrom(schema);
    const found =
      shape.type === 'array' ? [[], ...sampleOf(schema)] : classes.of(path).flatMap(({ value }) => value ?? []);
    values[path] = [
      ...(found.length > 0 ? unique(found) : sampleOf(schema)),
      ...(isGuaranteed(root, way) ? [] : [null]),
    ];
  }
  return { values, samples };
}

/** What a field is given: a value of each class; of texts that no rule names, the first that the field accepts. */
function answersOf(
  field: Field,
  {
    classes,
    beside,
    plain,
    shape,
  }: {
    readonly classes: readonly Candidate[];
    readonly beside: readonly Json[];
    readonly plain: readonly Json[];
    readonly shape: FactShape;
  },
): ReturnType<Domain['answers']> {
  const ordered = shape.type === 'number' || shape.type === 'integer' || shape.format === 'date';
  const listed = shape.enum !== undefined || shape.type === 'boolean';
  const named = classes.flatMap(({ value, many }) =>
    value === undefined || value === '' || (many && !ordered) ? [] : [value],
  );
  // Beside what rules name, what none of them names; where it hangs on facts what is accepted, one for each of those.
  const others = listed
    ? []
    : [...plain, ...classes.flatMap(({ value, many }) => (many && value !== undefined && !ordered ? [value] : []))];
  const unnamed = others.filter((value) => !named.includes(value));
  const first = ordered && named.length > 0 ? unnamed.slice(0, 1) : unnamed;
  const values = unique([
    ...first,
    ...named,
    ...inSteps(named, shape),
    ...beside.filter((value) => fits(value, shape)),
  ]);
  const patterned = field.dynamic.some(({ keyword }) => keyword === 'pattern');
  return {
    values: values.length > 0 ? values : plain,
    each: values.length > 1,
    ...(!ordered && !listed && unnamed.length > 0 && { open: { values: new Set(unnamed), whole: patterned } }),
    ...(ordered && { between: true }),
  };
}

const WORLD = new Set(['customer', 'flags', 'session', 'application', 'cookies', 'device', 'results', 'route']);

/** What app.json loads for the session, as a schema: nobody guarantees that any of it came. */
function sessionResults({ brand, operations }: Pick<ModelInput, 'brand' | 'operations'>): JsonObject {
  const loaded = list(member(brand.app['session'], 'load')).flatMap((call) => {
    const name = text(member(call, 'as'));
    const value = operations[text(member(call, 'call')) ?? '']?.value;
    return name === undefined || value === undefined ? [] : [[name, value] as const];
  });
  return { type: 'object', properties: Object.fromEntries(loaded) };
}

/** What every fact of the flow can be, as far as it is declared. */
function factWorld(
  { source, brand, flow, tables, operations, resolved, today }: ModelInput,
  schemaOf: (step: StepId, field: string) => JsonObject,
): FactWorld {
  const calls = callsOfFlow(flow);
  const declared: JsonObject = { properties: source.facts };
  const session = sessionResults({ brand, operations });
  const schemasAt = (path: string): readonly (JsonObject | undefined)[] => {
    const [root = '', ...way] = path.split('.');
    if (root === 'results') {
      const ofSession = schemaAt(session, way);
      return [
        ...(ofSession === undefined ? [] : [ofSession]),
        ...calls
          .filter(({ as }) => as === way[0])
          .map(({ operation }) => schemaAt(operations[operation]?.value ?? {}, way.slice(1))),
      ];
    }
    if (root === 'draft') return [schemaAt(draftSchema(resolved) ?? {}, way)];
    if (root !== 'answers') return [schemaAt(declared, [root, ...way])];
    const asking = Object.entries(flow.binds).flatMap(([bind, fields]) => {
      const under =
        bind === way.join('.')
          ? []
          : path.startsWith(`answers.${bind}.`)
            ? path.slice(`answers.${bind}.`.length).split('.')
            : undefined;
      return under ? fields.map(({ step, field }) => schemaAt(schemaOf(step, field), under)) : [];
    });
    const own = resolved.flow['answers'];
    return asking.length > 0
      ? asking
      : [(isObject(own) ? schemaAt(own, way) : undefined) ?? schemaAt(declared, [root, ...way])];
  };
  const shapes = new Map<string, FactShape>();
  const find = (path: string): FactShape => {
    const known = shapes.get(path);
    if (known) return known;
    const made = shape(path);
    shapes.set(path, made);
    return made;
  };
  const shape = (path: string): FactShape => {
    if (path === 'today') return { enum: [today] };
    if (path.startsWith('brand.')) {
      const value = get(brand.facts, path.slice('brand.'.length));
      return { enum: value === undefined ? [] : [value] };
    }
    if (path.startsWith('typed.')) return { type: 'string' };
    const found = schemasAt(path);
    return found.length === 0 || found.includes(undefined)
      ? {}
      : shapeOfSchemas(found.map((schema) => shapeFrom(schema ?? {})));
  };
  return watched({ shapeOf: find, tables, today });
}

/** Every call of a flow, wherever it is made. */
function callsOfFlow(flow: CompiledFlow): readonly Call[] {
  const of = ({ calls }: { readonly calls: readonly Call[] }): readonly Call[] => calls;
  return [
    ...Object.values(flow.steps).flatMap((step) => [
      ...step.load,
      ...step.actions.flatMap(of),
      ...shapeOf(flow, step).widgets.flatMap(({ item }) => Object.values(item.events).flatMap(of)),
    ]),
    ...Object.values(flow.dialogs).flatMap(({ actions }) => actions.flatMap(of)),
  ];
}

function payloadOf(source: Source, widget: string, event: string): Json | undefined {
  const schema = member(member(source.widgets[widget], 'events'), event);
  return isObject(schema) ? sampleOf(schema)[0] : undefined;
}

/** What fixtures answer in a flow, by field: it is among what is tried, so that a verdict is about it, too. */
export const answersIn = (source: Source, flow: string): Json =>
  [...writtenAnswers(source, flow)].map(([field, values]) => [field, unique(values)]).sort();

/** `step/field` to the answers that fixtures give there: what a test author holds for ordinary. */
function writtenAnswers(source: Source, flow: string): ReadonlyMap<string, readonly Json[]> {
  const found = new Map<string, Json[]>();
  for (const fixture of Object.values(source.flows[flow]?.fixtures ?? {})) {
    for (const act of list(fixture['do'])) {
      const [, step] = text(member(act, 'at'))?.split('/') ?? [];
      for (const [field, value] of entries(member(act, 'answer'))) {
        // What only the executors make of it: a secret, a file.
        if (step === undefined || ['typed', 'files'].some((word) => member(value, word) !== undefined)) continue;
        const key = `${step}/${field}`;
        found.set(key, [...(found.get(key) ?? []), value]);
      }
    }
  }
  return found;
}

/** An answer leaves out what is missing. */
const withoutNull = (value: Json): Json =>
  isObject(value)
    ? Object.fromEntries(entries(value).flatMap(([name, one]) => (one === null ? [] : [[name, withoutNull(one)]])))
    : value;

function unique(values: readonly Json[]): readonly Json[] {
  const seen = new Set<string>();
  return values.filter((value) => {
    const mark = JSON.stringify(value);
    return seen.has(mark) ? false : seen.add(mark);
  });
}
