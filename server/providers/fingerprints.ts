/** Who can be asked what tells one device from another: a folder of runtime/app/fingerprints/ for each. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectDir } from '../../compile/disk.ts';
import type { FingerprintProvider } from '../../contract/boot.ts';
import type { Origins } from '../../runtime/core/definition.ts';
import { providersOf, type ProviderSettings } from './providers.ts';

interface Described {
  readonly name: string;
  /** The origin of its program; by it PROVIDER_KEYS has the key. */
  readonly program: string;
  /** From where its program loads, and whom it asks: every document of the site allows it. */
  readonly origins: Origins;
}
/** A provider as it is found from here. */
export interface Fingerprints {
  readonly provider: FingerprintProvider;
  readonly origins: Origins;
}

const folder = join(projectDir, 'runtime/app/fingerprints');
const described = readdirSync(folder).map((name): Described => {
  const text = readFileSync(join(folder, name, 'provider.json'), 'utf8');
  return { ...(JSON.parse(text) as Omit<Described, 'name'>), name };
});
/** The names of those that can be chosen. */
export const fingerprintNames = described.map(({ name }) => name);

/**
 * The provider of this name.
 * @returns what is missing where it is no stand-in and knows this site by no key
 */
export function fingerprintsOf(name: string, settings: ProviderSettings): Fingerprints | { readonly lacks: string } {
  const found = described.find((one) => one.name === name);
  if (found === undefined) throw new Error(`${folder} has no ${name}.`);
  const { program, origins } = found;
  const { url, key } = providersOf(origins, settings)[program] ?? { url: program };
  return key === undefined ? { lacks: program } : { provider: { name, url, key }, origins };
}
