/** A forgotten password: a code to the address, then a new password. */
import { sendCode, useCode } from '../codes.ts';
import { checkPassword, setPassword } from '../passwords.ts';
import { problems } from '../problems.ts';
import { text } from '../request.ts';
import { addToGroup, findSubject, groups, setAttributes } from '../users.ts';
import { checkClient } from './operation.ts';
import type { Operation } from './operation.ts';

/** Sends a code; an address that nobody has gets the same answer after the same work. */
export const forgotPassword: Operation = async (identity, request, at) => {
  checkClient(identity, request);
  const subject = await findSubject(identity, text(request, 'Username', 254));
  return { CodeDeliveryDetails: await sendCode(identity, subject, 'reset', at) };
};

/** Sets the new password and ends every session; the code proves the address, so the account counts as confirmed. */
export const confirmForgotPassword: Operation = async (identity, request, at) => {
  checkClient(identity, request);
  const password = text(request, 'Password', 256);
  checkPassword(password);
  const subject = await findSubject(identity, text(request, 'Username', 254));
  await useCode(identity, subject, 'reset', text(request, 'ConfirmationCode', 20), at);
  if (subject.user === undefined) throw problems.wrongCode();
  await setPassword(identity, subject.id, password, at, 'CONFIRMED');
  await setAttributes(identity, subject.id, { email_verified: 'true' }, at);
  if (subject.user.status === 'UNCONFIRMED') await addToGroup(identity, subject.id, groups.customer);
  await identity.tokens.revokeAll(subject.id, at);
  return {};
};
