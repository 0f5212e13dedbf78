/** Choosing a store while applying, at the doors of the running server. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../runtime/core/facts.ts';
import { openApplication, pagesToSubmit, submitPage } from './support/applicant.ts';
import { graphql, signUp, type Person } from './support/person.ts';
import { startTestServer, type TestServer } from './support/server.ts';

let server: TestServer;
beforeAll(async () => void (server = await startTestServer()), 180_000);
afterAll(() => server.stop());

const choose = (person: Person, id: string, storeInfo: JsonObject) =>
  person.ask('saveStoreInformation', {
    id,
    storeInfo: { brandName: 'payday', ...storeInfo },
    loanProgress: { applicationUrl: '/application/store-select' },
  });
const codeOf = ({ errors }: Awaited<ReturnType<typeof choose>>) => errors[0]?.extensions.code;

describe('the store of an application', () => {
  test('a search from the address of the customer for one store finds the closest of those of their state', async () => {
    const person = await signUp(server);
    const applicant = await openApplication(server, person);
    const asked = () => person.ask('homeAddress', { applicationId: applicant.id });
    expect((await asked()).errors[0]?.extensions.code).toBe('NO_ADDRESS');
    for (const page of pagesToSubmit().slice(0, 1)) await applicant.leave(page);
    const home = (await asked()).data?.['homeAddress'];
    expect(home).toEqual({ addressLine1: '500 Congress Avenue', city: 'Austin', state: 'TX', postalCode: '78701' });
    const found = async (params: JsonObject) => {
      const response = await fetch(`${server.address}/locations/search`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-brand-key': 'payday' },
        body: JSON.stringify({ ...home, type: 'Store', brand: 'payday', activeOnly: true, params }),
      });
      return ((await response.json()) as { results: readonly { state: string; distance: number }[] }).results;
    };
    const first = await found({ limit: 1, skip: 0, maxDistance: 804_700, stateRestriction: 'TX' });
    const all = await found({ limit: 50, skip: 0, maxDistance: 804_700, stateRestriction: 'TX' });
    expect(first).toHaveLength(1);
    expect(first).toEqual(all.slice(0, 1));
    expect(new Set(all.map(({ state }) => state))).toEqual(new Set(['TX']));
  });

  test('it is kept with the application until that is sent, and is the owner’s to choose', async () => {
    const person = await signUp(server);
    const applicant = await openApplication(server, person);
    const kept = async () => {
      const query =
        'query ($id: ID!) { application(id: $id) { storeInformation { storeNumber brandName } loanApplicationProgress { applicationUrl } } }';
      const headers = { authorization: person.idToken, 'x-session-id': person.session };
      return (await graphql(server, query, { variables: { id: applicant.id }, headers })).data?.['application'];
    };
    expect(await kept()).toMatchObject({ storeInformation: { storeNumber: null, brandName: 'payday' } });
    for (const page of pagesToSubmit().slice(0, 1)) await applicant.leave(page);
    expect((await choose(person, applicant.id, { storeNumber: '1101' })).errors).toEqual([]);
    expect((await choose(person, applicant.id, { storeNumber: '1155' })).errors).toEqual([]);
    expect(await kept()).toEqual({
      storeInformation: { storeNumber: '1155', brandName: 'payday' },
      loanApplicationProgress: { applicationUrl: '/application/store-select' },
    });
    expect(codeOf(await choose(person, applicant.id, { storeNumber: '9999' }))).toBe('BAD_INPUT');
    expect(codeOf(await choose(person, applicant.id, { storeNumber: '1101', brandName: 'pocket' }))).toBe('BAD_INPUT');
    const stranger = await signUp(server);
    expect(codeOf(await choose(stranger, applicant.id, { storeNumber: '1101' }))).toBe('FORBIDDEN');
    expect((await stranger.ask('homeAddress', { applicationId: applicant.id })).errors[0]?.extensions.code).toBe(
      'FORBIDDEN',
    );
    for (const page of [...pagesToSubmit().slice(1), submitPage]) await applicant.leave(page);
    await person.hear(applicant.id, (body) => body['status'] === 'SUBMIT_APPROVED');
    expect((await choose(person, applicant.id, { storeNumber: '1101' })).errors).toMatchObject([
      { extensions: { code: 'REFUSED', reason: 'notNow' } },
    ]);
    expect(await kept()).toMatchObject({ storeInformation: { storeNumber: '1155' } });
  });
});
