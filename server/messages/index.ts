/** Mail and text messages: written to the database first, then left in the local inbox or handed to their providers. */
import type { Kysely } from 'kysely';
import type { FieldCipher } from '../crypto/index.ts';
import type { Database } from '../database/tables.ts';
import { every, systemPorts, type Ports } from '../ports.ts';
import { isAddress } from './address.ts';
import { openBody, sealBody } from './body.ts';
import { sendDue, type Senders, type Unsent } from './outbox.ts';

export { isAddress } from './address.ts';
export { sendersOf } from './senders.ts';

export interface Message {
  /** The same id again is the same message, and is kept once; default: a new one. */
  readonly id?: string;
  /** An email address, or a phone number in E.164 form (`+15555550100`). */
  readonly to: string;
  readonly channel: 'email' | 'sms';
  readonly purpose: string;
  readonly brand: string;
  readonly subject: string;
  readonly text: string;
  /** A one-time code that stands in the text. */
  readonly code?: string;
  /** Written but never shown or sent: an address that nobody has must cost the same time as one that somebody has. */
  readonly withheld?: boolean;
}

interface InboxMessage {
  readonly id: string;
  readonly to: string;
  readonly channel: 'email' | 'sms';
  readonly purpose: string;
  readonly brand: string;
  readonly subject: string;
  readonly text: string;
  readonly code: string | null;
  /** Instant, ISO 8601. */
  readonly at: string;
}

/** Who hears of what does not leave: by a provider's word, and because of a fault of our own. */
interface Told {
  readonly onUnsent: (unsent: Unsent) => void;
  readonly onError: (error: unknown) => void;
}

export interface Messages {
  /** Takes a message over; it is kept when this returns. @throws when the address is none */
  readonly deliver: (message: Message) => Promise<void>;
  /** What the local inbox holds, newest first; nothing of a kind that a provider takes. */
  readonly listInbox: (filter?: { readonly to?: string; readonly limit?: number }) => Promise<readonly InboxMessage[]>;
  /**
   * Sends what waits for a provider, now and every few seconds; the returned function stops it. Does nothing without
   * one.
   */
  readonly start: (told: Told) => () => void;
}

export interface MessagesNeeds {
  readonly db: Kysely<Database>;
  readonly cipher: FieldCipher;
  readonly senders: Senders;
  /** Default: the machine's. */
  readonly ports?: Pick<Ports, 'clock' | 'id' | 'timers'>;
}

export function createMessages({ db, cipher, senders, ports = systemPorts }: MessagesNeeds): Messages {
  return {
    async deliver(message) {
      if (!isAddress(message.channel, message.to))
        throw new Error(`Not an address for ${message.channel}; check it with isAddress() before calling deliver().`);
      const id = message.id ?? ports.id();
      const at = ports.clock().toISOString();
      const state = message.withheld === true ? 'withheld' : senders[message.channel] === undefined ? 'inbox' : 'due';
      const { to, channel, purpose, brand, subject } = message;
      const body = await sealBody(cipher, id, {
        to,
        text: message.text,
        ...(message.code === undefined ? {} : { code: message.code }),
      });
      await db
        .insertInto('messages')
        .values({
          id,
          recipient_index: recipientIndex(cipher, to),
          channel,
          purpose,
          brand,
          subject,
          body,
          state,
          due_at: state === 'due' ? at : null,
          written_at: at,
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute();
    },

    async listInbox({ to, limit = 100 } = {}) {
      let wanted = db
        .selectFrom('messages')
        .selectAll()
        .where('state', '=', 'inbox')
        .orderBy('written_at', 'desc')
        .orderBy('number', 'desc')
        .limit(limit);
      if (to !== undefined) wanted = wanted.where('recipient_index', '=', recipientIndex(cipher, to));
      return Promise.all(
        (await wanted.execute()).map(
          async ({ id, recipient: clear, channel, purpose, brand, subject, body, written_at: at }) => {
            const { to: recipient = clear ?? '', text, code = null } = await openBody(cipher, id, body);
            return { id, to: recipient, channel, purpose, brand, subject, text, code, at };
          },
        ),
      );
    },

    start({ onUnsent, onError }) {
      if (Object.values(senders).every((sender) => sender === undefined)) return () => undefined;
      const work = (): void => void sendDue({ db, cipher, senders, now: ports.clock, onUnsent }).catch(onError);
      work();
      return every(ports.timers, 2_000, work);
    },
  };
}

function recipientIndex(cipher: FieldCipher, to: string): string {
  return cipher.blindIndex('messages.recipient', to.toLowerCase());
}
