/** Mail by SMTP (RFC 5321), through nodemailer. */
import type { Transporter } from 'nodemailer';
import { timeoutMs, type Sender } from './sender.ts';

export interface SmtpSettings {
  /** `smtps://user:password@host` speaks TLS from the beginning, `smtp://` turns to it before anything is said. */
  readonly url: string;
  /** The address mail comes from; `{brand}` stands for the brand's key. */
  readonly from: string;
}

/** The client is loaded with the first mail: most servers that start in a test never send one. */
export function smtpSender({ url, from }: SmtpSettings): Sender {
  let made: Promise<Transporter> | undefined;
  return async ({ id, to, brand, subject, text }) => {
    const transport = await (made ??= open(url));
    const sender = from.replaceAll('{brand}', brand);
    try {
      await transport.sendMail({
        from: sender,
        // An object is taken as it is; a text would be read as a list of addresses.
        to: { name: '', address: to },
        subject,
        text,
        // The same in every try: a mail whose answer was lost is told from a new one by it (RFC 5322 section 3.6.4).
        messageId: `<${id}@${sender.slice(sender.indexOf('@') + 1)}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
      return { state: 'sent' };
    } catch (error) {
      return failed(error);
    }
  };
}

async function open(url: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  const { protocol, hostname } = new URL(url);
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return createTransport({
    url,
    // Nothing goes over the line in the clear, but to this machine itself.
    requireTLS: protocol === 'smtp:' && !isHere,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    // A text is a text: nothing in it makes the client read a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** The reply says whether another try can help: 5yz of the recipient or of the mail itself is for good (4.2.1). */
function failed(error: unknown): { readonly state: 'away' | 'refused'; readonly why: string } {
  const { code = 'ERROR', responseCode: reply } = error as { readonly code?: string; readonly responseCode?: number };
  const isForGood = ['EENVELOPE', 'EMESSAGE'].includes(code) && reply !== undefined && reply >= 500;
  return { state: isForGood ? 'refused' : 'away', why: reply === undefined ? code : `${code} ${reply}` };
}
