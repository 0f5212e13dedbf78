/** What the server answers of the type of a customer, for every kind of customer. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../runtime/core/facts.ts';
import { detail } from '../content/compiled.ts';
import { signIn } from './support/person.ts';
import { startTestServer, type TestServer } from './support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
}, 180_000);
afterAll(() => server.stop());

/** Somebody with these attributes logs in, and asks what is known of them. */
async function known(attributes: Readonly<Record<string, string>>): Promise<JsonObject> {
  const email = `${Object.values(attributes).join('.').toLowerCase() || 'nothing'}@example.test`;
  await server.admin.createUser({ email, password: 'Marigold42', groups: ['my.account.user'], attributes });
  const { data } = await (await signIn(server, email)).ask('customerSystemSearch');
  return data?.['customerSystemSearch'] ?? {};
}

describe('the type of a customer', () => {
  const codes = {
    isReturningCustomer: { 'custom:boCode': 'BO1' },
    isRetailReturning: { 'custom:retailBoCode': 'RB1' },
  };
  const told = new Set<unknown>();
  test.each([
    ['both kinds of loan before [rule.customerType.omniReturning]', 'rule.customerType.omniReturning'],
    ['a loan online before [rule.customerType.onlineReturning]', 'rule.customerType.onlineReturning'],
    ['a loan from a store before [rule.customerType.retailReturning]', 'rule.customerType.retailReturning'],
    ['no loan before [rule.customerType.new]', 'rule.customerType.new'],
  ])('%s', async (_, row) => {
    const when = detail<Readonly<Record<keyof typeof codes, boolean>>>(row, 'when');
    const attributes = Object.assign(
      {},
      ...(Object.keys(codes) as (keyof typeof codes)[]).map((name) => (when[name] ? codes[name] : {})),
    ) as Readonly<Record<string, string>>;
    const answer = await known(attributes);
    expect(answer).toMatchObject({ ...when, customerType: detail(row, 'value') });
    told.add(answer['customerType']);
  });
  test('these are all there are [enum.customerType]', async () => {
    told.add((await known({ 'custom:source': 'OMNI', 'custom:qFundCustomerId': '507' }))['customerType']);
    expect([...told].toSorted()).toEqual(detail<string[]>('enum.customerType', 'values').toSorted());
  });
});
