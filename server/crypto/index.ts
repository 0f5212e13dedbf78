/** Sealing of single values at rest. */
import type { Config } from '../config/index.ts';
import { FieldCipher, LocalKeyEncryption } from './field-cipher.ts';
import { readKeys } from './keys.ts';

export { CannotUnseal, FieldCipher, LocalKeyEncryption } from './field-cipher.ts';
export { Sealed } from './sealed.ts';

/** The cipher of this server: keys of the settings, else of the data directory (made at the first start). */
export function createFieldCipher(config: Pick<Config, 'keys' | 'dataDir'>): FieldCipher {
  const { ring, index } = readKeys(config);
  return new FieldCipher(new LocalKeyEncryption(ring), index);
}
