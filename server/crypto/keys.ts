/** Where keys come from: settings, or a file of the data directory that the first start makes. */
import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config, KeyRing } from '../config/index.ts';

export interface Keys {
  readonly ring: KeyRing;
  /** Of blind indexes and one-time codes; never beside the data it indexes in production. */
  readonly index: Buffer;
}

/**
 * The keys of this server: from the settings, else from `dataDir/keys/keys.json` (mode 0600), made when it is not
 * there.
 */
export function readKeys(config: Pick<Config, 'keys' | 'dataDir'>): Keys {
  if (config.keys !== undefined) return config.keys;
  const folder = join(config.dataDir, 'keys');
  const file = join(folder, 'keys.json');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return parse(file, readOrMake(file));
}

function readOrMake(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
  const id = `local-${randomBytes(3).toString('hex')}`;
  const text = JSON.stringify({
    current: id,
    keys: { [id]: randomBytes(32).toString('base64') },
    index: randomBytes(32).toString('base64'),
  });
  const draft = `${file}.${id}`;
  writeFileSync(draft, text, { mode: 0o600, flush: true });
  try {
    // A link never replaces keys that another process made a moment ago.
    linkSync(draft, file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    rmSync(draft);
  }
  return readFileSync(file, 'utf8');
}

function parse(file: string, text: string): Keys {
  const { current, keys, index } = JSON.parse(text) as { current: string; keys: Record<string, string>; index: string };
  const ring = Object.fromEntries(Object.entries(keys).map(([id, key]) => [id, Buffer.from(key, 'base64')]));
  const wrong =
    [...Object.values(ring), Buffer.from(index, 'base64')].some((key) => key.length !== 32) ||
    ring[current] === undefined;
  if (wrong)
    throw new Error(
      `${file} does not hold usable keys. Restore it from a copy: without it the sealed values of this data directory cannot be opened.`,
    );
  return { ring: { current, keys: ring }, index: Buffer.from(index, 'base64') };
}
