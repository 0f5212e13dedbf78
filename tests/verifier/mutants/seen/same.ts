/** Whether anybody sees a difference between the content as it is and a mutant. */
import type { Loaded } from '../../../../cli/products.ts';
import { survey, type Survey } from '../../../../verifier/explore/survey.ts';
import { OBLIGATIONS } from '../../../../verifier/prove/questions.ts';
import type { ResolvedBrand, ResolvedFlow } from '../../../../compile/resolve.ts';
import type { Json } from '../../../../runtime/core/facts.ts';
import { spots } from '../edit.ts';
import type { Base } from '../base.ts';
import type { Mutant } from '../mutant.ts';
import { rulesOf } from '../../../../verifier/rules/placed.ts';
import { firstDifference } from './lockstep.ts';

export interface Sameness {
  /** What somebody sees otherwise; undefined when nobody was found who does. */
  readonly difference?: string;
  /** What was compared. */
  readonly compared: string;
}

const explored = new WeakMap<ResolvedBrand, Map<string, Survey>>();

/**
 * The exploration of a flow of the unchanged content that tells apart whom the mutant's new conditions and changed
 * state rows tell apart; made once where there are none.
 */
function exploredFor(
  { resolved, products }: Loaded,
  {
    today,
    brand,
    flow,
    changed,
    rows,
  }: {
    readonly today: string;
    readonly brand: ResolvedBrand;
    readonly flow: string;
    readonly changed: ResolvedFlow;
    readonly rows: readonly string[];
  },
): Survey {
  const known = explored.get(brand) ?? new Map<string, Survey>();
  explored.set(brand, known);
  const product = products[brand.id];
  if (!product) throw new Error(`The brand ${brand.id} was not loaded.`);
  const input = { source: resolved.source, brand, product, flow, today, questions: OBLIGATIONS };
  const own = new Set(rulesOf(brand.flows[flow] ?? changed).map(({ logic }) => JSON.stringify(logic)));
  const others = rulesOf(changed)
    .map(({ logic }) => logic)
    .filter((logic) => !own.has(JSON.stringify(logic)));
  const jurisdiction = resolved.source.facts['jurisdiction'];
  if (others.length > 0 || rows.length > 0)
    return survey({ ...input, others, ...(typeof jurisdiction === 'string' && { apart: { [jurisdiction]: rows } }) });
  const made = known.get(flow) ?? survey(input);
  known.set(flow, made);
  return made;
}

/**
 * Whether a flow's files name one of the columns in which the states' rows differ: without its name no page looks one
 * up.
 */
function namesChanged(flow: ResolvedFlow, before: StateRows, after: StateRows): boolean {
  const columns = new Set(
    Object.keys(after).flatMap((state) => {
      const [was, is] = [before[state] ?? {}, after[state] ?? {}];
      return [...Object.keys(was), ...Object.keys(is)].filter(
        (column) => JSON.stringify(was[column]) !== JSON.stringify(is[column]),
      );
    }),
  );
  return [...spots(flow as unknown as Json)].some(
    ({ value }) => typeof value === 'string' && columns.has(value.split('.')[0] ?? ''),
  );
}
type StateRows = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Walks every changed flow in both versions. What holds for all flows (app.json) is not walked, and said to differ. */
export function sameFor({ loaded: before, options }: Base, after: Loaded, { change }: Mutant): Sameness {
  const rows = Object.keys(change).flatMap((file) => /^compliance\/states\/([^/]+)\.json$/.exec(file)?.[1] ?? []);
  let pages = 0;
  let answers = 0;
  for (const brand of Object.values(before.resolved.brands)) {
    const [was, is] = [before.products[brand.id], after.products[brand.id]];
    if (!was || !is) throw new Error(`The brand ${brand.id} is not in both versions.`);
    if (was.app.hash !== is.app.hash)
      return { difference: `${brand.id}: what holds for all flows`, compared: 'app.json' };
    const { states, documents } = is.compliance;
    const compliance = {
      states,
      documents: Object.fromEntries(Object.values(documents).map(({ idTag, hash }) => [idTag, hash])),
    };
    for (const [id, flow] of Object.entries(was.flows)) {
      const other = is.flows[id];
      const resolved = after.resolved.brands[brand.id]?.flows[id];
      if (!other || !resolved) throw new Error(`The flow ${id} is not in both versions.`);
      if (
        flow.hash === other.hash &&
        (was.compliance.hash === is.compliance.hash || !namesChanged(resolved, was.compliance.states, states))
      )
        continue;
      const seen = firstDifference(
        exploredFor(before, { today: options.today, brand, flow: id, changed: resolved, rows }),
        other,
        {
          world: { compliance },
          changed: new Set(
            Object.keys(change).flatMap((file) => /^flows\/[^/]+\/steps\/([^/]+)\.json$/.exec(file)?.[1] ?? []),
          ),
        },
      );
      pages += seen.pages;
      answers += seen.answers;
      if (seen.difference !== undefined)
        return { difference: `${brand.id}/${id} ${seen.difference}`, compared: `${pages} pages` };
    }
  }
  return {
    compared:
      pages === 0
        ? 'no page comes out otherwise: it compiles to the same, or no flow names what differs'
        : `no difference on ${pages} pages and after ${answers} other answers and ways back on them`,
  };
}
