/** What the runtime needs of the page it runs in; the app room hands it in. */
import type { Json, JsonObject } from '../core/facts.ts';
import type { SocketLike } from './sockets.ts';

export interface Page {
  /** Changes the address of the page without loading anything. */
  navigate(path: string, options: { readonly replace: boolean; readonly carry?: JsonObject }): void;
  /** Leaves for another document. */
  leave(url: string): void;
  /** Loads this path of the site as a new document. */
  reload(path: string): void;
  focus(on: 'heading' | 'errors' | 'notice'): void;
  /** The flow and step an address stands for, by the route table. */
  match(pathname: string): { readonly flow: string; readonly step: string; readonly params: JsonObject } | undefined;
  address(): { readonly pathname: string; readonly search: string; readonly carry: JsonObject };
  cookies(): string;
  /** Writes a cookie of this site for so many seconds; without a value it is taken away. */
  setCookie(name: string, value: string | undefined, maxAgeSeconds: number): void;
  device(): JsonObject;
  socket(url: string): SocketLike;
  /** Posts a form with these fields to another site: the person leaves, and nothing of them stands in an address. */
  post(url: string, fields: Readonly<Record<string, string>>): void;
  /** What tells this device from others; a secret, no fact. Undefined: the network does not bring what works it out. */
  fingerprint(): Promise<string | undefined>;
  /**
   * What came in the address and was taken out of it: what pages may know, and tokens that only calls get, once.
   */
  readonly secrets: { readonly query: JsonObject; readonly hash: Record<string, Json> };
}
