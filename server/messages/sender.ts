/** How a message leaves for a provider: by mail, or as a text message. */

/** What a provider is handed. */
interface Sendable {
  /** The same in every try of the same message. */
  readonly id: string;
  /** An address that `isAddress` has let pass. */
  readonly to: string;
  readonly brand: string;
  readonly subject: string;
  readonly text: string;
}

/** How it went: `away` is tried again, `refused` never; `why` is the provider's own code, without anything personal. */
type Sending = { readonly state: 'sent' } | { readonly state: 'away' | 'refused'; readonly why: string };

export type Sender = (message: Sendable) => Promise<Sending>;

/** Nothing of a provider is waited for longer than this. */
export const timeoutMs = 10_000;
