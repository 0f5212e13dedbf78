import type { CompiledContent, Env, FlowModule, Module, Problem } from '../../compile/types.ts';
import { readFiles } from '../../compile/disk.ts';
import { writeModules, type Stored } from '../../compile/load.ts';
import { piecesOf } from '../../compile/emit/module.ts';
import type { CompiledStandIns } from '../../compile/stand-in.ts';
import { isContentHash } from '../../contract/places.ts';
import type { CompiledApp, CompiledCompliance } from '../../runtime/core/app-definition.ts';
import type { CompiledFlow } from '../../runtime/core/definition.ts';
import { withAddresses, type Addresses } from './addresses.ts';
import type { Archive } from './archive.ts';
import { compileDays, type Days } from './days.ts';
import { ContentError, problemText } from './problems.ts';
import { createModuleStore } from './store.ts';

export type Brand = CompiledContent['brands'][string];

/** What readiness tells of the content. */
interface ContentHealth {
  /** The day whose content is served; another than today when today's does not compile. */
  readonly serving: string;
  /** Day to the problems of its content, each as `file:line:column: message` and what to do. */
  readonly problems: Readonly<Record<string, readonly string[]>>;
}

/** What the server serves and runs: the content compiled now, and older versions that applications are pinned to. */
export interface Definitions {
  /**
   * The content in force on a day (`YYYY-MM-DD`), or of the last good day; only compliance differs between days. Never
   * compiles.
   */
  content(today: string): CompiledContent;
  /** Brand to its flags as its file has them, whatever holds in their place. */
  flagFiles(today: string): Readonly<Record<string, Brand['flags']>>;
  /**
   * Compiles a day ahead, on a thread of its own. What is wrong with it stands in `health`; the last good day goes on
   * serving.
   */
  prepare(day: string): Promise<void>;
  health(today: string): ContentHealth;
  brand(key: string, today: string): Brand | undefined;
  /** The version new applications of a flow begin with. */
  currentFlow(brand: string, flow: string, today: string): FlowModule | undefined;
  /** A compiled flow by hash, current or pinned; undefined when nobody knows the hash. */
  flow(hash: string): Promise<CompiledFlow | undefined>;
  /** Documents and rows of states by the hash of their module; undefined when nobody knows it. */
  contentOf(hash: string): Promise<CompiledCompliance | undefined>;
  app(brand: string, today: string): Promise<CompiledApp>;
  /** As `content`: whoever needs that very day, and may wait for the compiler, prepares it first. */
  compliance(brand: string, today: string): Promise<CompiledCompliance>;
  /** What is answered for operations that nobody has built yet. */
  standIns(today: string): Promise<CompiledStandIns>;
  /** Keeps a version for as long as applications are on it. */
  pin(hash: string): Promise<void>;
  /**
   * Whether this process has the text of `/definitions/<name>.js`; of a version that only the archive may know, nobody
   * is asked.
   */
  holds(name: string): boolean;
  /** Text of `/definitions/<name>.js`. */
  moduleText(name: string): Promise<string | undefined>;
  /**
   * Reads the folders again, for a day. With problems the last good version goes on and the problems are given back.
   */
  reload(today: string): readonly Problem[];
}

export interface DefinitionsOptions {
  readonly contentDirs: readonly string[];
  readonly env: Env;
  readonly addresses: Addresses;
  /** Where compiled modules are written, e.g. `<data>/definitions`. */
  readonly directory: string;
  readonly archive: Archive;
  /** Today when the server starts. */
  readonly today: string;
  /** What holds in the place of the flags of a brand's file; default: nothing. */
  readonly flagsOf?: (brand: string, file: Brand['flags']) => Brand['flags'];
}

/** Compiles the content; throws `ContentError` when it is wrong, so that the server refuses to start. */
export async function createDefinitions(options: DefinitionsOptions): Promise<Definitions> {
  const { archive, directory, flagsOf = (_, file) => file } = options;
  const known = new Map<string, Stored>();
  const kits = new Map<string, Module>();

  /** Remembers the modules of a content; one that is known already takes the place of its copy. */
  const remember = (content: CompiledContent): CompiledContent => {
    const kit = kits.get(content.kit.hash) ?? content.kit;
    kits.set(kit.hash, kit);
    const same = <M extends Module & { readonly pieces?: readonly Module[] }>(module: M): M => {
      const old = known.get(module.hash);
      if (old !== undefined) return old.module as M;
      const pieces = module.pieces?.map(same);
      const kept = pieces === undefined ? module : { ...module, pieces };
      known.set(module.hash, { module: kept, kit, ...(pieces && { pieces }) });
      return kept;
    };
    const brands = Object.entries(content.brands).map(([key, brand]): [string, Brand] => [
      key,
      {
        ...brand,
        flows: Object.fromEntries(Object.entries(brand.flows).map(([id, flow]) => [id, same(flow)])),
        app: same(brand.app),
        compliance: same(brand.compliance),
      },
    ]);
    return withAddresses(
      { ...content, kit, brands: Object.fromEntries(brands), standIns: same(content.standIns) },
      options.addresses,
    );
  };
  const read = (today: string): { readonly problems: readonly Problem[] } | { readonly days: Days } => {
    const made = compileDays(readFiles([...options.contentDirs]), { env: options.env, today }, remember);
    if ('days' in made) writeModules(directory, made.days.content(today));
    return made;
  };

  const first = read(options.today);
  if ('problems' in first) throw new ContentError(first.problems);
  let { days } = first;

  const store = createModuleStore(directory, async (hash) => known.get(hash) ?? (await archived(archive, hash)));
  const must = async <T>(hash: string): Promise<T> => {
    const module = await store.load<T>(hash);
    if (!module)
      throw new Error(
        `The compiled module ${hash} is neither in memory nor in the archive: compile the content again.`,
      );
    return module;
  };
  const held = (name: string): Module | undefined =>
    name.startsWith('kit-') ? kits.get(name.replace(/^kit-/, '')) : known.get(name)?.module;
  const flagged = new WeakMap<CompiledContent, CompiledContent>();
  /** The content with the flags that hold; the same object for as long as they do. */
  const content = (today: string): CompiledContent => {
    const plain = days.content(today);
    const flags = Object.entries(plain.brands).map(([key, brand]) => [key, brand, flagsOf(key, brand.flags)] as const);
    if (flags.every(([, brand, now]) => now === brand.flags)) return plain;
    const last = flagged.get(plain);
    if (last && flags.every(([key, , now]) => last.brands[key]?.flags === now)) return last;
    const brands = Object.fromEntries(flags.map(([key, brand, now]) => [key, { ...brand, flags: now }]));
    const made = { ...plain, brands };
    flagged.set(plain, made);
    return made;
  };
  const brand = (key: string, today: string): Brand | undefined => own(content(today).brands, key);
  const mustBrand = (key: string, today: string): Brand => {
    const found = brand(key, today);
    if (!found)
      throw new Error(`No brand "${key}" in the content: check that brands/${key}/brand.json is in CONTENT_DIR.`);
    return found;
  };

  return {
    content,
    flagFiles: (today) =>
      Object.fromEntries(Object.entries(days.content(today).brands).map(([key, { flags }]) => [key, flags])),
    prepare: (day) => days.prepare(day),
    health: (today) => ({
      serving: days.serving(today),
      problems: Object.fromEntries([...days.failed].map(([day, problems]) => [day, problems.map(problemText)])),
    }),
    brand,
    currentFlow: (key, flow, today) => {
      const found = brand(key, today);
      return found && own(found.flows, flow);
    },
    flow: (hash) => (isContentHash(hash) ? store.load<CompiledFlow>(hash) : Promise.resolve(undefined)),
    contentOf: (hash) => (isContentHash(hash) ? store.load<CompiledCompliance>(hash) : Promise.resolve(undefined)),
    app: (key, today) => must<CompiledApp>(mustBrand(key, today).app.hash),
    compliance: (key, today) => must<CompiledCompliance>(mustBrand(key, today).compliance.hash),
    standIns: (today) => must<CompiledStandIns>(days.content(today).standIns.hash),
    async pin(hash) {
      const stored = known.get(hash);
      if (!stored) return; // already pinned by an older version of the content
      const { module, kit, pieces = [] } = stored;
      await archive.keep([
        { hash: kit.hash, code: kit.code, kit: null },
        ...[...pieces, module].map((one) => ({ hash: one.hash, code: one.code, kit: kit.hash })),
      ]);
    },
    holds: (name) => held(name) !== undefined,
    async moduleText(name) {
      const current = held(name);
      if (current) return current.code;
      const hash = name.replace(/^kit-/, '');
      const isKit = hash !== name;
      const found = isContentHash(hash) ? await archive.find(hash) : undefined;
      return found && (found.kit === null) === isKit ? found.code : undefined;
    },
    reload(today) {
      const next = read(today);
      if ('problems' in next) return next.problems;
      ({ days } = next);
      return [];
    },
  };
}

async function archived(archive: Archive, hash: string): Promise<Stored | undefined> {
  const module = await archive.find(hash);
  if (!module?.kit) return undefined;
  const needed = async (what: string, of: string): Promise<Module> => {
    const found = await archive.find(of);
    if (!found)
      throw new Error(
        `The archived definition ${hash} needs the ${what} ${of}, which is not archived: restore the definitions table.`,
      );
    return found;
  };
  return {
    module,
    kit: await needed('kit', module.kit),
    pieces: await Promise.all(piecesOf(module.code).map((piece) => needed('piece', piece))),
  };
}
function own<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
