/** Somebody who is signed in. */
import type { JsonObject } from '../core/facts.ts';

export interface Person {
  readonly claims: JsonObject;
  /** The raw id token. */
  readonly token: string;
  /** The raw access token. */
  readonly accessToken?: string;
  /** Seconds since 1970. */
  readonly expires: number;
}
