/** Where the providers that widgets load from are found from here: themselves, or stand-ins for them. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Origins } from '../../runtime/core/definition.ts';
import type { WidgetProvider } from '../../runtime/core/widget-contract.ts';

export interface ProviderSettings {
  /** The origin that serves the stand-ins; undefined: the providers themselves are asked. */
  readonly standIns: string | undefined;
  /** Origin of a provider to what it knows this site by. */
  readonly keys: Readonly<Record<string, string>>;
}

/** A folder for each host that is stood in for, with its files where the provider has them. */
const standInFolder = import.meta.dirname;
/** Below this path they are served: `/providers/<host>/<path>`. */
export const standInPath = '/providers';

/** The folder of the stand-in for a host; undefined where there is none. */
export function standInOf(host: string): string | undefined {
  const folder = join(standInFolder, host);
  return /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(host) && existsSync(folder) ? folder : undefined;
}

/** The providers of these origins, each by its origin. A stand-in asks for no key, and is given one all the same. */
export function providersOf(
  origins: Origins,
  { standIns, keys }: ProviderSettings,
): Readonly<Record<string, WidgetProvider>> {
  const all = new Set(Object.values(origins).flat());
  return Object.fromEntries(
    [...all].map((origin): [string, WidgetProvider] => {
      const { host } = new URL(origin);
      if (standIns !== undefined && standInOf(host) !== undefined)
        return [origin, { url: `${standIns}${standInPath}/${host}`, key: 'stand-in' }];
      const key = Object.hasOwn(keys, origin) ? keys[origin] : undefined;
      return [origin, { url: origin, ...(key !== undefined && { key }) }];
    }),
  );
}
