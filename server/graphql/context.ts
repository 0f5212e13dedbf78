import type { Caller, Services } from '../services.ts';

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
