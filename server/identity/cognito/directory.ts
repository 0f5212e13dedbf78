/** The accounts of a user pool elsewhere, through the vendor's API. */
import { enrolls } from '../users.ts';
import { mostOfPhone, type Admin, type Person } from '../directory.ts';
import { PoolRefused, type Ask, type Attribute } from './api.ts';

const listOf = (attributes: Readonly<Record<string, string>>): readonly Attribute[] =>
  Object.entries(attributes).map(([Name, Value]) => ({ Name, Value }));

/** What an exception of this name stands for; others go on. */
function instead<T>(type: string, value: T): (error: unknown) => T {
  return (error) => {
    if (error instanceof PoolRefused && error.type === type) return value;
    throw error;
  };
}

/**
 * @param end ends every session of somebody here: the pool's tokens hold by themselves until they end
 */
export function createDirectory(ask: Ask, end: (sub: string) => Promise<void>): Admin {
  async function groupsOf(Username: string): Promise<readonly string[]> {
    const names: string[] = [];
    let NextToken: string | undefined;
    do {
      const page = await ask('AdminListGroupsForUser', { Username, Limit: 60, ...(NextToken && { NextToken }) });
      names.push(...(page.Groups ?? []).flatMap(({ GroupName }) => GroupName ?? []));
      ({ NextToken } = page);
    } while (NextToken !== undefined);
    return names.sort();
  }
  async function find(name: string): Promise<Person | undefined> {
    const Username = name.trim();
    const found = await ask('AdminGetUser', { Username }).catch(instead('UserNotFoundException', undefined));
    if (found === undefined) return undefined;
    const all = Object.fromEntries((found.UserAttributes ?? []).map(({ Name, Value = '' }) => [Name, Value]));
    const { sub = '', email = '', ...attributes } = all;
    return {
      sub,
      email,
      status: found.UserStatus ?? '',
      enabled: found.Enabled ?? false,
      attributes,
      groups: await groupsOf(sub),
    };
  }
  async function signOut(sub: string): Promise<void> {
    await ask('AdminUserGlobalSignOut', { Username: sub });
    await end(sub);
  }
  async function addToGroup(sub: string, group: string): Promise<void> {
    await ask('AdminAddUserToGroup', { Username: sub, GroupName: group });
    if (enrolls([group])) await signOut(sub);
  }
  return {
    find,
    async createUser({ email, password, temporary = false, attributes = {}, groups = [] }) {
      const made = await ask('AdminCreateUser', {
        Username: email,
        TemporaryPassword: password,
        // What is written to people is this site's.
        MessageAction: 'SUPPRESS',
        UserAttributes: listOf({ email, email_verified: 'true', ...attributes }),
      }).catch(instead('UsernameExistsException', undefined));
      if (made === undefined) return undefined;
      const sub = made.User?.Attributes?.find(({ Name }) => Name === 'sub')?.Value;
      if (sub === undefined) throw new Error('The user pool made an account and did not say its sub.');
      if (!temporary) await ask('AdminSetUserPassword', { Username: sub, Password: password, Permanent: true });
      for (const group of groups) await addToGroup(sub, group);
      return sub;
    },
    async withPhone(phone) {
      if (!/^\+\d{7,15}$/.test(phone)) return [];
      const { Users = [] } = await ask('ListUsers', { Filter: `phone_number = "${phone}"`, Limit: mostOfPhone });
      const people = await Promise.all(Users.map(({ Username = '' }) => find(Username)));
      return people.filter((person) => person !== undefined);
    },
    addToGroup,
    async removeFromGroup(sub, group) {
      await ask('AdminRemoveUserFromGroup', { Username: sub, GroupName: group });
    },
    async setAttributes(sub, attributes) {
      await ask('AdminUpdateUserAttributes', { Username: sub, UserAttributes: listOf(attributes) });
    },
    async setPassword(sub, password) {
      await ask('AdminSetUserPassword', { Username: sub, Password: password, Permanent: true });
      await signOut(sub);
    },
    async setEnabled(sub, enabled) {
      await ask(enabled ? 'AdminEnableUser' : 'AdminDisableUser', { Username: sub });
      if (!enabled) await end(sub);
    },
    signOut,
  };
}
