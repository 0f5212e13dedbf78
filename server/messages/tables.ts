import type { Generated, GeneratedAlways } from 'kysely';

/** The table of messages; instants are ISO strings. */
export interface MessageTables {
  messages: {
    id: string;
    number: GeneratedAlways<string>;
    /** Of rows from before recipients were sealed with the text; null since. */
    recipient: string | null;
    /** Blind index of the recipient. */
    recipient_index: string | null;
    channel: 'email' | 'sms';
    purpose: string;
    brand: string;
    subject: string;
    /** Sealed. */
    body: string;
    state: 'inbox' | 'due' | 'sent' | 'failed' | 'withheld';
    attempts: Generated<number>;
    due_at: string | null;
    written_at: string;
  };
}
