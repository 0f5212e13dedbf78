/** What the upper half of the server asks of bank links. */
import type { BankEntry, told } from './connection.ts';

/** What a bank link is opened with: a token for one link. */
interface LinkToken {
  readonly link_token: string;
  /** Instant, ISO 8601. */
  readonly expiration: string;
  readonly request_id: string;
}
type Told = ReturnType<typeof told>;

export interface Banks {
  /**
   * A token for one link; for another login at the bank that is linked already, where that asks for it.
   * `unavailable`: the provider cannot be asked now.
   */
  linkToken(of: {
    readonly application: string;
    readonly owner: string;
    readonly clientName: string;
    readonly customization: string;
    /** Where a bank with a log-in page of its own leads back to: `https://...`; others are left out. */
    readonly redirectUrl: string;
  }): Promise<LinkToken | 'unavailable'>;
  /** What a person shared with their link. `expired`: the link was used already, or too long ago. */
  connect(application: string, publicToken: string): Promise<Told | 'expired' | 'unavailable'>;
  /** The entry of an account of the link; undefined where nothing of that id was shared. */
  entry(application: string, accountId: string): Promise<BankEntry | undefined>;
  /** How many days of an account the asset report of the link tells; null: there is no report. */
  daysOfHistory(application: string, accountId: string): Promise<number | null | 'unavailable'>;
}
