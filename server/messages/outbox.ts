/** Hands messages that are due to their providers, and remembers how it went. */
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { FieldCipher } from '../crypto/index.ts';
import type { Database } from '../database/tables.ts';
import { openBody } from './body.ts';
import type { Sender } from './sender.ts';

type Channel = Database['messages']['channel'];
/** By what each kind of message leaves; without one it stays in the local inbox. */
export type Senders = { readonly [C in Channel]?: Sender | undefined };

/** A message that did not leave, without anything personal. */
export interface Unsent {
  readonly id: string;
  readonly channel: Channel;
  readonly purpose: string;
  /** The provider's own code. */
  readonly why: string;
  /** It is tried again; else it is given up. */
  readonly again: boolean;
}

export interface OutboxNeeds {
  readonly db: Kysely<Database>;
  readonly cipher: FieldCipher;
  readonly senders: Senders;
  readonly now: () => Date;
  readonly onUnsent: (unsent: Unsent) => void;
}

/** After so many tries a message is given up as `failed`. */
const tries = 8;

/**
 * Sends what is due, at most 20 messages; a message is leased by its due time, so several processes do not send it
 * twice at once. One whose answer was lost goes a second time.
 * @returns how many were sent
 */
export async function sendDue({ db, cipher, senders, now, onUnsent }: OutboxNeeds): Promise<number> {
  const at = now();
  const leased = new Date(at.getTime() + 60_000).toISOString();
  const channels = (Object.keys(senders) as Channel[]).filter((channel) => senders[channel] !== undefined);
  const due = await sql<Database['messages'] & { attempts: number }>`
    update messages set due_at = ${leased}, attempts = attempts + 1 where id in (
      select id from messages where state = 'due' and due_at <= ${at.toISOString()} and channel in (${sql.join(channels)})
      order by due_at limit 20 for update skip locked)
    returning *`.execute(db);
  let sent = 0;
  for (const message of due.rows) {
    const { to = message.recipient ?? '', text } = await openBody(cipher, message.id, message.body);
    const { id, brand, subject, channel, purpose, attempts } = message;
    const ended = await (senders[channel] as Sender)({ id, to, brand, subject, text });
    const isOver = ended.state === 'refused' || attempts >= tries;
    const state = ended.state === 'sent' ? 'sent' : isOver ? 'failed' : 'due';
    const again = new Date(at.getTime() + 2 ** attempts * 5_000).toISOString();
    await db
      .updateTable('messages')
      .set({ state, due_at: state === 'due' ? again : null })
      .where('id', '=', id)
      .execute();
    if (ended.state === 'sent') sent += 1;
    else onUnsent({ id, channel, purpose, why: ended.why, again: state === 'due' });
  }
  return sent;
}
