/** Compiled modules that came as text. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadModule, storeModule } from '../../compile/load.ts';
import type { VersionText } from '../../server/operator.ts';

/** Loads a module through a folder of its own, which is gone afterwards. */
export async function moduleOf<T>(hash: string, { code, kit, pieces = [] }: VersionText): Promise<T> {
  const dir = mkdtempSync(join(tmpdir(), 'waymark-'));
  try {
    storeModule(dir, { module: { hash, code }, kit, pieces });
    return await loadModule<T>(dir, hash);
  } finally {
    rmSync(dir, { recursive: true });
  }
}
