/** What the developers' pages are given. */
import type { Services } from '../services.ts';

export interface InboxMessage {
  readonly to: string;
  readonly channel: string;
  readonly purpose: string;
  readonly subject: string;
  readonly text: string;
  readonly at: string;
}

export interface DevelopmentRoutes {
  readonly services: Services;
  /** Whether content may change while the server runs. */
  readonly hotReload: boolean;
  readonly listInbox: () => Promise<readonly InboxMessage[]>;
  /** Folders of the content, each laid over those before it. */
  readonly contentDirs: readonly string[];
  /** The id of the pool's client, which logs in. */
  readonly clientId: string;
  /** Seeded people with their passwords. */
  readonly people: readonly {
    readonly id: string;
    readonly email: string;
    readonly password: string;
    readonly says: string;
  }[];
}
