/**
 * Hands messages that are due to the configured relays: HTTPS, JSON `{ id, to, purpose, brand, subject, text }`, bearer
 * key.
 */
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Config } from '../config/index.ts';
import type { FieldCipher } from '../crypto/index.ts';
import type { Database } from '../database/tables.ts';
import { openBody } from './body.ts';

export interface RelayNeeds {
  readonly db: Kysely<Database>;
  readonly cipher: FieldCipher;
  readonly relays: NonNullable<Config['relays']>;
  readonly now: () => Date;
}

/** After so many tries a message is given up as `failed`. */
const tries = 8;

/**
 * Sends what is due, at most 20 messages; a message is leased by its due time, so several processes do not send it
 * twice at once.
 * The relay gets the message's id as idempotency key, because a lost answer leads to a second try.
 * @returns how many were sent
 */
export async function sendDue({ db, cipher, relays, now }: RelayNeeds): Promise<number> {
  const at = now();
  const leased = new Date(at.getTime() + 60_000).toISOString();
  const due = await sql<Database['messages'] & { attempts: number }>`
    update messages set due_at = ${leased}, attempts = attempts + 1 where id in (
      select id from messages where state = 'due' and due_at <= ${at.toISOString()} order by due_at limit 20 for update skip locked)
    returning *`.execute(db);
  let sent = 0;
  for (const message of due.rows) {
    const { to = message.recipient ?? '', text } = await openBody(cipher, message.id, message.body);
    const ok = await post(message.channel === 'email' ? relays.mail : relays.sms, relays.key, {
      id: message.id,
      to,
      purpose: message.purpose,
      brand: message.brand,
      subject: message.subject,
      text,
    });
    const again = new Date(at.getTime() + 2 ** message.attempts * 5_000).toISOString();
    const state = ok ? 'sent' : message.attempts >= tries ? 'failed' : 'due';
    await db
      .updateTable('messages')
      .set({ state, due_at: state === 'due' ? again : null })
      .where('id', '=', message.id)
      .execute();
    if (ok) sent += 1;
  }
  return sent;
}

/** What a relay is sent. */
interface RelayBody {
  readonly id: string;
  readonly to: string;
  readonly purpose: string;
  readonly brand: string;
  readonly subject: string;
  readonly text: string;
}

/** False when the relay is away or refuses: the message stays due. */
async function post(url: string, key: string, body: RelayBody): Promise<boolean> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}`, 'idempotency-key': body.id };
  return fetch(url, { method: 'POST', headers, body: JSON.stringify(body), signal: AbortSignal.timeout(10_000) }).then(
    (answer) => answer.ok,
    () => false,
  );
}
