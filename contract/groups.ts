/** What comes of the groups that somebody is in; which there are is data (`schemas/api/groups.json`). */
import type { Access } from '../runtime/core/definition.ts';
import { groups } from './generated/groups.ts';

/** The most that one of the groups lets somebody who is signed in see. */
export function accessOf(names: readonly string[]): Access {
  return names.some((name) => Object.hasOwn(groups, name) && groups[name]?.access === 'admin') ? 'admin' : 'customer';
}

/** The groups of a kind: whose people may act for customers, are enrolling, or came by signing up. */
export function groupsThat(mark: 'mayActFor' | 'enrolls' | 'newcomers'): readonly string[] {
  return Object.entries(groups).flatMap(([name, group]) => (group[mark] ? [name] : []));
}

/** Whether somebody may act for a customer. */
export function mayActFor(names: readonly string[]): boolean {
  return groupsThat('mayActFor').some((one) => names.includes(one));
}
