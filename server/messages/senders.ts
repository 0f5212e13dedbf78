import type { Config } from '../config/index.ts';
import type { Senders } from './outbox.ts';
import { smtpSender } from './smtp.ts';
import { twilioSender } from './twilio.ts';

/** The providers that are configured. */
export function sendersOf({ smtp, twilio }: Pick<Config, 'smtp' | 'twilio'>): Senders {
  return { email: smtp && smtpSender(smtp), sms: twilio && twilioSender(twilio) };
}
