/** Every obligation of the compliance room asked of every brand. Pure: the caller brings compiled flows and a clock for the budget. */
import type { Source } from '../../compile/content.ts';
import { isObject, list, member, text } from '../../compile/json-types.ts';
import type { ResolvedBrand } from '../../compile/resolve.ts';
import type { JsonObject } from '../../runtime/core/facts.ts';
import { get } from '../../runtime/core/index.ts';
import type { Product } from '../fixture/product.ts';
import { survey, type Survey } from '../explore/survey.ts';
import { fixtureOf, wayTo } from '../explore/way.ts';
import { prove, type Obligation, type Verdict } from './obligation.ts';

export interface Finding {
  readonly obligation: string;
  readonly says: string;
  readonly brand: string;
  readonly verdict: Exclude<Verdict['kind'], 'broken'> | 'broken';
  /** States of the exploration, and moments at which the obligation was asked. */
  readonly states: number;
  readonly moments: number;
  readonly why?: string;
  /** A runnable fixture. */
  readonly counterexample?: JsonObject;
}

/**
 * @param names obligations to prove; all when empty
 * @param today calendar date in force
 * @param goOn asked with the number of states found; false interrupts
 */
export function proveAll(source: Source, brand: ResolvedBrand, product: Product, names: readonly string[], today: string, goOn: (flow: string, states: number) => boolean): readonly Finding[] {
  const chosen = Object.entries(source.obligations).filter(([name]) => names.length === 0 || names.includes(name));
  const flows = new Map<string, [string, JsonObject][]>();
  for (const entry of chosen) {
    const [flow = ''] = before(entry[1])?.split('/') ?? [];
    if (brand.flows[flow]) flows.set(flow, [...(flows.get(flow) ?? []), entry]);
  }
  return [...flows].flatMap(([flow, entries]) => findingsOf(source, brand, product, flow, entries, today, (states) => goOn(flow, states)));
}

const before = (obligation: JsonObject): string | undefined => text(member(obligation['before'], 'step')) ?? text(member(obligation['before'], 'outcome')) ?? text(member(obligation['before'], 'consent'));

function findingsOf(source: Source, brand: ResolvedBrand, product: Product, id: string, entries: readonly [string, JsonObject][], today: string, goOn: (states: number) => boolean): readonly Finding[] {
  const jurisdiction = text(source.facts['jurisdiction']);
  const productPath = text(source.facts['product']);
  const apart: Record<string, readonly string[]> = {};
  const named = (key: string): string[] => [...new Set(entries.flatMap(([, doc]) => list(doc[key]).filter((item): item is string => typeof item === 'string' && item !== '*')))];
  if (jurisdiction !== undefined) apart[jurisdiction] = named('states');
  if (productPath !== undefined) apart[productPath] = named('products');
  const watched = new Set(entries.map(([, doc]) => text(doc['shown']) ?? ''));
  const explored = survey({ source, brand, product, flow: id, today, watched, apart, goOn });
  return entries.map(([name, doc]) => finding(name, doc, explored, (answers) => inScope(doc, answers, jurisdiction, productPath)));
}

function inScope(doc: JsonObject, answers: unknown, jurisdiction: string | undefined, product: string | undefined): boolean {
  const among = (key: string, path: string | undefined): boolean => {
    const wanted = list(doc[key]);
    if (path === undefined || wanted.length === 0 || wanted.includes('*')) return true;
    const value = get(answers as JsonObject, path.slice('answers.'.length));
    return value !== undefined && wanted.includes(value);
  };
  return among('states', jurisdiction) && among('products', product);
}

function finding(name: string, doc: JsonObject, { brand, flow, exploration, inexact, clock }: Survey, applies: Obligation['applies']): Finding {
  const asked = doc['before'];
  if (!isObject(asked)) throw new Error(`Obligation ${name} says nothing under "before"; run check.`);
  const verdict = prove(flow, exploration, { name, says: text(doc['says']) ?? name, before: asked as unknown as Obligation['before'], shown: text(doc['shown']) ?? '', applies }, inexact);
  const base = { obligation: name, says: text(doc['says']) ?? name, brand, verdict: verdict.kind, states: exploration.nodes.length };
  if (verdict.kind === 'broken') return { ...base, moments: 1, counterexample: fixtureOf(`Counterexample: ${base.says}`, brand, flow.id, clock, [...wayTo(verdict.leg.from), verdict.leg.move]) };
  return { ...base, moments: verdict.kind === 'vacuous' ? 0 : verdict.moments, ...(verdict.kind === 'tried' && { why: verdict.why }) };
}
