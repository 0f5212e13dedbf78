/** What a person who is signed in may do with the account. */
import { beginAttempt, forgiveAttempts } from '../attempts.ts';
import { sendCode, useCode } from '../codes.ts';
import type { Delivery } from '../codes.ts';
import { checkPassword, setPassword } from '../passwords.ts';
import { isAddress } from '../../messages/index.ts';
import { problems } from '../problems.ts';
import { addressToKeep, attributeList, attributesOf, checkWritable, setAttributes, subjectOf } from '../users.ts';
import type { User } from '../users.ts';
import { isTaken } from '../../database/index.ts';
import type { Handler, Service } from './operation.ts';
import { holder } from './session.ts';
import { isPassword } from './sign-in.ts';

export const getUser: Handler<'GetUser'> = async (service, { AccessToken }) => {
  const { user } = await holder(service, AccessToken);
  return { Username: user.sub, UserAttributes: attributeList(user) };
};

/** A new email counts from the moment its code comes back (VerifyUserAttribute). */
export const updateUserAttributes: Handler<'UpdateUserAttributes'> = async (
  service,
  { AccessToken, UserAttributes },
) => {
  const { user } = await holder(service, AccessToken);
  const given = attributesOf(UserAttributes);
  checkWritable(given, 'later');
  const { email, ...others } = given;
  const sent: Delivery[] = [];
  if (email !== undefined && email !== user.email) {
    if (!isAddress('email', email)) throw problems.parameter('Invalid email address format.');
    sent.push(await sendCode(service, await subjectOf(service, user), { target: email }));
  }
  const phone = others['phone_number'];
  if (phone !== undefined && phone !== '' && !isAddress('sms', phone))
    throw problems.parameter('Invalid phone number format.');
  await setAttributes(service, user.sub, phone === undefined ? others : { ...others, phone_number_verified: 'false' });
  return { CodeDeliveryDetailsList: sent };
};

export const getUserAttributeVerificationCode: Handler<'GetUserAttributeVerificationCode'> = async (
  service,
  { AccessToken },
) => {
  const { user } = await holder(service, AccessToken);
  const phone = user.attributes['phone_number'];
  if (phone === undefined) throw problems.parameter('There is nothing of that name to verify.');
  return { CodeDeliveryDetails: await sendCode(service, await subjectOf(service, user), { target: phone }) };
};

export const verifyPhone: Handler<'VerifyUserAttribute phone_number'> = async (service, { AccessToken, Code }) => {
  const { user } = await holder(service, AccessToken);
  const target = await useCode(service, await subjectOf(service, user), Code);
  if (target !== user.attributes['phone_number']) throw problems.expiredCode();
  await setAttributes(service, user.sub, { phone_number_verified: 'true' });
  return {};
};

export const verifyEmail: Handler<'VerifyUserAttribute email'> = async (service, { AccessToken, Code }) => {
  const { user } = await holder(service, AccessToken);
  const target = await useCode(service, await subjectOf(service, user), Code);
  await takeAddress(service, user, addressToKeep(target));
  await setAttributes(service, user.sub, { email_verified: 'true' });
  await service.deliver({
    to: user.email,
    channel: 'email',
    purpose: 'email-changed',
    brand: user.attributes['custom:brand'] ?? '',
    subject: 'Your email address was changed',
    text: 'The email address of your account was changed. If that was not you, call us.',
  });
  return {};
};

/**
 * The address is the person's from now on. A sign-up for it that nobody confirmed binds nobody: any stranger can make
 * one, and the code came back from the address itself.
 * @throws AliasExistsException when somebody else has it, also where two bring their codes at once
 */
async function takeAddress({ db }: Service, { sub }: User, email: string): Promise<void> {
  await db
    .deleteFrom('identity_users')
    .where('email_lower', '=', email.toLowerCase())
    .where('status', '=', 'UNCONFIRMED')
    .where('sub', '!=', sub)
    .execute();
  await db
    .updateTable('identity_users')
    .set({ email })
    .where('sub', '=', sub)
    .execute()
    .catch((error: unknown) => {
      throw isTaken(error) ? problems.aliasExists() : error;
    });
}

/** Sets another password; every session but this one ends. */
export const changePassword: Handler<'ChangePassword'> = async (
  service,
  { AccessToken, PreviousPassword, ProposedPassword: password },
) => {
  const { user, session } = await holder(service, AccessToken);
  checkPassword(password);
  await beginAttempt(service, user.sub);
  const subject = await subjectOf(service, user);
  if (!isPassword(service, subject, PreviousPassword)) throw problems.wrongCredentials();
  await forgiveAttempts(service, user.sub);
  await setPassword(service, subject, { password, keeps: session });
  return {};
};
