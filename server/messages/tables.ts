import type { Generated } from 'kysely';

/** The table of messages; instants are ISO strings. */
export interface MessageTables {
  messages: {
    id: string;
    recipient: string;
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
