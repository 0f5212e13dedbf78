import { isStored, loadModule, storeModule, type Stored } from '../../compile/load.ts';

/** Loads compiled modules through a folder. */
export interface ModuleStore {
  /** The default export of a module; undefined when nobody knows the hash. A second load waits for the first. */
  load<T>(hash: string): Promise<T | undefined>;
}

/**
 * @param directory where modules stand between their text and their import
 * @param find the text of a module that the directory does not hold whole
 */
export function createModuleStore(directory: string, find: (hash: string) => Promise<Stored | undefined>): ModuleStore {
  const loads = new Map<string, Promise<unknown>>();
  const load = async (hash: string): Promise<unknown> => {
    if (!isStored(directory, hash)) {
      const found = await find(hash);
      if (!found) return undefined;
      storeModule(directory, found);
      if (!isStored(directory, hash))
        throw new Error(
          `The text of the compiled version ${hash} does not have this hash: the definitions table or the disk is damaged. Restore the table from a backup.`,
        );
    }
    return await loadModule(directory, hash);
  };
  return {
    async load<T>(hash: string): Promise<T | undefined> {
      let loading = loads.get(hash);
      if (loading === undefined) {
        loading = load(hash);
        loads.set(hash, loading);
        // What failed or was not there is asked again; what was loaded stays, as it does in the machine's own cache.
        loading.then(
          (found) => found ?? loads.delete(hash),
          () => loads.delete(hash),
        );
      }
      return (await loading) as T | undefined;
    },
  };
}
