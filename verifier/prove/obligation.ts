/**
 * Obligations (compliance/obligations): what must be so before what, for whom. Read from their files for one flow of
 * one brand.
 */
import { isOneOf } from '../../compile/operators/in/index.ts';
import { equal } from '../../compile/operators/equal/index.ts';
import type { Source } from '../../compile/content.ts';
import { leavesOut } from '../../compile/world.ts';
import { isObject, list, member, text } from '../../compile/json-types.ts';
import type { ResolvedFlow } from '../../compile/resolve.ts';
import type { CompiledFlow, Compute, StepId } from '../../runtime/core/definition.ts';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { get, pagesOf } from '../../runtime/core/index.ts';
import { overlap, shapeOf } from '../../runtime/core/shape.ts';
import { readsOf, unfold, type Logic } from '../domain/atoms.ts';
import type { Asked, Memory } from '../explore/exploration.ts';
import { shownOnce, since, type Change } from '../explore/equivalence/memory.ts';
import { isCompleted } from '../../runtime/core/completed.ts';
import { agreementsOf } from './agreements.ts';
import { truthOf } from '../../compile/operators/evaluate.ts';
import { namesOf } from '../rules/placed.ts';

/**
 * The moment an obligation looks at: somebody comes to one of these steps, or a consent becomes true, whoever makes it
 * so.
 */
type Moment =
  | {
      readonly kind: 'arrives';
      readonly steps: ReadonlySet<StepId> /** The page come to counts as shown: the journey ends there. */;
      readonly ends: boolean;
    }
  | {
      readonly kind: 'consents';
      /** Path below the answers. */
      readonly bind: string;
      readonly fields: readonly { readonly step: StepId; readonly field: string }[];
      /** Steps on which it is asked, or set by an action or an event. */
      readonly steps: ReadonlySet<StepId>;
    }
  /** Being anywhere: somebody can go on from there, or it is an outcome. */
  | { readonly kind: 'stands'; readonly steps: ReadonlySet<StepId>; readonly ends: boolean };

export interface Obligation {
  readonly name: string;
  readonly says: string;
  readonly moment: Moment;
  /**
   * idTag of the document that must have been on a page that was left, or on the page of the moment itself where a
   * consent or an outcome is the moment.
   */
  readonly shown?: string;
  /** Documents any of which counts as the one that must be shown or agreed to; empty where none is demanded. */
  readonly tags: readonly string[];
  /** The step that must have been completed on the way. */
  readonly passed?: StepId;
  /**
   * idTag of the document that must have been agreed to: a box beside it or in a list of documents, ticked by the
   * person. `holds` says that one is.
   */
  readonly agreed?: string;
  /** Paths below the answers of the boxes by which that is agreed to. */
  readonly boxes: readonly string[];
  /** Sentences that the document must say, word for word. */
  readonly contains: readonly string[];
  /** Facts that must stand in its text, or beside it on each of its pages. */
  readonly figures: readonly string[];
  /** What makes earlier showing, passing and agreeing count for nothing. */
  readonly since?: Change;
  /** What has to be remembered of the way for it. */
  readonly memory?: Memory;
  /** A condition that must hold at the moment. */
  readonly holds?: Logic;
  /** For whom it is: conditions that are all true. Empty: for everybody. */
  readonly scope: readonly Logic[];
  /** It is asked though nobody wrote it (standing.ts). */
  readonly standing?: true;
  /** It leaves the brand of the flow out: nobody whom it is for may come to its moment. */
  readonly leftOut?: true;
  /** Why it is broken for whoever comes to a step, where the content alone says so: a sentence each. */
  readonly because?: Readonly<Record<StepId, readonly string[]>>;
  /** State abbreviations and product codes it names; undefined for all. */
  readonly states?: readonly string[];
  readonly products?: readonly string[];
}

/** Blanks of a text are one each, whatever lines it is written in. */
export const plain = (said: string): string => said.replace(/\s+/g, ' ').trim();

/** The obligations of a brand's flow. Expects content that `check` accepts. */
export function obligationsOf(source: Source, resolved: ResolvedFlow, flow: CompiledFlow): readonly Obligation[] {
  return Object.entries(source.obligations).flatMap(([name, doc]) => {
    const moment = momentOf(doc, flow);
    return moment ? [read(source, resolved, { name, doc, flow, moment })] : [];
  });
}

/** Undefined when the obligation is about another flow. */
function momentOf(doc: JsonObject, flow: CompiledFlow): Moment | undefined {
  const before = member(doc, 'before');
  const own = (name: string | undefined): string | undefined =>
    name?.startsWith(`${flow.id}/`) ? name.slice(flow.id.length + 1) : undefined;
  const step = own(text(member(before, 'step')));
  // A step with pages is come to on its first page.
  if (step !== undefined) return { kind: 'arrives', steps: new Set(pagesOf(flow, step).slice(0, 1)), ends: false };
  const outcome = own(text(member(before, 'outcome')));
  if (outcome !== undefined)
    return {
      kind: 'arrives',
      steps: new Set(
        Object.values(flow.steps)
          .filter((one) => one.outcome === outcome)
          .map(({ id }) => id),
      ),
      ends: true,
    };
  const bind = text(member(before, 'consent'));
  if (bind === undefined) return undefined;
  const fields = flow.binds[bind] ?? [];
  const sets = Object.values(flow.steps).filter((one) =>
    shapeOf(flow, one).assigned.some(({ path }) => overlap(path, bind)),
  );
  const steps = new Set([...fields.map((field) => field.step), ...sets.map(({ id }) => id)]);
  return steps.size > 0 ? { kind: 'consents', bind, fields, steps } : undefined;
}

function read(
  source: Source,
  resolved: ResolvedFlow,
  {
    name,
    doc,
    flow,
    moment,
  }: { readonly name: string; readonly doc: JsonObject; readonly flow: CompiledFlow; readonly moment: Moment },
): Obligation {
  const names = namesOf(resolved);
  const rule = (key: string): Logic | undefined => {
    const written = doc[key];
    return written === undefined ? undefined : unfold(typeof written === 'string' ? { rule: written } : written, names);
  };
  const named = (key: string): readonly string[] | undefined => {
    const values = list(doc[key]).filter((value): value is string => typeof value === 'string');
    return values.length === 0 || values.includes('*') ? undefined : values;
  };
  const among = (fact: string, values: readonly string[] | undefined): readonly Logic[] => {
    const path = text(source.facts[fact]);
    return values && path !== undefined ? [isOneOf<Json>({ var: path }, values)] : [];
  };
  const when = rule('when');
  const shown = text(doc['shown']);
  const page = text(doc['passed'])?.split('/').slice(1).join('/');
  // A step with pages is passed when its last page is.
  const passed = page === undefined ? undefined : pagesOf(flow, page).at(-1);
  const agreed = text(doc['agreed']);
  const boxes = agreementsOf(resolved, flow).flatMap(({ idTag, bind }) => (idTag === agreed ? bind : []));
  const texts = (key: string): readonly string[] => list(doc[key]).map((one) => plain(String(one)));
  const [contains, figures] = [texts('contains'), texts('figures')];
  const written = doc['since'];
  const change = isObject(written)
    ? { facts: list(written['facts']).map(String), outcomes: list(written['outcomes']).map(String) }
    : undefined;
  const states = named('states');
  const products = named('products');
  const tags = shown === undefined ? [] : [shown];
  const condition = rule('holds');
  const whom = {
    name,
    says: text(doc['says']) ?? name,
    moment,
    ...(states && { states }),
    ...(products && { products }),
    scope: [...among('jurisdiction', states), ...among('product', products), ...(when === undefined ? [] : [when])],
  };
  if (leavesOut(doc, resolved.brand)) return { ...whom, ...NOBODY, tags: [], contains: [], figures: [], boxes: [] };
  return {
    ...whom,
    ...(shown !== undefined && { shown }),
    ...(passed !== undefined && { passed }),
    ...(agreed !== undefined && { agreed }),
    tags: agreed === undefined ? tags : [agreed],
    contains,
    figures,
    ...(condition !== undefined && { holds: condition }),
    ...demanding(flow, { name, change, tags, boxes, agreed: agreed !== undefined, passed }),
  };
}
/** What is asked of a brand that owes nothing: its moment never comes. */
const NOBODY = { leftOut: true, holds: false } as const;

/** Conditions of an obligation: for whom it is, and what it demands of the facts. */
export const conditionsOf = ({ scope, holds }: Obligation): readonly Logic[] => [
  ...scope,
  ...(holds === undefined ? [] : [holds]),
];

/** Whether an obligation is for this applicant: every condition of its scope is true. */
export const applies = ({ scope }: Obligation, facts: unknown): boolean =>
  scope.every((logic) => truthOf(logic, facts) === true);

/** Roots of facts that only what is answered on the way makes otherwise, once they are known. */
const LASTING = new Set(['answers', 'brand', 'compliance', 'flags', 'today']);

/**
 * What the explorer has to tell apart for an obligation.
 * @param consents paths below the answers of the consents of its flow: what is true there may count for nothing
 */
export function askedBy(obligation: Obligation, consents: ReadonlySet<string>): Asked {
  const { moment, scope, holds, memory, passed, since: change } = obligation;
  const reads = [...new Set(conditionsOf(obligation).flatMap((logic) => [...readsOf(logic)]))];
  const lasts = (path: string): boolean =>
    LASTING.has(path.split('.', 1)[0] ?? '') && ![...consents].some((bind) => overlap(path, `answers.${bind}`));
  const settles = moment.kind !== 'stands' && !change && passed === undefined && reads.every(lasts);
  const compute = (logics: readonly Logic[], of: Compute['of']): Compute => ({
    reads: [...new Set(logics.flatMap((logic) => [...readsOf(logic)]))],
    of,
  });
  return {
    scope: [
      compute(scope, (facts) => applies(obligation, facts)),
      ...(holds === undefined ? [] : [compute([holds], (facts) => truthOf(holds, facts) === true)]),
    ],
    at: [...moment.steps],
    ...(moment.kind === 'arrives' && { arrives: true }),
    ...(memory && { memory }),
    ...(passed !== undefined && { passed }),
    ...(settles && { settles }),
  };
}

interface Demand {
  readonly name: string;
  readonly change: Change | undefined;
  /** Documents any of which must be shown. */
  readonly tags: readonly string[];
  /** Whether a document must be agreed to. */
  readonly agreed: boolean;
  /** Paths of the boxes by which the document is agreed to. */
  readonly boxes: readonly string[];
  readonly passed?: StepId | undefined;
}

/** What follows from a demand: what is remembered for it, and what must hold where something is to be agreed to. */
export function demanding(
  flow: CompiledFlow,
  demand: Demand,
): Pick<Obligation, 'boxes' | 'since' | 'memory' | 'holds'> {
  const { change, agreed, boxes } = demand;
  const memory = memoryOf(flow, demand);
  return {
    boxes,
    ...(change && { since: change }),
    ...(memory && { memory }),
    // Where no page asks to agree to the document nobody does.
    ...(agreed && {
      holds: boxes.length > 0 && { or: boxes.map((bind) => equal<Json>({ var: `answers.${bind}` }, true)) },
    }),
  };
}

/** What has to be remembered of the way; undefined where facts and records say everything. */
function memoryOf(flow: CompiledFlow, { name, change, tags, passed, boxes }: Demand): Memory | undefined {
  if (!change) return tags.length === 0 ? undefined : shownOnce(tags);
  const asks = (id: StepId, answers: JsonObject): boolean =>
    Object.values(flow.steps[id]?.fields ?? {}).some((field) =>
      boxes.some((bind) => overlap(bind, field.bind) && get(answers, bind) === true),
    );
  return since(flow, change, {
    name: `${name} since`,
    tags,
    renewed: ({ from: { state }, after, shown: seen }) =>
      tags.length > 0
        ? tags.some((idTag) => seen.includes(idTag))
        : Object.entries(after.journey).some(
            ([id, record]) =>
              state.journey[id] !== record &&
              (id === passed || asks(id, after.answers)) &&
              isCompleted(flow, id, record),
          ),
  });
}
