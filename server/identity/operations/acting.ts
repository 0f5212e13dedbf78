/** An administrator acts for a customer: begins, and ends. */
import { groupsThat, mayActFor } from '../../../contract/groups.ts';
import { recordActing } from '../acting.ts';
import { problems } from '../problems.ts';
import { addressOf, findUser, groupsOf } from '../users.ts';
import type { User } from '../users.ts';
import type { Handler, Service } from './operation.ts';
import { holder } from './session.ts';

/**
 * From now on every request of the session is made as the customer, until it is ended, signed out, or its token ends
 * without another.
 * @throws NotAuthorizedException `Not admin` for everybody else, whether the address is a customer's or not: nothing is
 *   looked up for them. UserNotFoundException where no customer of theirs has the address
 */
export const actAs: Handler<'ActAs'> = async (service, { AccessToken, Username }) => {
  const { user, session } = await holder(service, AccessToken);
  const wanted = { actor: user.sub, operation: service.name, at: service.at };
  if (!mayActFor(await groupsOf(service, user.sub))) {
    await recordActing(service.db, wanted);
    throw problems.notAdmin();
  }
  const customer = await customerOf(service, user, Username);
  await recordActing(service.db, { ...wanted, ...(customer && { customer: customer.sub }) });
  if (customer === undefined) throw problems.unknownCustomer();
  // Of two that come at once one finds the session acting.
  if (!(await service.tokens.actFor(session, customer.sub, service.at))) throw problems.endedToken();
  return {};
};

/** Whoever may act for others is no customer, nor is somebody of a brand that is not the administrator's. */
async function customerOf(service: Service, admin: User, name: string): Promise<User | undefined> {
  const found = await findUser(service, addressOf(name));
  if (found === undefined || found.status !== 'CONFIRMED' || !found.enabled || found.enrolling) return undefined;
  const names = await groupsOf(service, found.sub);
  if (groupsThat('mayActFor').some((one) => names.includes(one))) return undefined;
  const brand = admin.attributes['custom:brand'];
  return brand === undefined || found.attributes['custom:brand'] === brand ? found : undefined;
}

export const stopActing: Handler<'StopActing'> = async (service, { AccessToken }) => {
  const { session } = await holder(service, AccessToken);
  await service.tokens.stopActing(session);
  return {};
};
