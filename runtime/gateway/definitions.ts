/** Loads the compiled modules of the same origin; immutable, so the browser keeps them. */
import type { Boot } from '../../contract/boot.ts';
import { isContentHash, modulePath, places } from '../../contract/places.ts';
import type { CompiledApp, CompiledCompliance, Words } from '../core/app-definition.ts';
import type { CompiledFlow, FlowPiece } from '../core/definition.ts';
import type { Ports } from './ports.ts';

/**
 * `again`: how often the same was asked for in vain; a browser that remembers a failed module asks anew for another
 * address.
 */
export interface Definitions {
  flow(hash: string, again?: number): Promise<CompiledFlow>;
  /** Some of a flow's steps: what its `pieces` name. */
  piece(hash: string, again?: number): Promise<FlowPiece>;
  app(hash: string, again?: number): Promise<CompiledApp>;
  /** Those of widgets: what the `pieces` of an app name. */
  words(hash: string, again?: number): Promise<Words>;
  compliance(hash: string, again?: number): Promise<CompiledCompliance>;
}

/** @param load imports the module of a URL, e.g. `(url) => import(url)` */
export function createDefinitions(load: (url: string) => Promise<{ readonly default: unknown }>): Definitions {
  const module = async (hash: string, again = 0): Promise<unknown> => {
    if (!isContentHash(hash))
      throw new Error(`"${hash}" is no content hash; the boot data or the stored application is damaged.`);
    return (await load(`${modulePath(hash)}${again === 0 ? '' : `?again=${again}`}`)).default;
  };
  return {
    flow: async (hash, again) => (await module(hash, again)) as CompiledFlow,
    piece: async (hash, again) => (await module(hash, again)) as FlowPiece,
    app: async (hash, again) => (await module(hash, again)) as CompiledApp,
    words: async (hash, again) => ((await module(hash, again)) as Pick<CompiledApp, 'words'>).words,
    compliance: async (hash, again) => (await module(hash, again)) as CompiledCompliance,
  };
}

/** The boot data as the server gives them now. Throws when it does not; `TypeError` when there is no network. */
export async function loadBoot(ports: Pick<Ports, 'fetch' | 'origin'>, brand: string): Promise<Boot> {
  const response = await ports.fetch(`${ports.origin}${places.boot}?brand=${encodeURIComponent(brand)}`);
  if (!response.ok) throw new Error(`The boot data could not be loaded (${response.status}).`);
  return (await response.json()) as Boot;
}
