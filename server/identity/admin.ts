/** The back office's hand on accounts; in the process only, never over HTTP. */
import { notify } from '../database/index.ts';
import type { Desk } from './operations/operation.ts';
import { sealedVerifier, setPassword, whyRefused } from './passwords.ts';
import { signedOutChannel } from './tokens.ts';
import { addToGroup, addressToKeep, findSubject, findUser, groupsOf, setAttributes } from './users.ts';

/** A person as the back office sees it. */
interface Person {
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

export interface Admin {
  /** @returns the new sub; undefined when the address is taken */
  readonly createUser: (person: NewPerson) => Promise<string | undefined>;
  /** By email or sub. */
  readonly find: (name: string) => Promise<Person | undefined>;
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

export function createAdmin(service: Omit<Desk, 'at'>, clock: () => Date): Admin {
  const { db } = service;
  const now = (): Desk => ({ ...service, at: clock() });
  return {
    async createUser({ email, password, temporary = false, attributes = {}, groups = [] }) {
      const refused = whyRefused(password);
      if (refused !== undefined) throw new Error(refused);
      const subject = await findSubject(service, email);
      if (subject.user !== undefined) return undefined;
      const sub = subject.id;
      const at = clock().toISOString();
      const made = await db
        .insertInto('identity_users')
        .values({
          sub,
          email: addressToKeep(email),
          status: temporary ? 'FORCE_CHANGE_PASSWORD' : 'CONFIRMED',
          attributes: { email_verified: 'true', ...attributes },
          ...(await sealedVerifier(service, subject, password)),
          created_at: at,
          modified_at: at,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('sub')
        .executeTakeFirst();
      if (made === undefined) return undefined;
      for (const group of groups) await addToGroup(service, sub, group);
      return sub;
    },
    async find(name) {
      const user = await findUser(service, name);
      if (user === undefined) return undefined;
      const { sub, email, status, enabled, attributes } = user;
      return { sub, email, status, enabled, attributes, groups: await groupsOf(service, sub) };
    },
    async addToGroup(sub, group) {
      await addToGroup(service, sub, group);
      await notify(db, signedOutChannel, sub);
    },
    async removeFromGroup(sub, group) {
      await db.deleteFrom('identity_groups').where('sub', '=', sub).where('name', '=', group).execute();
      await notify(db, signedOutChannel, sub);
    },
    setAttributes: (sub, attributes) => setAttributes(now(), sub, attributes),
    async setPassword(sub, password) {
      const refused = whyRefused(password);
      if (refused !== undefined) throw new Error(refused);
      const user = await findUser(service, sub);
      if (user === undefined) throw new Error(`There is no user ${sub}; look one up by find().`);
      await setPassword(now(), { id: user.sub, salt: user.salt }, { password, status: 'CONFIRMED' });
    },
    async setEnabled(sub, enabled) {
      await db
        .updateTable('identity_users')
        .set({ enabled, modified_at: clock().toISOString() })
        .where('sub', '=', sub)
        .execute();
      await notify(db, signedOutChannel, sub);
    },
    signOut: (sub) => service.tokens.revokeAll(sub, clock()),
  };
}
