/** Making an account and proving the address. */
import { randomBytes } from 'node:crypto';
import { sendCode, useCode } from '../codes.ts';
import { checkPassword } from '../passwords.ts';
import { problems } from '../problems.ts';
import { attributes, text } from '../request.ts';
import { mayTell } from '../telling.ts';
import { makeVerifier, verifierFrom } from '../srp.ts';
import { addToGroup, checkWritable, findSubject, groups, labelOf, setAttributes, verifierPlace } from '../users.ts';
import type { Subject, User } from '../users.ts';
import { checkClient } from './operation.ts';
import type { IdentityAction, Service } from './operation.ts';

/** Makes an unconfirmed account and sends a code; one that nobody confirmed binds nobody and is replaced. */
export const signUp: IdentityAction = async (service, request) => {
  checkClient(service, request);
  const password = text(request, 'Password', 256);
  checkPassword(password);
  const given = attributes(request, 'UserAttributes');
  checkWritable(given, 'signUp');
  const { email: attribute, ...others } = given;
  const email = text(request, 'Username', 254).trim();
  if (attribute !== undefined && attribute.trim().toLowerCase() !== email.toLowerCase())
    throw problems.parameter('Username and the attribute email should be the same address.');
  if (!(await mayTell(service, email))) throw problems.limit();
  const subject = await findSubject(service, email);
  const verifier = await verifierOf(service, subject, password);
  const made = await keep(service, subject, { email, verifier, attributes: { ...others, email_verified: 'false' } });
  if (made === 'known' && subject.user !== undefined) throw whyNot(subject.user);
  if (made === 'known') throw problems.userExists();
  return {
    UserConfirmed: false,
    UserSub: made.sub,
    CodeDeliveryDetails: await sendCode(service, { ...subject, user: made }, { purpose: 'sign-up', unasked: true }),
  };
};

/**
 * The sealed verifier of a sign-up. Where an earlier one, still unconfirmed, chose another password, neither is taken, as nobody knows which
 * of the two is the owner's: the code would make the password of whoever signed up last good for the owner's account. The owner
 * sets a new one by a code (ForgotPassword).
 */
async function verifierOf(service: Service, { id, salt, user, verifier }: Subject, password: string): Promise<string> {
  const chosen = makeVerifier({ poolName: service.poolName, userId: id, password, salt });
  const isContested = user !== undefined && chosen !== verifier;
  return service.cipher.seal(isContested ? verifierFrom(randomBytes(384)) : chosen, verifierPlace(id));
}

type Kept = Pick<User, 'email' | 'verifier' | 'attributes'>;

/** Makes the account, or puts what is said now in the place of all that an unconfirmed sign-up said before. */
async function keep(service: Service, { id, salt, user }: Subject, said: Kept): Promise<User | 'known'> {
  const now = service.at.toISOString();
  const kept =
    user === undefined
      ? service.db
          .insertInto('identity_users')
          .values({ sub: id, salt, ...said, status: 'UNCONFIRMED', created_at: now, modified_at: now })
          .onConflict((conflict) => conflict.doNothing())
      : service.db
          .updateTable('identity_users')
          .set({ ...said, modified_at: now })
          .where('sub', '=', id)
          .where('status', '=', 'UNCONFIRMED')
          .where('enabled', '=', true);
  return (await kept.returningAll().executeTakeFirst()) ?? 'known';
}

/**
 * The reasons a sign-up is refused (error.signUp.isPasswordless, error.signUp.customerExists, error.signUp.usernameExists). They tell that an
 * address is known: the limits of telling are judged before.
 */
function whyNot(known: User): Error {
  const label = labelOf(known);
  return label === undefined ? problems.userExists() : problems.preSignUp(label);
}

/** Confirms an account by the code; the person is an ordinary customer from then on. */
export const confirmSignUp: IdentityAction = async (service, request) => {
  checkClient(service, request);
  const subject = await findSubject(service, text(request, 'Username', 254));
  await useCode(service, subject, { purpose: 'sign-up', code: text(request, 'ConfirmationCode', 20) });
  if (subject.user === undefined) throw problems.wrongCode();
  await service.db
    .updateTable('identity_users')
    .set({ status: 'CONFIRMED', modified_at: service.at.toISOString() })
    .where('sub', '=', subject.id)
    .where('status', '=', 'UNCONFIRMED')
    .execute();
  await setAttributes(service, subject.id, { email_verified: 'true' });
  await addToGroup(service, subject.id, groups.customer);
  return {};
};

/** Sends the code again; an address that waits for none gets the same answer. */
export const resendConfirmationCode: IdentityAction = async (service, request) => {
  checkClient(service, request);
  const subject = await findSubject(service, text(request, 'Username', 254));
  return { CodeDeliveryDetails: await sendCode(service, subject, { purpose: 'sign-up' }) };
};
