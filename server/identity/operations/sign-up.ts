/** Making an account and proving the address. */
import { sendCode, useCode } from '../codes.ts';
import { checkPassword, sealedVerifier } from '../passwords.ts';
import { problems } from '../problems.ts';
import { attributes, text } from '../request.ts';
import { mayTell } from '../telling.ts';
import { addToGroup, checkWritable, findSubject, groups, setAttributes } from '../users.ts';
import type { Subject, User } from '../users.ts';
import { checkClient } from './operation.ts';
import type { IdentityAction, Service } from './operation.ts';

/** Makes an unconfirmed account and sends a code. */
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
  const subject = await findSubject(service, email);
  const sealed = await sealedVerifier(service, subject, password);
  if (subject.user !== undefined) throw await whyNot(service, subject, subject.user);
  const now = service.at.toISOString();
  const made = await service.db
    .insertInto('identity_users')
    .values({
      sub: subject.id,
      email,
      status: 'UNCONFIRMED',
      attributes: { ...others, email_verified: 'false' },
      ...sealed,
      created_at: now,
      modified_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (made === undefined) throw problems.userExists();
  return {
    UserConfirmed: false,
    UserSub: made.sub,
    CodeDeliveryDetails: await sendCode(service, { ...subject, user: made }, { purpose: 'sign-up', unasked: true }),
  };
};

/**
 * The reasons a sign-up is refused before it begins (error.signUp.isPasswordless, error.signUp.customerExists, error.signUp.usernameExists).
 * These answers tell that an address is known, so so many of them are given for an account and to a network address in an hour, and no more.
 */
async function whyNot(service: Service, { id }: Subject, known: User): Promise<Error> {
  if (!(await mayTell(service, id))) return problems.limit();
  if (known.attributes['custom:isPasswordless'] === 'true') return problems.preSignUp('isPasswordless');
  if (known.attributes['custom:source'] === 'LEGACY') return problems.preSignUp('customerExists');
  return problems.userExists();
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
