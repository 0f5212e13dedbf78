/** The sites to which pages of a brand hand people over with a form. */
import type { CompiledApp } from '../../runtime/core/app-definition.ts';
import type { Facts, JsonObject } from '../../runtime/core/facts.ts';

/** Their origins; one that is no address of https is none (locally http is one, too). */
export function handOffOrigins(
  { handOffs = [], addresses }: Pick<CompiledApp, 'handOffs' | 'addresses'>,
  known: { readonly brand: JsonObject; readonly flags: JsonObject },
): readonly string[] {
  const found = handOffs.flatMap((name) => {
    const address = addresses[name]?.of(known as unknown as Facts);
    const url = typeof address === 'string' && URL.canParse(address) ? new URL(address) : undefined;
    return url && /^https?:$/.test(url.protocol) ? [url.origin] : [];
  });
  return [...new Set(found)];
}
