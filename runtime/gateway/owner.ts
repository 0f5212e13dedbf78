/** Whose answers something is: a person, or whoever sits at this tab without having signed in. */
import type { Person } from './person.ts';

/** `person.<subject of the id token>` or `visitor.<id>`; part of the names under which the device keeps what waits. */
export type Owner = `person.${string}` | `visitor.${string}`;

/** @param visitor id of the one who sits here unsigned; another one after every session that ended */
export function ownerOf(person: Person | undefined, visitor: string): Owner {
  return person === undefined ? `visitor.${visitor}` : personOwner(person);
}

export function personOwner(person: Person): Owner {
  const { sub } = person.claims;
  if (typeof sub !== 'string' || sub === '')
    throw new Error('The id token names no subject (`sub`); the identity service must put one in.');
  return `person.${sub}`;
}
