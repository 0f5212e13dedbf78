/** A forgotten password: a code to the address, then a new password. */
import { sendCode, useCode } from '../codes.ts';
import { checkPassword, setPassword } from '../passwords.ts';
import { problems } from '../problems.ts';
import { text } from '../request.ts';
import { addToGroup, findSubject, groups, setAttributes } from '../users.ts';
import { checkClient } from './operation.ts';
import type { IdentityAction } from './operation.ts';

/** Sends a code; an address that nobody has gets the same answer after the same work. */
export const forgotPassword: IdentityAction = async (service, request) => {
  checkClient(service, request);
  const subject = await findSubject(service, text(request, 'Username', 254));
  return { CodeDeliveryDetails: await sendCode(service, subject, { purpose: 'reset' }) };
};

/** Sets the new password and ends every session; the code proves the address, so the account counts as confirmed. */
export const confirmForgotPassword: IdentityAction = async (service, request) => {
  checkClient(service, request);
  const password = text(request, 'Password', 256);
  checkPassword(password);
  const subject = await findSubject(service, text(request, 'Username', 254));
  await useCode(service, subject, { purpose: 'reset', code: text(request, 'ConfirmationCode', 20) });
  if (subject.user === undefined) throw problems.wrongCode();
  await setPassword(service, subject, { password, status: 'CONFIRMED' });
  await setAttributes(service, subject.id, { email_verified: 'true' });
  if (subject.user.status === 'UNCONFIRMED') await addToGroup(service, subject.id, groups.customer);
  return {};
};
