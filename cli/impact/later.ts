import { complianceFacts } from '../../contract/application.ts';
import type { Later } from '../../verifier/impact/impact.ts';
import type { Loaded } from '../products.ts';

/** What a brand is served of a flow by this content; nothing where it has no such brand. */
export function laterOf(product: Loaded['products'][string] | undefined, flow: string): Later {
  if (!product) return { brand: {}, flags: {}, compliance: { states: {}, documents: {} } };
  const { facts: brand, flags, compliance, flows } = product;
  const found = flows[flow];
  return { brand, flags, compliance: complianceFacts(compliance), ...(found && { flow: found }) };
}
