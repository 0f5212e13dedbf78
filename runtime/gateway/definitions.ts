/** Loads the compiled modules of the same origin; immutable, so the browser keeps them. */
import type { CompiledApp, CompiledCompliance } from '../core/app-definition.ts';
import type { CompiledFlow } from '../core/definition.ts';
import { isContentHash, modulePath } from '../../contract/places.ts';

export interface Definitions {
  flow(hash: string): Promise<CompiledFlow>;
  app(hash: string): Promise<CompiledApp>;
  compliance(hash: string): Promise<CompiledCompliance>;
}

/** @param load imports the module of a URL, e.g. `(url) => import(url)` */
export function createDefinitions(load: (url: string) => Promise<{ readonly default: unknown }>): Definitions {
  const module = async (hash: string): Promise<unknown> => {
    if (!isContentHash(hash))
      throw new Error(`"${hash}" is no content hash; the boot data or the stored application is damaged.`);
    return (await load(modulePath(hash))).default;
  };
  return {
    flow: async (hash) => (await module(hash)) as CompiledFlow,
    app: async (hash) => (await module(hash)) as CompiledApp,
    compliance: async (hash) => (await module(hash)) as CompiledCompliance,
  };
}
