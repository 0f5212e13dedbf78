/** Obligations (compliance/obligations): what must be so before what, for whom. Read from their files for one flow of one brand. */
import type { Source } from '../../compile/content.ts';
import { list, member, text } from '../../compile/json-types.ts';
import type { ResolvedFlow } from '../../compile/resolve.ts';
import type { CompiledFlow, Compute, StepId } from '../../runtime/core/definition.ts';
import type { JsonObject } from '../../runtime/core/facts.ts';
import { overlap, shapeOf } from '../../runtime/core/shape.ts';
import { readsOf, unfold, type Logic } from '../domain/atoms.ts';
import type { Asked } from '../explore/exploration.ts';
import { truthOf } from '../rules/evaluate.ts';
import { namesOf } from '../rules/placed.ts';

/** The moment an obligation looks at: somebody comes to one of these steps, or a consent becomes true, whoever makes it so. */
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
    };

export interface Obligation {
  readonly name: string;
  readonly says: string;
  readonly moment: Moment;
  /** idTag of the document that must have been on a page that was left, or on the page of the moment itself where a consent or an outcome is the moment. */
  readonly shown?: string;
  /** The step that must have been completed on the way. */
  readonly passed?: StepId;
  /** A condition that must hold at the moment. */
  readonly holds?: Logic;
  /** For whom it is: conditions that are all true. Empty: for everybody. */
  readonly scope: readonly Logic[];
  /** State abbreviations and product codes it names; undefined for all. */
  readonly states?: readonly string[];
  readonly products?: readonly string[];
}

/** The obligations of a brand's flow. Expects content that `check` accepts. */
export function obligationsOf(source: Source, resolved: ResolvedFlow, flow: CompiledFlow): readonly Obligation[] {
  return Object.entries(source.obligations).flatMap(([name, doc]) => {
    const moment = momentOf(doc, flow);
    return moment ? [read(source, resolved, { name, doc, moment })] : [];
  });
}

/** Undefined when the obligation is about another flow. */
function momentOf(doc: JsonObject, flow: CompiledFlow): Moment | undefined {
  const before = member(doc, 'before');
  const own = (name: string | undefined): string | undefined =>
    name?.startsWith(`${flow.id}/`) ? name.slice(flow.id.length + 1) : undefined;
  const step = own(text(member(before, 'step')));
  if (step !== undefined) return { kind: 'arrives', steps: new Set([step]), ends: false };
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
  { name, doc, moment }: { readonly name: string; readonly doc: JsonObject; readonly moment: Moment },
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
    return values && path !== undefined ? [{ in: [{ var: path }, values] }] : [];
  };
  const when = rule('when');
  const holds = rule('holds');
  const shown = text(doc['shown']);
  const passed = text(doc['passed'])?.split('/').slice(1).join('/');
  const states = named('states');
  const products = named('products');
  return {
    name,
    says: text(doc['says']) ?? name,
    moment,
    ...(shown !== undefined && { shown }),
    ...(passed !== undefined && { passed }),
    ...(holds !== undefined && { holds }),
    ...(states && { states }),
    ...(products && { products }),
    scope: [...among('jurisdiction', states), ...among('product', products), ...(when === undefined ? [] : [when])],
  };
}

/** Conditions of an obligation: for whom it is, and what it demands of the facts. */
export const conditionsOf = ({ scope, holds }: Obligation): readonly Logic[] => [
  ...scope,
  ...(holds === undefined ? [] : [holds]),
];

/** Whether an obligation is for this applicant: every condition of its scope is true. */
export const applies = ({ scope }: Obligation, facts: unknown): boolean =>
  scope.every((logic) => truthOf(logic, facts) === true);

/** What the explorer has to tell apart for an obligation. */
export function askedBy(obligation: Obligation): Asked {
  const { moment, scope, holds, shown, passed } = obligation;
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
    ...(shown !== undefined && { shown }),
    ...(passed !== undefined && { passed }),
  };
}
