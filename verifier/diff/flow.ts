/** One flow of one brand in two versions: explored once each, with the values that matter to either, and compared. */
import { schemaBelow } from '../../compile/facts.ts';
import { canonical, text } from '../../compile/json-types.ts';
import type { CompiledFlow, Compute, Step } from '../../runtime/core/definition.ts';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { facts, get } from '../../runtime/core/index.ts';
import { shapeOf } from '../../runtime/core/shape.ts';
import type { Logic } from '../domain/atoms.ts';
import type { Tables } from '../domain/shape.ts';
import { toldApart, worldOf } from '../domain/told-apart.ts';
import type { Asked } from '../explore/search/explore.ts';
import { stepGraph } from '../explore/step-graph.ts';
import { NO_QUESTIONS, type Survey, survey } from '../explore/survey.ts';
import { Lately } from '../explore/lately.ts';
import { listed, quoted } from '../../compile/english.ts';
import { type Comings, Space, comingsIn, isFlag, isFree, isKept, profilesIn } from './comings.ts';
import { type Finding, findingsOf, unmetOf } from './findings.ts';
import {
  type Flat,
  type Rows,
  type Surveyed,
  asOther,
  changedRows,
  constantsOf,
  flatten,
  joined,
  lookupsIn,
  markOf,
  skeletonOf,
  variableReads,
} from './flat.ts';
import type { Again } from '../explore/exploration.ts';
import { type ChangedItem, changedIn, logicsOfItem } from './items.ts';
import type { Both } from './flat.ts';

export interface FlowCompared {
  readonly findings: readonly Finding[];
  readonly before: Flat;
  readonly after: Flat;
  /** Columns and constants by which keys of the tables are told apart: what a key in a group stands for. */
  readonly rules: readonly Logic[];
  /** States looked at, of both versions. */
  readonly states: number;
  /** Items written otherwise of which nothing was found, because nobody was found who meets them. */
  readonly unmet: readonly ChangedItem[];
  /** Why not everything was looked at; undefined when it was. */
  readonly inexact: string | undefined;
  readonly again: Again;
}

export interface Place {
  readonly brand: string;
  readonly id: string;
  /** What came again in this flow of another brand. */
  readonly again?: Again | undefined;
}
/** @param goOn asked now and then; false interrupts, and what was found is then a part */
export function compareFlow(
  { before, after }: Both<Surveyed>,
  { brand, id, again }: Place,
  goOn: (states: number) => boolean,
): FlowCompared | undefined {
  const [was, is] = [sideOf(before, brand, id), sideOf(after, brand, id)];
  const rows = changedRows(was.rows, is.rows);
  const sameBrand = canonical(was.product.facts) === canonical(is.product.facts);
  const tables = rows.any(new Set([...columnsOf(was.flat), ...columnsOf(is.flat)]));
  if (markOf(was.flat) === markOf(is.flat) && sameBrand && !tables) return undefined;
  const changed = changedIn(was.flat, is.flat, rows);
  const logicOf = (side: 'before' | 'after'): readonly Logic[] => [
    ...changed.decisions.flatMap(({ rule, side: of }) => (of === side ? [rule.logic] : [])),
    ...changed.items.flatMap((item) =>
      logicsOfItem({
        before: side === 'before' ? item.before : undefined,
        after: side === 'after' ? item.after : undefined,
      }),
    ),
  ];
  const [own, others] = [logicOf('before'), logicOf('after')];
  const told = [...variableReads([...own, ...others])].sort();
  const said = new Map(
    told.map((path) => [
      path,
      new Set(changed.items.flatMap((item) => (variableReads(logicsOfItem(item)).has(path) ? item.page : []))),
    ]),
  );
  const first = explored(was, { own, theirs: others, told, said, other: tables ? is.rows : undefined, again }, goOn);
  const same = !tables && sameBrand && skeletonOf(was.flat) === skeletonOf(is.flat);
  const second = same
    ? { ...first, resolved: is.flat.resolved }
    : explored(
        is,
        { own: others, theirs: own, told, said, other: tables ? was.rows : undefined, again: first.exploration.again },
        goOn,
      );
  const allTables = tables ? joined(was.rows, is.rows) : { states: was.rows };
  const apart = (logic: readonly Logic[]): ReturnType<typeof toldApart> => toldOf(logic, allTables, was.surveyed);
  const free = apart([...own, ...others]);
  const spaceOf = spaces([first, second], {
    kept: told.filter(isKept),
    free: (path) => twoOf(free(path).values),
  });
  const compared = {
    before: sided(was, first),
    after: sided(is, second),
    changed,
    named: text(after.resolved.source.facts['jurisdiction']),
    spaceOf,
    apartBy: (logic: readonly Logic[]) => {
      const known = apart(logic);
      return (path: string) => (known(path).sampled === undefined ? twoOf(known(path).values) : undefined);
    },
  };
  const findings = findingsOf(compared);
  return {
    findings,
    unmet: unmetOf(compared, findings),
    before: was.flat,
    after: is.flat,
    rules: [...first.model.rules, ...second.model.rules],
    states: first.exploration.nodes.length + second.exploration.nodes.length,
    inexact: untried([first, second], is),
    again: second.exploration.again,
  };
}

/** What was not tried, without the reasons that only an engineer understands; undefined when everything was. */
function untried(surveys: readonly Survey[], { flat }: Version): string | undefined {
  if (surveys.some(({ exploration }) => !exploration.complete))
    return 'there were too many situations to look at all of them';
  const samples = surveys.flatMap((one) => one.samples);
  const pages = new Set(
    samples.flatMap(({ step }) =>
      step === undefined ? [] : [quoted(text(flat.written.get(step)?.['title']) ?? step)],
    ),
  );
  const anywhere = samples.some(({ step }) => step === undefined) ? ['not every combination of answers was tried'] : [];
  const onPages =
    pages.size > 0
      ? [
          `not everything that may be answered or happen was tried on the page${pages.size > 1 ? 's' : ''} ${listed([...pages], 'and')}`,
        ]
      : [];
  return listed([...anywhere, ...onPages], 'and') || undefined;
}

/**
 * Tells states apart by the fact's value: an answer until the page that asks it is left, what calls bring for the whole
 * journey. On a page that says something else by what a call brought, whoever comes back is asked of as well.
 * @param said pages on which something that reads the fact differs
 */
function askedApart(flow: CompiledFlow, path: string, said: ReadonlySet<string>): readonly Asked[] {
  const value: Compute = { reads: [path], of: (seen) => get(seen as unknown as JsonObject, path) };
  if (isKept(path)) {
    const bears = ({ id }: Step): boolean =>
      said.has(id) || shapeOf(flow, flow.steps[id] as Step).dialogs.some((dialog) => said.has(`dialog/${dialog}`));
    const [here, elsewhere] = [true, false].map((is) =>
      Object.values(flow.steps).flatMap((step) => (bears(step) === is ? step.id : [])),
    ) as [string[], string[]];
    return [
      { scope: [value], at: here },
      { scope: [value], at: elsewhere, apart: true },
    ];
  }
  const asking = new Set((flow.binds[path.replace(/^answers\./, '')] ?? []).map(({ step }) => step));
  const at = stepGraph(flow)
    .edges.filter(({ from }) => asking.has(from))
    .map(({ to }) => to);
  return at.length > 0 ? [{ scope: [value], at, apart: true }] : [];
}

interface Version {
  readonly surveyed: Surveyed;
  readonly brand: string;
  readonly id: string;
  readonly flat: Flat;
  readonly rows: Rows;
  readonly product: Surveyed['products'][string];
}

function sideOf(surveyed: Surveyed, brandId: string, id: string): Version {
  const brand = surveyed.resolved.brands[brandId];
  const resolved = brand?.flows[id];
  const product = surveyed.products[brandId];
  if (!brand || !resolved || !product)
    throw new Error(`The brand ${brandId} has no flow ${id}; compare only what both versions have.`);
  return {
    surveyed,
    brand: brandId,
    id,
    flat: flatten(surveyed.resolved.source, brand, resolved),
    rows: product.compliance.states,
    product,
  };
}

/** Columns that anything in the flow looks up, by itself or through a named value. */
function columnsOf(flat: Flat): ReadonlySet<string> {
  return new Set(
    lookupsIn([
      flat.steps,
      flat.dialogs,
      flat.flow,
      ...Object.values(flat.resolved.values).map((value) => value['value']),
    ]).map(({ column }) => column),
  );
}

/**
 * Explorations by compiled flow and by what they were asked to tell apart: one version is compared with many others.
 */
const known = new Lately<Survey>();

interface Asking {
  readonly own: readonly Logic[];
  readonly theirs: readonly Logic[];
  readonly told: readonly string[];
  /** Fact to the pages on which something that reads it differs. */
  readonly said: ReadonlyMap<string, ReadonlySet<string>>;
  readonly other: Rows | undefined;
  readonly again: Again | undefined;
}
function explored(
  { surveyed, brand, id, product, rows }: Version,
  { own, theirs, told, said, other, again }: Asking,
  goOn: (states: number) => boolean,
): Survey {
  const resolved = surveyed.resolved.brands[brand];
  const flow = product.flows[id];
  if (!resolved || !flow) throw new Error(`The brand ${brand} has no flow ${id}.`);
  const others = [
    ...new Map(
      [...own, ...theirs.map((logic) => (other ? asOther(logic) : logic)), ...(other ? own.map(asOther) : [])].map(
        (logic) => [canonical(logic), logic],
      ),
    ).values(),
  ];
  const tables = other && joined(rows, other);
  const key = canonical([
    others as Json,
    told.map((path) => [path, ...(said.get(path) ?? [])]),
    tables ? (tables as unknown as Json) : null,
    surveyed.options.today,
  ]);
  const found = known.find(flow, key);
  if (found) return found;
  const one = survey({
    source: surveyed.resolved.source,
    brand: resolved,
    product,
    flow: id,
    today: surveyed.options.today,
    // Obligations are nothing people see; without them fewer states differ.
    questions: NO_QUESTIONS,
    asked: told.flatMap((path) => askedApart(flow, path, said.get(path) ?? new Set())),
    others,
    ...(tables && { tables }),
    ...(again && { again }),
    goOn,
  });
  if (one.exploration.complete) known.keep(flow, key, one);
  return one;
}

function sided(
  version: Version,
  one: Survey,
): {
  readonly flat: Flat;
  readonly constants: ReturnType<typeof constantsOf>;
  readonly comings: (space: Space) => Comings;
  readonly asSet: ((space: Space) => Comings) | undefined;
} {
  const reading = (flags?: JsonObject): ((space: Space) => Comings) => {
    const read = new Map<Space, Comings>();
    return (space) => {
      const comings = read.get(space) ?? comingsIn(one, profilesIn(one, space, flags));
      read.set(space, comings);
      return comings;
    };
  };
  return {
    flat: version.flat,
    constants: constantsOf(version.product, version.surveyed.options.today),
    comings: reading(),
    asSet: Object.keys(one.model.domain.world).some(isFlag) ? reading(version.product.flags) : undefined,
  };
}

interface Telling {
  readonly kept: readonly string[];
  /** Values of what no exploration meets. */
  readonly free: (path: string) => readonly Json[];
}

/** What the logic tells apart in the tables and on the day of a version. */
function toldOf(
  logic: readonly Logic[],
  tables: Tables,
  { resolved, options }: Surveyed,
): ReturnType<typeof toldApart> {
  const declared = { properties: resolved.source.facts };
  const schemaOf = (path: string): JsonObject | undefined => schemaBelow(declared, path.split('.'));
  return toldApart(logic, worldOf({ schemaOf, tables, today: options.today }));
}
/** Two values where nothing tells any apart. */
const twoOf = (values: readonly Json[]): readonly Json[] => (values.length > 0 ? values : ['one', 'other']);

/** Spaces of facts with every value that either exploration met. */
function spaces(surveys: readonly Survey[], { kept, free }: Telling): (paths: ReadonlySet<string>) => Space {
  const met = new Map<string, Map<string, Json>>();
  const meet = (path: string, value: Json): void => {
    const values = met.get(path) ?? new Map<string, Json>();
    met.set(path, values.set(canonical(value), value));
  };
  for (const { flow, exploration, model } of surveys) {
    for (const [path, values] of Object.entries(model.domain.world)) for (const value of values) meet(path, value);
    for (const node of kept.length > 0 ? exploration.nodes : []) {
      const seen = facts(flow, node.state) as unknown as JsonObject;
      for (const path of kept) {
        const value = get(seen, path);
        if (value !== undefined) meet(path, value);
      }
    }
    for (const { move } of [...exploration.legs, ...exploration.nodes]) {
      for (const act of move?.acts ?? []) {
        if ('answer' in act)
          for (const [field, value] of Object.entries(act.answer))
            meet(`answers.${flow.steps[act.at]?.fields[field]?.bind ?? ''}`, value);
        if ('given' in act) for (const [path, value] of Object.entries(act.given)) meet(path, value);
      }
    }
  }
  const made = new Map<string, Space>();
  return (paths) => {
    const sorted = [...paths].sort();
    const key = sorted.join('\u0000');
    const space =
      made.get(key) ??
      new Space(
        new Map(
          sorted.map((path) => [
            path,
            isFree(path) || isKept(path)
              ? valuesOf(met.get(path), free(path))
              : [...(met.get(path)?.values() ?? free(path))],
          ]),
        ),
      );
    made.set(key, space);
    return space;
  };
}

function valuesOf(met: ReadonlyMap<string, Json> | undefined, more: readonly Json[]): readonly Json[] {
  return [
    ...new Map([
      ...(met ?? new Map<string, Json>()),
      ...more.map((value) => [canonical(value), value] as const),
    ]).values(),
  ];
}
