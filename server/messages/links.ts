/**
 * What a link of a mail holds: the address that the mail went to, so that whoever opens it need not type it. Sealed,
 * for one brand and for a time; it logs nobody in.
 */
import { CannotUnseal } from '../crypto/index.ts';
import type { Sealer } from '../services.ts';

/** For as long as an application that waits for its applicant is kept: 21 days. */
const goodForMs = 1_814_400_000;

const placeOf = (brand: string) => ({ table: 'links', column: 'parameter', row: brand });

/** Seals an address for a link of this brand, in letters that a link takes as they are. */
export async function sealLink(
  sealer: Pick<Sealer, 'seal'>,
  { email, brand, now }: { readonly email: string; readonly brand: string; readonly now: Date },
): Promise<string> {
  const until = new Date(now.getTime() + goodForMs).toISOString();
  return await sealer.seal(JSON.stringify({ email, until }), placeOf(brand));
}

/** The address in a link; undefined for one that is too old, of another brand, or made by anybody else. */
export async function openLink(
  sealer: Pick<Sealer, 'unseal'>,
  { link, brand, now }: { readonly link: string; readonly brand: string; readonly now: Date },
): Promise<string | undefined> {
  try {
    const opened = await sealer.unseal(link, placeOf(brand));
    const { email, until } = JSON.parse(opened) as { readonly email: string; readonly until: string };
    return now.toISOString() < until ? email : undefined;
  } catch (error) {
    if (error instanceof CannotUnseal) return undefined; // sealed for something else, or by nobody here
    throw error;
  }
}
