/** What a person who is signed in may do with the account. */
import { beginAttempt, forgiveAttempts } from '../attempts.ts';
import { sendCode, useCode } from '../codes.ts';
import type { Delivery } from '../codes.ts';
import { checkPassword, setPassword } from '../passwords.ts';
import { isAddress } from '../../messages/index.ts';
import { problems } from '../problems.ts';
import { attributes, text } from '../request.ts';
import { attributeList, checkWritable, findUser, setAttributes } from '../users.ts';
import { checkClient, subjectOf } from './operation.ts';
import type { Operation } from './operation.ts';
import { isPassword } from './sign-in.ts';

export const getUser: Operation = async (identity, request, at) => {
  const user = await identity.tokens.userOf(text(request, 'AccessToken'), at);
  return { Username: user.sub, UserAttributes: attributeList(user) };
};

/** A new email counts from the moment its code comes back (VerifyUserAttribute). */
export const updateUserAttributes: Operation = async (identity, request, at) => {
  const user = await identity.tokens.userOf(text(request, 'AccessToken'), at);
  const given = attributes(request, 'UserAttributes');
  checkWritable(given, 'later');
  const { email, ...others } = given;
  const sent: Delivery[] = [];
  if (email !== undefined && email !== user.email) {
    if (!isAddress('email', email)) throw problems.parameter('Invalid email address format.');
    sent.push(await sendCode(identity, await subjectOf(identity, user), 'change-email', at, email));
  }
  const phone = others['phone_number'];
  if (phone !== undefined && phone !== '' && !isAddress('sms', phone))
    throw problems.parameter('Invalid phone number format.');
  await setAttributes(
    identity,
    user.sub,
    phone === undefined ? others : { ...others, phone_number_verified: 'false' },
    at,
  );
  return { CodeDeliveryDetailsList: sent };
};

export const getUserAttributeVerificationCode: Operation = async (identity, request, at) => {
  const user = await identity.tokens.userOf(text(request, 'AccessToken'), at);
  const phone = user.attributes['phone_number'];
  if (text(request, 'AttributeName') !== 'phone_number' || phone === undefined)
    throw problems.parameter('There is nothing of that name to verify.');
  return { CodeDeliveryDetails: await sendCode(identity, await subjectOf(identity, user), 'verify-phone', at, phone) };
};

export const verifyUserAttribute: Operation = async (identity, request, at) => {
  const user = await identity.tokens.userOf(text(request, 'AccessToken'), at);
  const name = text(request, 'AttributeName');
  if (name !== 'email' && name !== 'phone_number') throw problems.parameter('There is nothing of that name to verify.');
  const target = await useCode(
    identity,
    await subjectOf(identity, user),
    name === 'email' ? 'change-email' : 'verify-phone',
    text(request, 'Code', 20),
    at,
  );
  if (name === 'phone_number') {
    if (target !== user.attributes['phone_number']) throw problems.expiredCode();
    await setAttributes(identity, user.sub, { phone_number_verified: 'true' }, at);
    return {};
  }
  const other = await findUser(identity, target);
  if (other !== undefined && other.sub !== user.sub) throw problems.aliasExists();
  await identity.db.updateTable('identity_users').set({ email: target }).where('sub', '=', user.sub).execute();
  await setAttributes(identity, user.sub, { email_verified: 'true' }, at);
  await identity.deliver({
    to: user.email,
    channel: 'email',
    purpose: 'email-changed',
    brand: user.attributes['custom:brand'] ?? '',
    subject: 'Your email address was changed',
    text: 'The email address of your account was changed. If that was not you, call us.',
  });
  return {};
};

export const changePassword: Operation = async (identity, request, at) => {
  const user = await identity.tokens.userOf(text(request, 'AccessToken'), at);
  const proposed = text(request, 'ProposedPassword', 256);
  checkPassword(proposed);
  await beginAttempt(identity, user.sub, at);
  if (!isPassword(identity, await subjectOf(identity, user), text(request, 'PreviousPassword', 256)))
    throw problems.wrongCredentials();
  await forgiveAttempts(identity, user.sub);
  await setPassword(identity, user.sub, proposed, at);
  return {};
};

/** The refresh token's session ends; its tokens are refused from then on. */
export const revokeToken: Operation = async (identity, request, at) => {
  checkClient(identity, request);
  await identity.tokens.revoke(text(request, 'Token'), at);
  return {};
};

export const getTokensFromRefreshToken: Operation = async (identity, request, at) => {
  checkClient(identity, request);
  return { AuthenticationResult: await identity.tokens.refresh(text(request, 'RefreshToken'), at) };
};

export const globalSignOut: Operation = async (identity, request, at) => {
  const user = await identity.tokens.userOf(text(request, 'AccessToken'), at);
  await identity.tokens.revokeAll(user.sub, at);
  return {};
};
