/** What the identity service keeps of customers is what rules know of them, for every kind of customer. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { personFacts } from '../../contract/person.ts';
import type { JsonObject } from '../../runtime/core/facts.ts';
import { detail } from '../content/compiled.ts';
import { graphqlOperations } from './support/operations.ts';
import { graphql, signIn } from './support/person.ts';
import { startTestServer, type TestServer } from './support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
}, 180_000);
afterAll(() => server.stop());

/** Somebody with these attributes logs in: what is known of them by their token. */
async function known(attributes: Readonly<Record<string, string>>): Promise<JsonObject> {
  const email = `${Object.keys(attributes).length}.${Object.values(attributes).join('.').toLowerCase()}@example.test`;
  await server.admin.createUser({ email, password: 'Marigold42', groups: ['my.account.user'], attributes });
  const { idToken } = await signIn(server, email);
  const caller = await server.services.verify(idToken);
  return personFacts(caller?.claims, { brand: {} }).customer;
}

describe('the type of a customer', () => {
  const codes = {
    isReturningCustomer: { 'custom:boCode': 'BO1' },
    isRetailReturning: { 'custom:retailBoCode': 'RB1' },
  };
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
    expect((await known(attributes))['customerType']).toBe(detail(row, 'value'));
  });
});

test('whoever asks is told which of the types of customer they are, and there are no others [enum.customerType]', async () => {
  const search = graphqlOperations.find(({ name }) => name === 'customerSystemSearch');
  const kinds = [
    {},
    { 'custom:boCode': 'BO2' },
    { 'custom:retailBoCode': 'RB2' },
    { 'custom:boCode': 'BO3', 'custom:retailBoCode': 'RB3' },
  ];
  const told = await Promise.all(
    kinds.map(async (attributes, index) => {
      const email = `kind-${index}@example.test`;
      await server.admin.createUser({ email, password: 'Marigold42', groups: ['my.account.user'], attributes });
      const { idToken } = await signIn(server, email);
      const headers = { authorization: idToken, 'x-session-id': `00000000-0000-4000-8000-00000000000${index}` };
      const { data } = await graphql(server, search?.document ?? '', { variables: {}, headers });
      return (data?.['customerSystemSearch'] as JsonObject | undefined)?.['customerType'];
    }),
  );
  expect(told.toSorted()).toEqual(detail<string[]>('enum.customerType', 'values').toSorted());
});

test('every attribute of the identity service comes through a log-in [entity.identityCustomAttributes]', async () => {
  const values = {
    boCode: 'BO7',
    retailBoCode: 'RB7',
    loanProCustomerId: '407',
    qFundCustomerId: '507',
    source: 'OMNI',
    brand: '1',
  };
  const attributes = Object.fromEntries(Object.entries(values).map(([name, value]) => [`custom:${name}`, value]));
  expect(Object.keys(values)).toEqual(
    expect.arrayContaining(
      Object.values(detail<Readonly<Record<string, string>>>('entity.identityCustomAttributes', 'mapsTo')),
    ),
  );
  expect(await known({ ...attributes, 'custom:isPasswordless': 'false' })).toMatchObject({
    ...values,
    isPasswordless: false,
  });
});
