/** Making an account and proving the address. */
import { randomBytes } from 'node:crypto';
import { sendCode, useCode } from '../codes.ts';
import { checkPassword } from '../passwords.ts';
import { problems } from '../problems.ts';
import { mayTell } from '../telling.ts';
import { makeVerifier, verifierFrom } from '../srp.ts';
import { judge } from '../standing.ts';
import {
  addressToKeep,
  attributesOf,
  checkWritable,
  findSubject,
  labelOf,
  setAttributes,
  statusOf,
  verifierPlace,
  writeAccount,
} from '../users.ts';
import type { Subject, User } from '../users.ts';
import type { Handler, Service } from './operation.ts';

/** Makes an unconfirmed account and sends a code; one that nobody confirmed binds nobody and is replaced. */
export const signUp: Handler<'SignUp'> = async (service, { Username, Password: password, UserAttributes }) => {
  checkPassword(password);
  const given = attributesOf(UserAttributes);
  checkWritable(given, 'signUp');
  const { email: attribute, ...others } = given;
  const email = addressToKeep(Username);
  if (attribute !== undefined && attribute.trim().toLowerCase() !== email.toLowerCase())
    throw problems.parameter('Username and the attribute email should be the same address.');
  if (!(await mayTell(service, email))) throw problems.limit();
  const subject = await findSubject(service, email);
  await service.triggers.preSignUp({ sub: subject.id, email, attributes: others });
  const verifier = await verifierOf(service, subject, password);
  const made = await keep(service, subject, { email, verifier, attributes: { ...others, email_verified: 'false' } });
  if (made === undefined) throw whyNot(subject.user);
  return {
    UserConfirmed: false,
    UserSub: made.sub,
    CodeDeliveryDetails: await sendCode(service, { ...subject, user: made }, { unasked: true }),
  };
};

/**
 * The sealed verifier of a sign-up. Where an earlier one, still unconfirmed, chose another password, neither is taken,
 * as nobody knows which of the two is the owner's: the code would make the password of whoever signed up last good for
 * the owner's account.
 * The owner sets a new one by a code (ForgotPassword).
 */
async function verifierOf(service: Service, { id, salt, user, verifier }: Subject, password: string): Promise<string> {
  const chosen = makeVerifier({ poolName: service.poolName, userId: id, password, salt });
  const isContested = user !== undefined && chosen !== verifier;
  return service.cipher.seal(isContested ? verifierFrom(randomBytes(384)) : chosen, verifierPlace(id));
}

type Said = Pick<User, 'email' | 'verifier' | 'attributes'>;

/**
 * Makes the account, or puts what is said now in the place of all that a sign-up before said; undefined when there is
 * one already.
 */
async function keep(service: Service, { id, salt, user, state }: Subject, said: Said): Promise<User | undefined> {
  const { may, to } = judge(service.request, 'account', state);
  if (!may) return undefined;
  if (user !== undefined) return writeAccount(service, user, said);
  const { status } = statusOf(to);
  if (status === undefined) throw new Error('The operation of this request says no status for a new account.');
  const now = service.at.toISOString();
  const made = await service.db
    .insertInto('identity_users')
    .values({ sub: id, salt, ...said, status, created_at: now, modified_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  return made && { ...made, enrolling: false };
}

/**
 * The reasons a sign-up is refused (error.signUp.isPasswordless, error.signUp.customerExists,
 * error.signUp.usernameExists). They tell that an address is known: the limits of telling are judged before.
 */
function whyNot(known: User | undefined): Error {
  const label = known && labelOf(known);
  return label === undefined ? problems.userExists() : problems.trigger('PreSignUp', label);
}

/** Confirms an account by the code; the person is an ordinary customer from then on. */
export const confirmSignUp: Handler<'ConfirmSignUp'> = async (service, { Username, ConfirmationCode }) => {
  const subject = await findSubject(service, Username);
  await useCode(service, subject, ConfirmationCode);
  const { may, to } = judge(service.request, 'account', subject.state);
  if (!may || subject.user === undefined) return {};
  await writeAccount(service, subject.user, statusOf(to));
  await setAttributes(service, subject.id, { email_verified: 'true' });
  await service.triggers.postConfirmation({
    sub: subject.id,
    email: subject.email,
    attributes: subject.user.attributes,
  });
  return {};
};

/** Sends the code again; an address that waits for none gets the same answer. */
export const resendConfirmationCode: Handler<'ResendConfirmationCode'> = async (service, { Username }) => ({
  CodeDeliveryDetails: await sendCode(service, await findSubject(service, Username)),
});
