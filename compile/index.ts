/**
 * Content in; compiled modules, or problems with their places and remedies, out. Pure: the caller brings the files
 * (`disk.ts`) and writes the modules (`load.ts`).
 */
import { readSource } from './content.ts';
import { parseDocument, type ParsedDocument } from './documents.ts';
import { runChecks, runConcerns, runUnasked, UNASKED } from './checks/index.ts';
import { writeApp } from './emit/app.ts';
import { writeCompliance } from './emit/compliance.ts';
import { writeFlow } from './emit/flow.ts';
import { writeStandIns } from './emit/stand-ins.ts';
import { booleanQuery, cookieAges, declaredAnswer, sensitiveParams } from './facts.ts';
import { kit } from './kit.ts';
import { checkMeta } from './meta.ts';
import { assuringOperations, movingOperations, operationsOf, quotedOperations } from './operations.ts';
import { byCause } from './one-cause.ts';
import { inOrder } from './order.ts';
import { atTheirCause, atTheirCauseLater, isOfAll, type Told } from './overlay-cause.ts';
import { columnsIn } from './fields-from.ts';
import { list, member, text } from './json-types.ts';
import { resolveBrands } from './resolve-brands.ts';
import type { ResolvedBrand } from './resolve.ts';
import type { BrandContent, Compiled, Files, Options, Problem } from './types.ts';
import type { Source } from './content.ts';
import { makeWorld, type World } from './world.ts';

export type * from './types.ts';
export { inOrder } from './order.ts';

/**
 * Everything the compiler knows before it writes modules: sources with places, brands with overlays applied, parsed
 * documents.
 */
export interface Resolved {
  readonly source: Source;
  readonly brands: Readonly<Record<string, ResolvedBrand>>;
  readonly documents: readonly ParsedDocument[];
  /** What the checks looked at; absent when the files could not even be read. */
  readonly world?: World;
  readonly problems: readonly Problem[];
}

/** Reads, checks and resolves; `problems` are in the order of files and lines. */
export function resolveContent(files: Files, options: Options): Resolved {
  const { source, problems: unreadable } = readSource(files);
  const shape = [...unreadable, ...checkMeta(source)];
  // What has not the form of its kind would make the checks say the same again in worse words.
  if (shape.length > 0) return { source, brands: {}, documents: [], problems: inOrder(shape) };
  const judged = judge(source, options);
  if (judged.problems.length === 0) return judged;
  // What an overlay takes away, something may still read: told with what is refused for it, and never by itself.
  const all = ({ world, problems }: Resolved): readonly Problem[] => [...problems, ...(world ? runUnasked(world) : [])];
  const problems = atTheirCause(all(judged), source, (changed) => all(judge(changed.source, options)));
  const told = problems.filter((problem) => problem.code !== UNASKED || !isOfAll(problem));
  return { ...judged, problems: inOrder(byCause(told)) };
}

/** Resolves and checks sources that have the form of their kinds. */
function judge(source: Source, options: Options): Resolved {
  const read = unchecked(source, options);
  return read.world ? { ...read, problems: runChecks(read.world) } : read;
}

/** Resolves sources that have the form of their kinds: the problems are those of reading them. */
function unchecked(source: Source, options: Options): Resolved {
  const { brands, problems } = resolveBrands(source, options.env);
  const parsed = source.documents.map((document) => parseDocument(document));
  const documents = parsed.flatMap((one) => (one.document ? [one.document] : []));
  const found = [...problems, ...parsed.flatMap((one) => one.problems)];
  if (found.length > 0) return { source, brands, documents, problems: inOrder(found) };
  return { source, brands, documents, world: makeWorld({ source, brands, documents }, options), problems: [] };
}

/**
 * What compiles all the same but should be mended: what nothing uses, what is not in force. For `check`; a server does
 * not refuse to start for it.
 * @param ownSchemas whether `schemas/` belongs to this content; other content folders only borrow it and need not use
 *   all of it
 */
export function concernsOf(resolved: Resolved, ownSchemas: boolean): readonly Problem[] {
  const { source, world } = resolved;
  if (!world) return [];
  // What nothing uses is seen in content that something else is wrong with, too.
  const concerns = atTheirCause(runConcerns(world, ownSchemas), source, (changed) => {
    const other = unchecked(changed.source, world.options).world;
    return other && runConcerns(other, ownSchemas);
  });
  return inOrder(byCause(concerns));
}

/**
 * Problems of content that compiles, told at the overlay that makes them where one does.
 * @param again what finds them in other content
 */
export function blamed(
  { source, world }: Resolved,
  problems: readonly Problem[],
  again: (other: Resolved) => readonly Problem[],
): readonly Problem[] {
  if (!world || problems.length === 0) return problems;
  return atTheirCause(problems, source, (changed) => {
    const other = judge(changed.source, world.options);
    return other.problems.length > 0 ? undefined : again(other);
  });
}

/**
 * The same for problems that take time to look for.
 * @param again what finds them in other content, in which these brands differ
 */
export async function blamedLater(
  { source, world }: Resolved,
  problems: readonly Problem[],
  again: (other: Resolved, brands: readonly string[]) => Promise<readonly Problem[]>,
): Promise<Told> {
  const overlaid = Object.values(source.brands).some(({ overlays, app }) => app || Object.keys(overlays).length > 0);
  if (!world || !overlaid || !problems.some(isOfAll)) return { problems, from: new Map() };
  return atTheirCauseLater(problems, source, async (changed) => {
    const other = judge(changed.source, world.options);
    return other.problems.length > 0 ? undefined : again(other, changed.brands);
  });
}

/** Compiles everything. `content` is there only when nothing is wrong. */
export function compileContent(files: Files, options: Options): Compiled {
  return compileResolved(resolveContent(files, options), options);
}

/** Compiles what `resolveContent` gave for the same options, for who needs both. */
export function compileResolved(resolved: Resolved, options: Options): Compiled {
  if (resolved.problems.length > 0) return { problems: resolved.problems };
  const made = kit();
  const operations = operationsOf(resolved.source);
  const kinds = Object.fromEntries(Object.values(operations).map((operation) => [operation.name, operation.kind]));
  const brands = Object.entries(resolved.brands).map(
    ([id, brand]) => [id, compileBrand(brand, resolved, { options, kinds, kitHash: made.hash })] as const,
  );
  const standIns = writeStandIns(resolved.source.operations, made.hash);
  return { problems: [], content: { kit: made, brands: Object.fromEntries(brands), operations, standIns } };
}

function compileBrand(
  brand: ResolvedBrand,
  { source, documents, world }: Resolved,
  {
    options,
    kinds,
    kitHash,
  }: { readonly options: Options; readonly kinds: Readonly<Record<string, string>>; readonly kitHash: string },
): BrandContent {
  const flows = Object.values(brand.flows).map(
    (flow) =>
      [
        flow.id,
        writeFlow(flow, {
          fragments: source.fragments,
          controls: source.controls,
          widgets: source.widgets,
          kinds,
          assuring: assuringOperations(source),
          moving: movingOperations(source),
          quoted: quotedOperations(source),
          cookieAges: cookieAges(source),
          sensitiveParams: sensitiveParams(source),
          declared: (bind) => declaredAnswer(source, flow, bind),
          migrations: source.flows[flow.id]?.migrations,
          say: (part, name) => text(member(member(brand.app['words'], part), name)) ?? '',
          kitHash,
        }),
      ] as const,
  );
  return {
    facts: brand.facts,
    theme: brand.theme,
    flags: brand.flags,
    flows: Object.fromEntries(flows),
    app: writeApp(brand, {
      rules: source.rules,
      values: source.values,
      kinds,
      kitHash,
      handOffs: handOffs(brand, world),
      booleanQuery: booleanQuery(source),
      widgets: source.widgets,
    }),
    compliance: writeCompliance(brand.id, {
      states: source.states,
      documents,
      values: source.values,
      today: options.today,
      kitHash,
      columns: new Set([...Object.values(brand.flows), brand.app, source.rules, source.values].flatMap(columnsIn)),
      framed: list(member(brand.app['footer'], 'disclosures')).map(String),
    }),
  };
}

/** Names of the addresses to which targets of a brand hand people over with a form. */
function handOffs(brand: ResolvedBrand, world: World | undefined): readonly string[] {
  const targets = (world?.scenes ?? [])
    .filter((scene) => scene.brand.id === brand.id)
    .flatMap(({ uses }) => uses.targets);
  const names = targets.map(({ target }) => target['handOff']).filter((name) => typeof name === 'string');
  return [...new Set(names)].sort();
}
