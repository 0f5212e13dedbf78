/**
 * What a check looks at: the sources, and for each brand and flow everything it uses with the declared world it sees.
 */
import type { JsonObject } from '../runtime/core/facts.ts';
import type { Docs, Source } from './content.ts';
import type { ParsedDocument } from './documents.ts';
import { FactTree } from './fact-tree.ts';
import { list, member, text } from './json-types.ts';
import type { ResolvedBrand, ResolvedFlow } from './resolve.ts';
import type { Options } from './types.ts';
import { Collector, type Uses } from './uses.ts';
import { reached, valuesIn } from './reached.ts';
import { declaredWords } from './words.ts';

/** One flow of one brand, or (without `flow`) the brand's app.json with the shared rules. */
export interface Scene {
  readonly brand: ResolvedBrand;
  readonly flow?: ResolvedFlow;
  readonly rules: Docs;
  readonly values: Docs;
  readonly uses: Uses;
  readonly facts: FactTree;
}
export interface World {
  readonly source: Source;
  readonly brands: Readonly<Record<string, ResolvedBrand>>;
  readonly documents: readonly ParsedDocument[];
  readonly options: Options;
  readonly scenes: readonly Scene[];
}

export function makeWorld(
  {
    source,
    brands,
    documents,
  }: {
    readonly source: Source;
    readonly brands: Readonly<Record<string, ResolvedBrand>>;
    readonly documents: readonly ParsedDocument[];
  },
  options: Options,
): World {
  const scenes = Object.values(brands).flatMap((brand) => scenesOf(brand, source));
  return { source, brands, documents, options, scenes: whereUsed(scenes, documents) };
}

/**
 * Scenes without the rules and values that nothing of their brand leads to and something of another brand does: what
 * those read need not be known everywhere. What nobody uses is looked at in every brand.
 */
function whereUsed(scenes: readonly Scene[], documents: readonly ParsedDocument[]): readonly Scene[] {
  const inDocuments = documents.flatMap(({ source: { text: words } }) => valuesIn(words));
  const usedBy = new Map<object, Set<ResolvedBrand>>();
  for (const scene of scenes)
    for (const doc of reached(scene, inDocuments)) usedBy.set(doc, (usedBy.get(doc) ?? new Set()).add(scene.brand));
  return scenes.map((scene) => {
    const { brand, uses } = scene;
    const isLookedAt = ({ holder }: { readonly holder: object }): boolean => usedBy.get(holder)?.has(brand) ?? true;
    return { ...scene, uses: { ...uses, expressions: uses.expressions.filter(isLookedAt) } };
  });
}

function scenesOf(brand: ResolvedBrand, source: Source): Scene[] {
  const app = new Collector(source.fragments);
  app.app(brand.app, declaredWords(source));
  app.named(source.rules, source.values);
  const flows = Object.values(brand.flows).map((flow) => {
    const uses = new Collector(source.fragments);
    for (const [id, step] of Object.entries(flow.steps)) uses.step(id, step);
    for (const [id, dialog] of Object.entries(flow.dialogs)) uses.dialog(id, dialog);
    uses.named(flow.rules, flow.values);
    uses.stages(flow.flow);
    uses.locks(flow.flow);
    for (const obligation of Object.values(source.obligations))
      if (asks(obligation, flow, uses)) uses.obligation(obligation);
    return { flow, uses };
  });
  // Results outlive a flow, so every flow sees the names that any call of the brand gives.
  const calls = [...app.calls, ...flows.flatMap(({ uses }) => uses.calls)];
  return [
    {
      brand,
      rules: source.rules,
      values: source.values,
      uses: app,
      facts: new FactTree(source, { values: source.values, calls }),
    },
    ...flows.map(({ flow, uses }) => ({
      brand,
      flow,
      rules: flow.rules,
      values: flow.values,
      uses,
      facts: new FactTree(source, { flow, values: flow.values, calls, heard: uses.heard }),
    })),
  ];
}

/** Whether an obligation leaves this brand out: what it says of whom and of what need not be possible there. */
export function leavesOut(obligation: JsonObject, brand: string): boolean {
  const owing = list(obligation['brands']);
  return owing.length > 0 && !owing.includes(brand);
}

/** Whether an obligation speaks of a moment of this flow. */
function asks(obligation: JsonObject, flow: ResolvedFlow, { fields }: Uses): boolean {
  if (leavesOut(obligation, flow.brand)) return false;
  const before = obligation['before'];
  const moment = text(member(before, 'step')) ?? text(member(before, 'outcome'));
  return moment === undefined
    ? fields.some(({ field }) => field['bind'] === member(before, 'consent'))
    : moment.startsWith(`${flow.id}/`);
}
