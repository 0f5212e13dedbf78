import type { Services } from '../services.ts';

/** The signed-in person, as a verified id token says it. */
export interface Caller {
  readonly sub: string;
  readonly email: string | undefined;
  readonly groups: readonly string[];
  /** Every claim of the token. */
  readonly claims: Readonly<Record<string, unknown>>;
  /** Seconds since 1970. */
  readonly expires: number;
}

/** What a resolver knows of its request. */
export interface RequestContext {
  readonly services: Services;
  readonly caller: Caller | undefined;
  readonly brand: string;
  readonly session: string | undefined;
  readonly campaign: string | undefined;
  /** The test clock's in local mode. */
  readonly now: Date;
  /** Eastern calendar date of `now`. */
  readonly today: string;
  readonly cookies: Readonly<Record<string, string>>;
}
