/** An application that a store has approved on a condition, as its system told it. */
import type { Sealer } from '../services.ts';
import type { SystemRow } from './systems.ts';

interface Lead {
  /** Derived, so that nothing is kept for it: another approval is another one. */
  readonly id: string;
  readonly storeNumber: string;
  readonly preferredProductCode: string;
}

/** Undefined where nothing is approved, or it stands no more. */
export function leadOf(
  sealer: Pick<Sealer, 'blindIndex'>,
  { owner, brand }: { readonly owner: string; readonly brand: string },
  system: SystemRow | undefined,
): Lead | undefined {
  const told = system?.conditionallyApproved;
  if (told == null || Number(told['daysLeft']) <= 0) return undefined;
  const { storeInformation, approvedAt, preferredProductCode } = told;
  const storeNumber =
    typeof storeInformation === 'object' && storeInformation !== null && 'storeNumber' in storeInformation
      ? String(storeInformation['storeNumber'])
      : '';
  return {
    id: sealer.blindIndex('lead', [brand, owner, approvedAt].join(' ')),
    storeNumber,
    preferredProductCode: String(preferredProductCode),
  };
}
