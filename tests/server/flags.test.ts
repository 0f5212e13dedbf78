/** A service of flags that speaks OFREP, beside the running server. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../harness/seat.ts';
import { startTestServer, type TestServer } from './support/server.ts';

/** What the service says, by brand. */
let says: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
/** Flags of which the service says that it does not know them. */
const unknown = [{ key: 'loanConversion', errorCode: 'FLAG_NOT_FOUND' }];
let version = 0;
let isAway = false;
const asked: { readonly url: string; readonly token: string; readonly body: string; readonly status: number }[] = [];
let service: Server;
let server: TestServer;

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  let text = '';
  for await (const part of request) text += String(part);
  return text;
};

beforeAll(async () => {
  says = { payday: {} };
  service = createServer((request, answer) => {
    void bodyOf(request).then((body) => {
      const { context } = JSON.parse(body) as { readonly context: { readonly targetingKey: string } };
      const etag = `"${version}"`;
      const status = isAway ? 500 : request.headers['if-none-match'] === etag ? 304 : 200;
      asked.push({ url: request.url ?? '', token: String(request.headers.authorization), body, status });
      answer.writeHead(status, { 'content-type': 'application/json', ...(status === 200 && { etag }) });
      const flags = Object.entries(says[context.targetingKey] ?? {}).map(([key, value]) => ({
        key,
        value,
        reason: 'TARGETING_MATCH',
        variant: 'set',
      }));
      answer.end(
        status === 200
          ? JSON.stringify({ flags: [...flags, ...unknown] })
          : status === 500
            ? JSON.stringify({ errorDetails: 'away' })
            : undefined,
      );
    });
  }).listen(0, '127.0.0.1');
  await once(service, 'listening');
  const { port } = service.address() as AddressInfo;
  server = await startTestServer({
    config: { flags: { url: `http://127.0.0.1:${port}`, token: 'flags-token' } },
    with: { flagsMs: 50 },
  });
});
afterAll(async () => {
  await server?.stop();
  service?.close();
});

type Flags = Readonly<Record<string, unknown>> & { readonly timeouts: { readonly verification: object } };
const flagsOf = async (brand: string): Promise<Flags> =>
  ((await (await fetch(`${server.address}/definitions/boot.json?brand=${brand}`)).json()) as { readonly flags: Flags })
    .flags;
const change = (next: typeof says): void => {
  says = next;
  version += 1;
};

test('what the service says of a flag holds for that brand without a restart or a build; what it does not say, or says in another type, is what the file says', async () => {
  const [payday, pocket] = [await flagsOf('payday'), await flagsOf('pocket')];
  expect([payday['forgotEmail'], payday['loanConversion'], payday['disallowDual']]).toEqual([true, true, true]);
  change({
    payday: { forgotEmail: false, 'timeouts.verification.otp_email': 45, disallowDual: 'no', maintenance: true },
  });
  await until('the flag to be off', async () => (await flagsOf('payday'))['forgotEmail'] === false);
  expect(await flagsOf('payday')).toEqual({
    ...payday,
    forgotEmail: false,
    maintenance: true,
    timeouts: { ...payday.timeouts, verification: { ...payday.timeouts.verification, otp_email: 45 } },
  });
  expect(await flagsOf('pocket')).toEqual(pocket);

  // A brand that is closed says so at once: the server goes by the same flags.
  const page = (brand: string): Promise<Response> =>
    fetch(`${server.address}/login?brand=${brand}`, { redirect: 'manual' });
  expect([(await page('payday')).status, (await page('pocket')).status]).toEqual([503, 200]);
  change({ payday: {} });
  await until('the site to be open', async () => (await page('payday')).status === 200);
  expect(await flagsOf('payday')).toEqual(payday);
});

test('while the service is silent what it said last holds, and the log says so', async () => {
  change({ payday: { forgotEmail: false } });
  await until('the flag to be off', async () => (await flagsOf('payday'))['forgotEmail'] === false);
  isAway = true;
  await until('the log to say it', () => server.log.some((line) => line.includes('the service of flags')));
  expect((await flagsOf('payday'))['forgotEmail']).toBe(false);
  isAway = false;
  change({ payday: {} });
  await until('the flag to be on', async () => (await flagsOf('payday'))['forgotEmail'] === true);
});

test('the service is asked once for all flags of a brand, told nothing but the brand and the surroundings, and sends again only what changed', async () => {
  await until('a question whose answer did not change', () => asked.at(-1)?.status === 304);
  expect(new Set(asked.map(({ url }) => url))).toEqual(new Set(['/ofrep/v1/evaluate/flags']));
  expect(new Set(asked.map(({ token }) => token))).toEqual(new Set(['Bearer flags-token']));
  expect(new Set(asked.map(({ body }) => body))).toEqual(
    new Set(
      ['bankpartner', 'installment', 'payday', 'pocket'].map((brand) =>
        JSON.stringify({ context: { targetingKey: brand, brand, env: 'local' } }),
      ),
    ),
  );
});
