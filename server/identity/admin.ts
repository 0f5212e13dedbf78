/** The back office's hand on accounts, whoever keeps them; here those of this service, in the process only. */
import { sql } from 'kysely';
import { notify } from '../database/index.ts';
import { mostOfPhone, type Admin } from './directory.ts';
import type { Desk } from './operations/operation.ts';
import { sealedVerifier, setPassword, whyRefused } from './passwords.ts';
import { signedOutChannel } from './tokens.ts';
import { addToGroup, addressToKeep, findSubject, findUser, groupsOf, setAttributes } from './users.ts';

/** The groups of an account, with the account. */
const groupsIn = sql<readonly string[]>`coalesce((select jsonb_agg(g.name order by g.name) from identity_groups as g
  where g.sub = identity_users.sub), '[]')`.as('groups');

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
    async withPhone(phone) {
      return await db
        .selectFrom('identity_users')
        .select(['sub', 'email', 'status', 'enabled', 'attributes'])
        // In one question, whether anybody has the phone or not.
        .select(groupsIn)
        .where(sql<string>`attributes ->> 'phone_number'`, '=', phone)
        .orderBy('created_at')
        .limit(mostOfPhone)
        .execute();
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
