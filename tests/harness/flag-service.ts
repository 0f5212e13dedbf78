/** A service of flags that speaks OFREP, as a site has one beside its servers: says of each brand what it is told. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { JsonObject } from '../../runtime/core/facts.ts';

export interface FlagService {
  readonly address: string;
  /** What it says from now on, by brand: flags by their paths (`authentication.mfa`). */
  say(flags: Readonly<Record<string, JsonObject>>): void;
  close(): Promise<void>;
}

export async function startFlagService(): Promise<FlagService> {
  let says: Readonly<Record<string, JsonObject>> = {};
  let version = 0;
  const service = createServer((request, answer) => {
    void text(request).then((body) => {
      const { context } = JSON.parse(body) as { readonly context: { readonly targetingKey: string } };
      const etag = `"${version}"`;
      if (request.headers['if-none-match'] === etag) return answer.writeHead(304).end();
      const flags = Object.entries(says[context.targetingKey] ?? {}).map(([key, value]) => ({ key, value }));
      return answer.writeHead(200, { 'content-type': 'application/json', etag }).end(JSON.stringify({ flags }));
    });
  }).listen(0, '127.0.0.1');
  await once(service, 'listening');
  return {
    address: `http://127.0.0.1:${(service.address() as AddressInfo).port}`,
    say(flags) {
      says = flags;
      version += 1;
    },
    close: () =>
      new Promise((resolve) => {
        service.close(() => resolve());
        service.closeAllConnections();
      }),
  };
}
