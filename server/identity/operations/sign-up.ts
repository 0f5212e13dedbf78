/** Making an account and proving the address. */
import { randomUUID } from 'node:crypto';
import { isAddress } from '../../messages/index.ts';
import { sendCode, masked, useCode } from '../codes.ts';
import { checkPassword, sealedVerifier } from '../passwords.ts';
import { problems } from '../problems.ts';
import { attributes, text } from '../request.ts';
import { addToGroup, checkWritable, findSubject, findUser, groups, setAttributes } from '../users.ts';
import type { User } from '../users.ts';
import { checkClient, subjectOf } from './operation.ts';
import type { Operation } from './operation.ts';

/** Makes an unconfirmed account and sends a code. */
export const signUp: Operation = async (service, request) => {
  checkClient(service, request);
  const password = text(request, 'Password', 256);
  checkPassword(password);
  const given = attributes(request, 'UserAttributes');
  checkWritable(given, 'signUp');
  const { email: attribute, ...others } = given;
  const email = (attribute ?? text(request, 'Username', 254)).trim();
  if (!isAddress('email', email)) throw problems.parameter('Username should be an email.');
  const known = await findUser(service, email);
  if (known !== undefined) throw whyNot(known);
  const sub = randomUUID();
  const now = service.at.toISOString();
  const made = await service.db
    .insertInto('identity_users')
    .values({
      sub,
      email,
      status: 'UNCONFIRMED',
      attributes: { ...others, email_verified: 'false' },
      ...(await sealedVerifier(service, sub, password)),
      created_at: now,
      modified_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (made === undefined) throw problems.userExists();
  return {
    UserConfirmed: false,
    UserSub: sub,
    CodeDeliveryDetails: await sendCode(service, await subjectOf(service, made), { purpose: 'sign-up' }),
  };
};

/** The reasons a sign-up is refused before it begins (error.signUp.isPasswordless, error.signUp.customerExists, error.signUp.usernameExists). */
function whyNot(known: User): Error {
  if (known.attributes['custom:isPasswordless'] === 'true') return problems.preSignUp('isPasswordless');
  if (known.attributes['custom:source'] === 'LEGACY') return problems.preSignUp('customerExists');
  return problems.userExists();
}

/** Confirms an account by the code; the person is an ordinary customer from then on. */
export const confirmSignUp: Operation = async (service, request) => {
  checkClient(service, request);
  const subject = await findSubject(service, text(request, 'Username', 254));
  await useCode(service, subject, { purpose: 'sign-up', code: text(request, 'ConfirmationCode', 20) });
  if (subject.user === undefined) throw problems.wrongCode();
  await service.db
    .updateTable('identity_users')
    .set({ status: 'CONFIRMED', modified_at: service.at.toISOString() })
    .where('sub', '=', subject.id)
    .execute();
  await setAttributes(service, subject.id, { email_verified: 'true' });
  await addToGroup(service, subject.id, groups.customer);
  return {};
};

/** Sends the code again; an address that waits for none gets the same answer. */
export const resendConfirmationCode: Operation = async (service, request) => {
  checkClient(service, request);
  const name = text(request, 'Username', 254);
  const subject = await findSubject(service, name);
  if (subject.user !== undefined && subject.user.status !== 'UNCONFIRMED')
    return { CodeDeliveryDetails: { Destination: masked(name), DeliveryMedium: 'EMAIL', AttributeName: 'email' } };
  return { CodeDeliveryDetails: await sendCode(service, subject, { purpose: 'sign-up' }) };
};
