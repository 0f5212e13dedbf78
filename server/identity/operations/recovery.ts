/** A forgotten password: a code to the address, then a new password. */
import { groupsThat } from '../../../contract/groups.ts';
import { sendCode, useCode } from '../codes.ts';
import { checkPassword, setPassword } from '../passwords.ts';
import { judge } from '../standing.ts';
import { addToGroup, findSubject, setAttributes, statusOf } from '../users.ts';
import type { Handler } from './operation.ts';

/** Sends a code; an address that nobody has gets the same answer after the same work. */
export const forgotPassword: Handler<'ForgotPassword'> = async (service, { Username }) => ({
  CodeDeliveryDetails: await sendCode(service, await findSubject(service, Username)),
});

/** Sets the new password and ends every session; the code proves the address, so the account counts as confirmed. */
export const confirmForgotPassword: Handler<'ConfirmForgotPassword'> = async (
  service,
  { Username, Password: password, ConfirmationCode },
) => {
  checkPassword(password);
  const subject = await findSubject(service, Username);
  await useCode(service, subject, ConfirmationCode);
  const { to } = judge(service.request, 'account', subject.state);
  await setPassword(service, subject, { password, ...statusOf(to) });
  await setAttributes(service, subject.id, { email_verified: 'true' });
  if (subject.state === 'UNCONFIRMED')
    for (const group of groupsThat('newcomers')) await addToGroup(service, subject.id, group);
  return {};
};
