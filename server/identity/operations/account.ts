/** What a person who is signed in may do with the account. */
import { beginAttempt, forgiveAttempts } from '../attempts.ts';
import { sendCode, useCode } from '../codes.ts';
import type { Delivery } from '../codes.ts';
import { checkPassword, setPassword } from '../passwords.ts';
import { isAddress } from '../../messages/index.ts';
import { problems } from '../problems.ts';
import { attributes, text } from '../request.ts';
import { attributeList, checkWritable, findUser, setAttributes, subjectOf } from '../users.ts';
import { checkClient } from './operation.ts';
import type { IdentityAction } from './operation.ts';
import { isPassword } from './sign-in.ts';

export const getUser: IdentityAction = async (service, request) => {
  const { user } = await service.tokens.userOf(text(request, 'AccessToken'), service.at);
  return { Username: user.sub, UserAttributes: attributeList(user) };
};

/** A new email counts from the moment its code comes back (VerifyUserAttribute). */
export const updateUserAttributes: IdentityAction = async (service, request) => {
  const { user } = await service.tokens.userOf(text(request, 'AccessToken'), service.at);
  const given = attributes(request, 'UserAttributes');
  checkWritable(given, 'later');
  const { email, ...others } = given;
  const sent: Delivery[] = [];
  if (email !== undefined && email !== user.email) {
    if (!isAddress('email', email)) throw problems.parameter('Invalid email address format.');
    sent.push(await sendCode(service, await subjectOf(service, user), { purpose: 'change-email', target: email }));
  }
  const phone = others['phone_number'];
  if (phone !== undefined && phone !== '' && !isAddress('sms', phone))
    throw problems.parameter('Invalid phone number format.');
  await setAttributes(service, user.sub, phone === undefined ? others : { ...others, phone_number_verified: 'false' });
  return { CodeDeliveryDetailsList: sent };
};

export const getUserAttributeVerificationCode: IdentityAction = async (service, request) => {
  const { user } = await service.tokens.userOf(text(request, 'AccessToken'), service.at);
  const phone = user.attributes['phone_number'];
  if (text(request, 'AttributeName') !== 'phone_number' || phone === undefined)
    throw problems.parameter('There is nothing of that name to verify.');
  return {
    CodeDeliveryDetails: await sendCode(service, await subjectOf(service, user), {
      purpose: 'verify-phone',
      target: phone,
    }),
  };
};

export const verifyUserAttribute: IdentityAction = async (service, request) => {
  const { user } = await service.tokens.userOf(text(request, 'AccessToken'), service.at);
  const name = text(request, 'AttributeName');
  if (name !== 'email' && name !== 'phone_number') throw problems.parameter('There is nothing of that name to verify.');
  const target = await useCode(service, await subjectOf(service, user), {
    purpose: name === 'email' ? 'change-email' : 'verify-phone',
    code: text(request, 'Code', 20),
  });
  if (name === 'phone_number') {
    if (target !== user.attributes['phone_number']) throw problems.expiredCode();
    await setAttributes(service, user.sub, { phone_number_verified: 'true' });
    return {};
  }
  const other = await findUser(service, target);
  if (other !== undefined && other.sub !== user.sub) throw problems.aliasExists();
  await service.db.updateTable('identity_users').set({ email: target }).where('sub', '=', user.sub).execute();
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

/** Sets another password; every session but this one ends. */
export const changePassword: IdentityAction = async (service, request) => {
  const { user, session } = await service.tokens.userOf(text(request, 'AccessToken'), service.at);
  const proposed = text(request, 'ProposedPassword', 256);
  checkPassword(proposed);
  await beginAttempt(service, user.sub);
  const subject = await subjectOf(service, user);
  if (!isPassword(service, subject, text(request, 'PreviousPassword', 256))) throw problems.wrongCredentials();
  await forgiveAttempts(service, user.sub);
  await setPassword(service, subject, { password: proposed, keeps: session });
  return {};
};

/** The refresh token's session ends; its tokens are refused from then on. */
export const revokeToken: IdentityAction = async (service, request) => {
  checkClient(service, request);
  await service.tokens.revoke(text(request, 'Token'), service.at);
  return {};
};

export const getTokensFromRefreshToken: IdentityAction = async (service, request) => {
  checkClient(service, request);
  return { AuthenticationResult: await service.tokens.refresh(text(request, 'RefreshToken'), service.at) };
};

export const globalSignOut: IdentityAction = async (service, request) => {
  const { user } = await service.tokens.userOf(text(request, 'AccessToken'), service.at);
  await service.tokens.revokeAll(user.sub, service.at);
  return {};
};
