import type { Json } from '../../core/facts.ts';

/** The last characters of a value whose owner sees no more of it (SSN, account number); undefined for any other value. */
export function sealedEnd(value: Json | undefined): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const sealed = (value as { readonly [key: string]: Json })['sealed'];
  return typeof sealed === 'string' ? sealed : undefined;
}
