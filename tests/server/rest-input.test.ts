/**
 * REST takes what its operations say and nothing else: every member of every one, in every wrong way, made of the
 * schemas.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readSource } from '../../compile/content.ts';
import { operationsOf } from '../../compile/operations.ts';
import type { Operation } from '../../contract/operation.ts';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { filesOf } from '../content/compiled.ts';
import { sampleInput } from './support/operations.ts';
import { startTestServer, type TestServer } from './support/server.ts';

let server: TestServer;
beforeAll(async () => void (server = await startTestServer({ config: { trustedProxies: { hops: 1 } } })), 180_000);
afterAll(() => server.stop());

const operations = Object.values(operationsOf(readSource(filesOf(['schemas'])).source)).filter(
  ({ kind }) => kind === 'rest',
);

let asked = 0;
async function ask(
  { method = 'GET', path = '/' }: Operation,
  body: string | undefined,
  query = '',
): Promise<{ status: number; error: unknown }> {
  asked += 1;
  const response = await fetch(`${server.address}${path.replaceAll(/\{\w+\}/g, 'payday')}${query}`, {
    method,
    // Each from another address, or the limits would answer.
    headers: {
      'x-forwarded-for': `10.0.${asked >> 8}.${asked & 255}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  return { status: response.status, error: text === '' ? undefined : (JSON.parse(text) as JsonObject)['error'] };
}

/** Every place of an input, also those that may be left out, and what its schema says of it. */
function placesOf(
  schema: JsonObject,
): readonly { readonly name: string; readonly put: (body: JsonObject, value: Json) => JsonObject }[] {
  return Object.entries((schema['properties'] ?? {}) as Readonly<Record<string, JsonObject>>).flatMap(
    ([name, inner]) => [
      { name, put: (body: JsonObject, value: Json): JsonObject => ({ ...body, [name]: value }) },
      ...placesOf(inner).map((one) => ({
        name: `${name}.${one.name}`,
        put: (body: JsonObject, value: Json): JsonObject => ({
          ...body,
          [name]: one.put((body[name] ?? {}) as JsonObject, value),
        }),
      })),
    ],
  );
}
/** None of these fits any member of any input. */
const never: Readonly<Record<string, Json>> = {
  null: null,
  'a list in a list': [[]],
  NUL: 'a\0',
  'half of a surrogate pair': '\ud800',
  'a text of 30 kB': 'x'.repeat(30_000),
  'an unknown member': { unknown: { unknown: 1 } },
};
const refused = { status: 400, error: 'badInput' };

const posted = operations.filter(({ method }) => method === 'POST').map((one) => [one.path, one] as const);
describe.each(posted)('POST %s', (_, operation) => {
  test('takes what its operation says; a member left out, of another type, unknown or unkeepable is badInput, and no bug', async () => {
    const honest = sampleInput({ ...operation, document: '' }, '');
    const before = server.log.length;
    expect((await ask(operation, JSON.stringify(honest))).status).not.toBe(500);
    for (const { name, put } of placesOf(operation.input))
      for (const [what, value] of Object.entries(never))
        expect([name, what, await ask(operation, JSON.stringify(put(honest, value)))]).toEqual([name, what, refused]);
    for (const name of (operation.input['required'] ?? []) as readonly string[]) {
      const { [name]: _left, ...others } = honest;
      expect([name, await ask(operation, JSON.stringify(others))]).toEqual([name, refused]);
    }
    for (const wrong of [
      '{',
      '7',
      '"a"',
      '[]',
      'null',
      '{"__proto__":{}}',
      `${'{"a":'.repeat(40)}1${'}'.repeat(40)}`,
      '['.repeat(30_000),
    ])
      expect([wrong.slice(0, 20), await ask(operation, wrong)]).toEqual([wrong.slice(0, 20), refused]);
    expect(await ask(operation, JSON.stringify({ ...honest, more: 1 }))).toEqual(refused);
    expect(await ask(operation, JSON.stringify(honest), '?more=1')).toEqual(refused);
    expect(server.log.slice(before).join('')).toBe('');
  });
});

test.each(operations.filter(({ method }) => method === 'GET').map((one) => [one.path, one] as const))(
  'GET %s takes no more than its path',
  async (_, operation) => {
    expect((await ask(operation, undefined)).status).toBe(200);
    expect(await ask(operation, undefined, '?more=1')).toEqual(refused);
    expect(await ask(operation, undefined, '?more=%00')).toEqual(refused);
  },
);
