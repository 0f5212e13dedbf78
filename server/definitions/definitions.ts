import { compileContent } from '../../compile/index.ts';
import type { CompiledContent, FlowModule, Module, Problem } from '../../compile/types.ts';
import { readFiles } from '../../compile/disk.ts';
import { loadModule, writeModules } from '../../compile/load.ts';
import { isContentHash } from '../../contract/places.ts';
import type { CompiledApp, CompiledCompliance } from '../../runtime/core/app-definition.ts';
import type { CompiledFlow } from '../../runtime/core/definition.ts';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Archive } from './archive.ts';
import { ContentError } from './problems.ts';

export type Brand = CompiledContent['brands'][string];

/** What the server serves and runs: the content compiled now, and older versions that applications are pinned to. */
export interface Definitions {
  /** The content in force on a day (`YYYY-MM-DD`); only compliance differs between days. */
  content(today: string): CompiledContent;
  brand(key: string, today: string): Brand | undefined;
  /** The version new applications of a flow begin with. */
  currentFlow(brand: string, flow: string, today: string): FlowModule | undefined;
  /** A compiled flow by hash, current or pinned; undefined when nobody knows the hash. */
  flow(hash: string): Promise<CompiledFlow | undefined>;
  app(brand: string, today: string): Promise<CompiledApp>;
  compliance(brand: string, today: string): Promise<CompiledCompliance>;
  /** Keeps a version for as long as applications are on it. */
  pin(hash: string): Promise<void>;
  /** Text of `/definitions/<name>.js`. */
  moduleText(name: string): Promise<string | undefined>;
  /** Reads the folders again. With problems the last good version goes on and the problems are given back. */
  reload(): Promise<readonly Problem[]>;
}

export interface DefinitionsOptions {
  readonly contentDirs: readonly string[];
  readonly env: 'local' | 'qa' | 'prod';
  /** Where compiled modules are written, e.g. `<data>/definitions`. */
  readonly directory: string;
  readonly archive: Archive;
  /** Today when the server starts; days asked for later are compiled when they are first asked. */
  readonly today: string;
}

interface Version {
  readonly files: Readonly<Record<string, string>>;
  readonly days: Map<string, CompiledContent>;
}

/** Compiles the content; throws `ContentError` when it is wrong, so that the server refuses to start. */
export async function createDefinitions(options: DefinitionsOptions): Promise<Definitions> {
  const modules = new Map<string, Module>();
  const kitOf = new Map<string, Module>();

  const compile = (version: Version, today: string): readonly Problem[] => {
    const { problems, content } = compileContent(version.files, { env: options.env, today });
    if (!content) return problems;
    version.days.set(today, content);
    for (const module of modulesOf(content)) {
      modules.set(module.hash, module);
      kitOf.set(module.hash, content.kit);
    }
    modules.set(`kit-${content.kit.hash}`, content.kit);
    return [];
  };
  const read = async (today: string): Promise<{ version: Version; problems: readonly Problem[] }> => {
    const version: Version = { files: readFiles([...options.contentDirs]), days: new Map() };
    const problems = compile(version, today);
    const content = version.days.get(today);
    if (content) writeModules(options.directory, content);
    return { version, problems };
  };

  const first = await read(options.today);
  if (first.problems.length > 0) throw new ContentError(first.problems);
  let version = first.version;
  let lastDay = options.today;

  const content = (today: string): CompiledContent => {
    const known = version.days.get(today);
    if (known) return known;
    const problems = compile(version, today);
    if (problems.length > 0) throw new ContentError(problems);
    lastDay = today;
    if (version.days.size > 40) version.days.delete([...version.days.keys()][0] ?? '');
    return content(today);
  };
  const load = async <T>(hash: string): Promise<T | undefined> => {
    if (!existsSync(join(options.directory, `${hash}.js`))) {
      const module = modules.get(hash);
      const kit = kitOf.get(hash);
      if (module && kit) await writeBoth(options.directory, module, kit);
      else if (!(await restore(options, hash))) return undefined;
    }
    return await loadModule<T>(options.directory, hash);
  };
  const must = async <T>(hash: string): Promise<T> => {
    const module = await load<T>(hash);
    if (!module)
      throw new Error(
        `The compiled module ${hash} is neither in memory nor in the archive: compile the content again.`,
      );
    return module;
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
    brand,
    currentFlow: (key, flow, today) => {
      const found = brand(key, today);
      return found && own(found.flows, flow);
    },
    flow: (hash) => (isContentHash(hash) ? load<CompiledFlow>(hash) : Promise.resolve(undefined)),
    app: (key, today) => must<CompiledApp>(mustBrand(key, today).app.hash),
    compliance: (key, today) => must<CompiledCompliance>(mustBrand(key, today).compliance.hash),
    async pin(hash) {
      const module = modules.get(hash);
      const kit = kitOf.get(hash);
      if (!module || !kit) return; // already pinned by an older version of the content
      await options.archive.keep({ ...module, kit: kit.hash }, { ...kit, kit: null });
    },
    async moduleText(name) {
      const known = modules.get(name);
      if (known) return known.code;
      const hash = name.replace(/^kit-/, '');
      const archived = isContentHash(hash) ? await options.archive.find(hash) : undefined;
      return archived && (archived.kit === null) === name.startsWith('kit-') ? archived.code : undefined;
    },
    async reload() {
      const next = await read(lastDay);
      if (next.problems.length === 0) version = next.version;
      return next.problems;
    },
  };
}

function modulesOf(content: CompiledContent): Module[] {
  return Object.values(content.brands).flatMap((brand) => [...Object.values(brand.flows), brand.app, brand.compliance]);
}
async function writeBoth(
  directory: string,
  module: { hash: string; code: string },
  kit: { hash: string; code: string },
): Promise<void> {
  await mkdir(directory, { recursive: true });
  await writeFile(join(directory, `kit-${kit.hash}.js`), kit.code);
  await writeFile(join(directory, `${module.hash}.js`), module.code);
}
async function restore(options: DefinitionsOptions, hash: string): Promise<boolean> {
  const module = await options.archive.find(hash);
  if (!module?.kit) return false;
  const kit = await options.archive.find(module.kit);
  if (!kit)
    throw new Error(
      `The archived definition ${hash} needs the kit ${module.kit}, which is not archived: restore the definitions table.`,
    );
  await writeBoth(options.directory, module, kit);
  return true;
}
function own<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
