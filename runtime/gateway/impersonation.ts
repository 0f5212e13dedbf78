/**
 * For which customer an administrator acted last, as this device keeps it: under a key made of the administrator's
 * email (const.storage.adminImpersonation). The email itself stands in no key, and the record gives no right: the
 * identity service asks at every call who may act.
 */
import type { KeyValue } from './ports.ts';

async function keyOf(admin: string): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(admin.toLowerCase())));
  return `impersonate:${[...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** @param customer their email; undefined: nobody any more */
export async function keepImpersonated(device: KeyValue, admin: string, customer: string | undefined): Promise<void> {
  const key = await keyOf(admin);
  if (customer === undefined) device.remove(key);
  else device.set(key, customer);
}

/** The email of the customer whom the administrator acted for last, and did not stop acting for. */
export const impersonated = async (device: KeyValue, admin: string): Promise<string | undefined> =>
  device.get(await keyOf(admin));
