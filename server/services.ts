import type { Env } from '../compile/types.ts';
import type { Actor } from '../contract/person.ts';
import type { Banks } from './banks/banks.ts';
import type { PaymentProvider } from './payments/provider.ts';
import type { Enrollment, Forgotten, Reminded, PhoneChecks, SecondProof, Shown, Told } from './identity/index.ts';
import type { Events } from './events/index.ts';
import type { Message } from './messages/index.ts';
import type { QueryExecutorProvider } from 'kysely';
import type { FastifyBaseLogger } from 'fastify';
import type { Ports } from './ports.ts';
import type { BankVerifier } from './verification/bank.ts';
import type { IdentityVerifier } from './verification/identity.ts';
import type { Definitions } from './definitions/definitions.ts';

/** Seals one text; `context` binds it to its table, column and row, so that a blob moved elsewhere does not open. */
export interface Sealer {
  seal(text: string, context: SealContext): Promise<string>;
  unseal(blob: string, context: SealContext): Promise<string>;
  /** The same for bytes. */
  sealBytes(clear: Buffer, context: SealContext): Promise<Buffer>;
  unsealBytes(sealed: Buffer, context: SealContext): Promise<Buffer>;
  /** A keyed hash by which equal values are found without being read. */
  blindIndex(kind: string, value: string): string;
}
export interface SealContext {
  readonly table: string;
  readonly column: string;
  readonly row: string;
}

/** The signed-in person, as a verified id token says it. */
export interface Caller {
  readonly sub: string;
  readonly email: string | undefined;
  readonly groups: readonly string[];
  /** Who acts for them, where it is not the person who asks. */
  readonly actor?: Actor;
  /** Every claim of the token. */
  readonly claims: Readonly<Record<string, unknown>>;
  /** Seconds since 1970. */
  readonly expires: number;
}

/** Everything the upper half of the server stands on; one per started server. */
export interface Services extends Pick<Ports, 'clock' | 'id' | 'timers'> {
  readonly env: Env;
  readonly version: string;
  readonly db: QueryExecutorProvider;
  readonly listen: (channel: string, hear: (payload: string) => void) => Promise<() => Promise<void>>;
  readonly sealer: Sealer;
  readonly definitions: Definitions;
  readonly log: FastifyBaseLogger;
  readonly deliver: (message: Message) => Promise<void>;
  readonly events: Pick<Events, 'keep'>;
  readonly banks: Banks;
  /** Who verifies a license or ID card; undefined where nobody is to be asked. */
  readonly identityVerifier: IdentityVerifier | undefined;
  /** Who asks the banks whether an account is somebody's; undefined where nobody is to be asked. */
  readonly bankVerifier: BankVerifier | undefined;
  /** Who takes payments; undefined where nobody is to be asked. */
  readonly payments: PaymentProvider | undefined;
  /** Undefined for a token that is wrong, foreign or ended. */
  readonly verify: (idToken: string) => Promise<Caller | undefined>;
  /** Puts on the trail that somebody asks for this in a customer's name; done before it is performed. */
  readonly acted: (caller: Caller, asked: { readonly operation: string; readonly about?: unknown }) => Promise<void>;
  /** Raises the assurance of the session that a person called from. */
  readonly assure: (caller: Caller, level: number) => Promise<void>;
  /** A token by which another site knows who comes to it; undefined where the tokens are not one session's. */
  readonly handOver: (shown: Shown, audience: string) => Promise<string | undefined>;
  /** The second proof of who somebody is. */
  readonly secondProof: SecondProof;
  /** Whose phone somebody holds, as its own network says. */
  readonly phoneChecks: PhoneChecks;
  /** How a customer of a store comes to an account. */
  readonly enrollment: Enrollment;
  /** Says in somebody's account that the core system knows them; their next token tells it. */
  readonly noteCoreCustomer: (sub: string) => Promise<void>;
  /** What the log-in pages may be told of an address, asked for from a network address. */
  readonly tell: (email: string, from: string) => Promise<Told>;
  /** Texts somebody the email of their account; `from` is the network address that asks. */
  readonly remind: (of: Forgotten, from: string) => Promise<Reminded>;
  /** Wakes the status machine at once. */
  readonly wake: () => void;
}
