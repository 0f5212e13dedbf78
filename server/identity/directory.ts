/** The accounts, as the back office and this site see them, whoever keeps them. */

/** A person as the back office sees it. */
export interface Person {
  readonly sub: string;
  readonly email: string;
  readonly status: string;
  readonly enabled: boolean;
  readonly attributes: Readonly<Record<string, string>>;
  readonly groups: readonly string[];
}
interface NewPerson {
  readonly email: string;
  readonly password: string;
  /** A temporary password must be changed at the first sign-in. */
  readonly temporary?: boolean;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly groups?: readonly string[];
}

/** More accounts than these have no phone in common. */
export const mostOfPhone = 20;

export interface Admin {
  /** @returns the new sub; undefined when the address is taken */
  readonly createUser: (person: NewPerson) => Promise<string | undefined>;
  /** By email or sub. */
  readonly find: (name: string) => Promise<Person | undefined>;
  /** Who has this phone, `+1` and ten digits: the oldest account first. */
  readonly withPhone: (phone: string) => Promise<readonly Person[]>;
  /** Who comes into the group of enrollment sessions is out at once. */
  readonly addToGroup: (sub: string, group: string) => Promise<void>;
  readonly removeFromGroup: (sub: string, group: string) => Promise<void>;
  readonly setAttributes: (sub: string, attributes: Readonly<Record<string, string>>) => Promise<void>;
  /** Ends every session of the person. */
  readonly setPassword: (sub: string, password: string) => Promise<void>;
  /** A disabled user's tokens are refused at once. */
  readonly setEnabled: (sub: string, enabled: boolean) => Promise<void>;
  readonly signOut: (sub: string) => Promise<void>;
}
