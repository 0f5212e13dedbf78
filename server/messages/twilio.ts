/** Text messages by Twilio's Messages API (https://www.twilio.com/docs/messaging/api/message-resource). */
import { timeoutMs, type Sender } from './sender.ts';

export interface TwilioSettings {
  /** The account's SID: `AC` and 32 hexadecimal digits. */
  readonly account: string;
  readonly token: string;
  /** A number in E.164 form, or the SID of a messaging service: `MG` and 32 hexadecimal digits. */
  readonly from: string;
  /** Default: Twilio itself. */
  readonly url?: string;
}

/** Too many requests, and what came too late, are tried again; every other 4yz says that the request is wrong. */
const again: ReadonlySet<number> = new Set([408, 429]);
/** The account's own state, not the message's: its credentials, its permission, its money. */
const ofTheAccount: ReadonlySet<number> = new Set([401, 402, 403]);

export function twilioSender({ account, token, from, url = 'https://api.twilio.com' }: TwilioSettings): Sender {
  const place = `${url}/2010-04-01/Accounts/${account}/Messages.json`;
  const authorization = `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`;
  const by = from.startsWith('MG') ? 'MessagingServiceSid' : 'From';
  return async ({ to, text }) => {
    let answer: Response;
    try {
      answer = await fetch(place, {
        method: 'POST',
        headers: { authorization, accept: 'application/json' },
        body: new URLSearchParams({ To: to, [by]: from, Body: text }),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
    } catch (error) {
      return { state: 'away', why: error instanceof Error ? error.name : 'Error' };
    }
    if (answer.status === 201) return { state: 'sent' };
    const isForGood =
      answer.status >= 400 && answer.status < 500 && !again.has(answer.status) && !ofTheAccount.has(answer.status);
    return { state: isForGood ? 'refused' : 'away', why: `${answer.status}${await codeOf(answer)}` };
  };
}

/** The number by which Twilio names what is wrong, e.g. 21211 for a number that is none; its words may quote it. */
async function codeOf(answer: Response): Promise<string> {
  try {
    const { code } = (await answer.json()) as { readonly code?: unknown };
    return typeof code === 'number' ? ` ${code}` : '';
  } catch {
    // Something on the way answered in its place, and not in JSON: the status is all there is to tell.
    return '';
  }
}
