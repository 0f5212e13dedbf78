/** How much one socket, one person and one address may ask of the live status. */
import type { WebSocket } from 'ws';
import { createMeter, type Meter } from '../http/meter.ts';

export const allowance = {
  /** Bytes of one message; a registration takes about a hundred. */
  messageBytes: 4096,
  /** Messages, pings and pongs of one socket in ten seconds; an honest page registers once. */
  messagesPerTenSeconds: 40,
  /** Applications one socket listens to. */
  applications: 20,
  /** Sockets one person has open. */
  perPerson: 20,
  /** Bytes that may wait for a client who does not read; then it is cut off. */
  waitingBytes: 64 * 1024,
  /** Sockets one address has open, and upgrades it asks for in a minute. */
  perAddress: { local: 2000, dev: 400, qa: 400, prod: 200 },
  upgradesPerMinute: { local: 6000, dev: 600, qa: 600, prod: 300 },
} as const;

/** Places that are taken and given back, at most `max` for each key. */
export class Places {
  readonly #taken = new Map<string, number>();
  readonly #max: number;
  constructor(max: number) {
    this.#max = max;
  }
  /** False when the key has all its places. */
  take(key: string): boolean {
    const taken = this.#taken.get(key) ?? 0;
    if (taken >= this.#max) return false;
    this.#taken.set(key, taken + 1);
    return true;
  }
  give(key: string): void {
    const left = (this.#taken.get(key) ?? 1) - 1;
    if (left > 0) this.#taken.set(key, left);
    else this.#taken.delete(key);
  }
}

/** The meter of one socket's messages. */
export function messageMeter(): Meter {
  return createMeter({ max: allowance.messagesPerTenSeconds, windowMs: 10_000, keys: 1 });
}

/** Tells an open client; one that does not read what it is told is cut off, and asks again when it comes back. */
export function say(
  client: Pick<WebSocket, 'readyState' | 'OPEN' | 'bufferedAmount' | 'terminate' | 'send'>,
  text: string,
): void {
  if (client.readyState !== client.OPEN) return;
  if (client.bufferedAmount > allowance.waitingBytes) client.terminate();
  else client.send(text);
}
