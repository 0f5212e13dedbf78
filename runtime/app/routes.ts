/** Addresses of steps and back, over the one route table: every path of every flow of the brand, in the boot data. */
import type { Target } from '../core/definition.ts';
import { addressPath, matchAddress } from '../../contract/address.ts';
import type { Matched } from '../../contract/address.ts';
import type { Boot } from '../../contract/boot.ts';

/** Finds the flow and step of an address. */
export function matcher(boot: Boot): (pathname: string) => Matched | undefined {
  return (pathname) => matchAddress(boot.flows, pathname);
}

/** Whether an address is for signed-in people: who they are is found out before anything of it is shown. */
export function isProtected(boot: Boot, pathname: string): boolean {
  const found = matchAddress(boot.flows, pathname);
  const access = boot.flows[found?.flow ?? '']?.routes.find(({ step }) => step === found?.step)?.access;
  return access !== undefined && access !== 'public';
}

/** The address of a target within the page, for links; undefined for targets that are no address. */
export function addressOf(boot: Boot, target: Target): string | undefined {
  if (target.kind !== 'to') return undefined;
  const meta = boot.flows[target.flow];
  const route = meta?.routes.find((one) => one.step === target.step);
  if (meta === undefined || route === undefined) return undefined;
  // What its parameters are is known only once it is followed.
  return route.path.includes('{') ? undefined : addressPath(meta.base, route.path);
}
