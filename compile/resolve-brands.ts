/** Sources to what holds for one brand: overlays applied, shared rules joined, state-required fields unfolded. */
import type { Json, JsonObject } from '../runtime/core/facts.ts';
import type { Docs, FlowSource, Source } from './content.ts';
import { placeAside } from './aside.ts';
import { unfoldStateFields } from './fields-from.ts';
import { spreadHeader } from './header.ts';
import { list, text } from './json-types.ts';
import { checkKind } from './meta.ts';
import { overlayApp, overlayFlow } from './overlay.ts';
import { leadToPages, spreadPages } from './pages.ts';
import type { ResolvedBrand, ResolvedFlow } from './resolve.ts';
import type { Env, Problem } from './types.ts';
import { withWords } from './words.ts';

/** Every brand with its flows. Overlays that do not fit are problems. */
export function resolveBrands(
  source: Source,
  env: Env,
): { readonly brands: Readonly<Record<string, ResolvedBrand>>; readonly problems: readonly Problem[] } {
  const problems: Problem[] = [];
  const everywhere = withWords(source);
  const brands = Object.values(source.brands).map((brand): ResolvedBrand => {
    const { $schema: _schema, says: _says, flows: only, ...facts } = brand.brand;
    const chosen =
      only === undefined ? Object.keys(source.flows) : list(only).filter((id): id is string => typeof id === 'string');
    const flows = chosen.flatMap((id) => {
      const flow = source.flows[id];
      if (!flow) return [];
      const overlay = brand.overlays[id];
      const resolved = overlay
        ? overlayFlow(joined(flow, brand.id, source), overlay)
        : { flow: joined(flow, brand.id, source), problems: [] };
      problems.push(...resolved.problems, ...(overlay ? misshapen(source, resolved.flow, flow) : []));
      return [[id, placeAside(spreadHeader(unfoldStateFields(resolved.flow, source.states)))] as const];
    });
    const app = brand.app ? overlayApp(everywhere, brand.app) : { app: everywhere, problems: [] };
    problems.push(...app.problems);
    const spread = spreadPages(Object.fromEntries(flows), source.fragments);
    return {
      id: brand.id,
      facts,
      theme: without(brand.theme),
      flags: without(flagsOf(brand.flags, env)),
      app: leadToPages(app.app, spread),
      flows: spread,
    };
  });
  return { brands: Object.fromEntries(brands.map((brand) => [brand.id, brand])), problems };
}

/** The flags of an environment; a machine of its own has those of `dev`, unless the brand has a file for it. */
const flagsOf = (files: Docs, env: Env): JsonObject => files[env] ?? (env === 'local' ? files['dev'] : undefined) ?? {};

/** What an overlay made of steps, dialogs and a flow must have the form of its kind again. */
function misshapen(source: Source, made: ResolvedFlow, base: FlowSource): readonly Problem[] {
  const changed = (docs: Docs, original: Docs, kind: string): readonly Problem[] => {
    const before = new Set(Object.values(original));
    return Object.values(docs).flatMap((doc) => (before.has(doc) ? [] : checkKind(source, kind, doc)));
  };
  return [
    ...checkKind(source, 'flow', made.flow),
    ...changed(made.steps, base.steps, 'step'),
    ...changed(made.dialogs, base.dialogs, 'dialog'),
  ];
}

function joined(flow: FlowSource, brand: string, source: Source): ResolvedFlow {
  const byId = (docs: Docs): Docs =>
    Object.fromEntries(Object.entries(docs).map(([name, doc]) => [text(doc['id']) ?? name, doc]));
  return {
    id: flow.id,
    brand,
    flow: flow.flow,
    steps: byId(flow.steps),
    dialogs: byId(flow.dialogs),
    rules: { ...source.rules, ...flow.rules },
    values: { ...source.values, ...flow.values },
  };
}
function without(doc: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(doc).filter((entry): entry is [string, Json] => entry[0] !== '$schema'));
}
