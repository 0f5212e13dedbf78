import { randomUUID } from 'node:crypto';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isOfBrand, type Claims } from '../../contract/person.ts';
import { findApplication, readActs } from '../../server/journeys/acts/store.ts';
import { testPeople } from '../../server/seed/index.ts';
import { lentTo, openApplication, pagesToSubmit } from './support/applicant.ts';
import { copyContent, edit } from './support/content.ts';
import { graphqlOperations, ownersOperations, sampleInput } from './support/operations.ts';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { graphql, signIn, signUp, type Person } from './support/person.ts';
import { startTestServer, type TestServer } from './support/server.ts';
import { asksAll } from './support/slice.ts';

let server: TestServer;
let contentDir: string;
let id: string;
let enrolling: Promise<string> | undefined;
const tokens: Record<string, string | undefined> = {};
let owner: Person;
const brand = 'payday';
const otherBrands = (): readonly string[] =>
  Object.keys(server.services.definitions.content('2026-11-20').brands).filter((one) => one !== brand);
beforeAll(async () => {
  // A second lender beside the first, with the same flows.
  contentDir = copyContent();
  cpSync(join(contentDir, 'brands', brand), join(contentDir, 'brands', 'twin'), { recursive: true });
  edit(contentDir, 'brands/twin/brand.json', { from: `"key": "${brand}"`, to: '"key": "twin"' });
  edit(contentDir, 'brands/twin/brand.json', { from: '"default": true,', to: '' });
  server = await startTestServer({ contentDir, with: { seeded: true } });
  expect(otherBrands()).toContain('twin');
  owner = await signUp(server);
  const applicant = await openApplication(server, owner);
  id = applicant.id;
  for (const page of pagesToSubmit()) await applicant.leave(page);
  tokens['another customer'] = (await signUp(server)).idToken;
  for (const { id: who, email, password } of testPeople().filter((one) => !isEnrolling(one)))
    tokens[`the test person ${who}`] = (await signIn(server, email, password)).idToken;
}, 180_000);
afterAll(async () => {
  await server.stop();
  rmSync(contentDir, { recursive: true, force: true });
});

const isEnrolling = ({ groups }: { readonly groups: readonly string[] }): boolean => groups.includes('enrollment.user');

const everything = async (): Promise<unknown> => [
  await findApplication(server.services.db, id),
  await readActs(server.services.db, id),
];
const ask = async (
  operation: (typeof graphqlOperations)[number],
  of: string,
  { token, on = brand }: { readonly token: string | undefined; readonly on?: string },
) => {
  const { status, data, errors } = await graphql(server, operation.document, {
    variables: sampleInput(operation, of),
    headers: { 'x-brand-key': on, ...(token !== undefined && { authorization: token }) },
  });
  return { status, data, errors };
};

/** Another customer and, in turn, three of the test people, so that each of them asks several operations; or all. */
function inTurn(turn: number): typeof tokens {
  const [another, ...people] = Object.entries(tokens);
  const three = new Set([0, 1, 2].map((at) => (3 * turn + at) % people.length));
  const chosen = people.filter((_, at) => asksAll || three.has(at));
  return Object.fromEntries([...(another ? [another] : []), ...chosen]);
}

/** Whether a token is of a customer of the brand on whose pages it is shown: another lender's is nobody there. */
function isHeard({ token, on = brand }: { readonly token: string | undefined; readonly on?: string }): boolean {
  const facts = server.services.definitions.content('2026-11-20').brands[on]?.facts ?? {};
  const claims: unknown = JSON.parse(Buffer.from(token?.split('.')[1] ?? '', 'base64url').toString() || 'null');
  return claims !== null && isOfBrand(claims as Claims, facts);
}

describe.each(ownersOperations.map((one) => [one.name, one] as const))('%s', (_, operation) => {
  test('answers about an application of somebody else as about one that is not there, to whoever asks', async () => {
    const before = await everything();
    expect(Object.keys(tokens).length).toBeGreaterThan(2);
    const whoever = [
      ...Object.entries({ ...inTurn(ownersOperations.indexOf(operation)), nobody: undefined }).map(([role, token]) => ({
        role,
        token,
      })),
      ...otherBrands().map((on) => ({ role: `its owner on a page of ${on}`, token: owner.idToken, on })),
    ];
    for (const { role, ...who } of whoever) {
      const unknown = await ask(operation, randomUUID(), who);
      expect([role, unknown.status]).toEqual([role, isHeard(who) ? 403 : 401]);
      for (const theirs of [id, id.toUpperCase()])
        expect([role, await ask(operation, theirs, who)]).toEqual([role, unknown]);
      expect([role, await ask(operation, 'no id', who)]).toEqual([role, unknown]);
    }
    expect(await everything()).toEqual(before);
  });
});

describe('ids that are no application’s', () => {
  /** What somebody else was given in a session of their own, by the name an operation has for it. */
  const theirs: Record<string, string> = {};
  /** Asked for in tests of their own, above and below; a campaign, a state and a ZIP code are nobody's. */
  const ofWhoeverAsks = new Set(['customerCode', 'loanId', 'applicationId', 'campaignId', 'stateCode', 'zipCode']);
  const secretTexts = new Set(['verificationCode']);
  const namesOf = ({ input }: (typeof graphqlOperations)[number]): readonly string[] =>
    [...JSON.stringify(input['properties'] ?? {}).matchAll(/"(\w*(?:[iI]d|Code))":/g)].flatMap(([, name = '']) =>
      ofWhoeverAsks.has(name) || secretTexts.has(name) ? [] : [name],
    );
  const aboutIds = graphqlOperations.filter((one) => one.application === undefined && namesOf(one).length > 0);

  beforeAll(async () => {
    const mina = testPeople().find((one) => one.id === 'proves-by-phone-or-email');
    const she = await signIn(server, mina?.email ?? '', mina?.password);
    const first = async (operation: string, input: JsonObject): Promise<JsonObject> =>
      Object.values((await she.ask(operation, input)).data ?? {})[0] ?? {};
    const { mfaId } = await first('deviceCheck', { blackBox: 'a device' });
    const verification = await first('searchEmailVerification', { mfaId: mfaId ?? '' });
    const enrollment = await first('beginEnrollment', {
      firstName: 'Nia',
      lastName: 'Nobody',
      dateOfBirth: '1988-04-12',
      ssn: '219099999',
      emailAddress: 'nia.nobody@example.test',
    });
    const told = { mfaId, ...verification, enrollmentId: enrollment['enrollmentId'] };
    for (const [name, value] of Object.entries(told)) if (typeof value === 'string') theirs[name] = value;
    expect(Object.keys(theirs).sort()).toEqual(['emailVerificationId', 'enrollmentId', 'mfaId', 'sessionId']);
  });

  test.each(aboutIds.map((one) => [one.name, one] as const))(
    '%s answers about one that another session was given as about one that is not there, to whoever asks',
    async (_, operation) => {
      const names = namesOf(operation);
      const input = (own: (name: string) => string): JsonObject => {
        const given = { ...sampleInput(operation, ''), verificationCode: '000000' };
        // Of two that an operation takes instead of one another, the check of a log-in.
        const used = names.includes('mfaId') ? names.filter((name) => name !== 'enrollmentId') : names;
        const filled = Object.fromEntries(used.map((name) => [name, own(name)]));
        const { otpSearchRequest, ...others } = given as JsonObject & { readonly otpSearchRequest?: JsonObject };
        return otpSearchRequest === undefined ? { ...others, ...filled } : { otpSearchRequest: filled };
      };
      const known = new Set(Object.keys((operation.input['properties'] ?? {}) as JsonObject));
      const answer = async (token: string | undefined, own: (name: string) => string) => {
        const all = Object.entries(input(own)).filter(([name]) => known.has(name));
        const { status, data, errors } = await graphql(server, operation.document, {
          variables: Object.fromEntries(all),
          headers: { 'x-brand-key': brand, 'x-session-id': randomUUID(), ...(token && { authorization: token }) },
        });
        return { status, data, errors };
      };
      // What an operation calls `id` is a check of a log-in, or a draft.
      const named = (name: string): string =>
        theirs[name] ?? (operation.draft === undefined ? (theirs['mfaId'] ?? '') : id);
      for (const [role, token] of Object.entries({ ...tokens, nobody: undefined })) {
        const [real, unknown] = [await answer(token, named), await answer(token, () => randomUUID())];
        expect([role, real]).toEqual([role, unknown]);
        // A code that is checked for nobody is told as not taken.
        const isRefused = real.errors.length > 0 || JSON.stringify(real.data).includes('"success":false');
        expect([role, isRefused]).toEqual([role, true]);
      }
    },
  );
});

/** Members of the input of an operation that name a customer or a loan, however deep they lie. */
const codesIn = ({ input }: (typeof graphqlOperations)[number]): readonly string[] =>
  ['customerCode', 'loanId'].filter((name) => JSON.stringify(input['properties'] ?? {}).includes(`"${name}":`));
const aboutCodes = graphqlOperations.filter((one) => codesIn(one).length > 0);

describe('a customer’s code and the number of a loan', () => {
  /** Of somebody who has a loan here, and the code of somebody whom the loan systems know. */
  let theirs: Readonly<Record<string, readonly string[]>>;
  let lender: Person;
  const asks = async (operation: (typeof graphqlOperations)[number], given: JsonObject, token: string | undefined) => {
    const { status, data, errors } = await graphql(server, operation.document, {
      variables: { ...sampleInput(operation, id), ...given },
      headers: { 'x-brand-key': brand, ...(token !== undefined && { authorization: token }) },
    });
    return { status, data, errors };
  };
  const named = (name: string): (typeof graphqlOperations)[number] => {
    const found = graphqlOperations.find((one) => one.name === name);
    if (found === undefined) throw new Error(`There is no operation ${name}.`);
    return found;
  };
  beforeAll(async () => {
    lender = await signUp(server);
    await lentTo(server, lender);
    const first = async (name: string): Promise<JsonObject> =>
      Object.values((await lender.ask(name, {})).data ?? {})[0] as JsonObject;
    const { customerCode } = await first('conversionOffers');
    const { loan } = await first('loanAccount');
    const olive = testPeople().find((one) => one.id === 'returning-online');
    theirs = {
      customerCode: [String(customerCode), String(olive?.attributes['custom:boCode'])],
      loanId: [String((loan as JsonObject)['loanId'])],
    };
  }, 120_000);

  test('are asked for by several operations, and told to whose they are', async () => {
    expect(aboutCodes.map(({ name }) => name).sort()).toEqual(
      expect.arrayContaining(['conversionOffers', 'getInitialLoanDetails', 'preliminaryUnderwriting', 'sqsLegacy']),
    );
    const [code, loanId] = [theirs['customerCode']?.[0] ?? '', theirs['loanId']?.[0] ?? ''];
    for (const [name, given] of [
      ['conversionOffers', { customerCode: code }],
      ['getInitialLoanDetails', { loanId, customerCode: code }],
    ] as const) {
      const { data, errors } = await asks(named(name), given, lender.idToken);
      expect([name, errors, data?.[name]]).toEqual([name, [], expect.objectContaining({})]);
    }
  });

  test.each(aboutCodes.flatMap((one) => codesIn(one).map((member) => [one.name, member, one] as const)))(
    '%s answers about a %s of somebody else as about one that is not there, to whoever asks',
    async (_, member, operation) => {
      // One that lay deeper would be given by nobody below.
      expect((operation.input['properties'] ?? {}) as JsonObject).toHaveProperty(member);
      const mine = new Set(['the test person returning-online']);
      for (const [role, token] of Object.entries({ ...tokens, nobody: undefined })) {
        if (mine.has(role)) continue;
        const unknown = await asks(operation, { [member]: 'X900900900' }, token);
        const isTold = unknown.errors.length === 0 && unknown.data?.[operation.name] !== null;
        expect([role, isTold]).toEqual([role, false]);
        for (const value of theirs[member] ?? [])
          expect([role, value, await asks(operation, { [member]: value }, token)]).toEqual([role, value, unknown]);
      }
    },
  );
});

test('an application is one brand’s: each brand shows its own, begins its own, and finds none of another', async () => {
  const person = await signUp(server);
  const documentOf = (name: string): string => graphqlOperations.find((one) => one.name === name)?.document ?? '';
  const answered = (brandKey: string, name: string, variables: JsonObject = {}) =>
    graphql(server, documentOf(name), {
      variables,
      headers: { 'x-brand-key': brandKey, authorization: person.idToken },
    });
  const on = async (...asked: Parameters<typeof answered>) => (await answered(...asked)).data?.[asked[1]];
  const { brands } = server.services.definitions.content('2026-11-20');
  const begun: Record<string, string> = {};
  for (const [key, { flows, facts }] of Object.entries(brands)) {
    // Another lender's customer is nobody there, whatever is asked for.
    if (!(facts['availableSources'] as readonly Json[]).includes('1')) {
      for (const name of ['openApplication', 'createApplication'])
        expect([
          key,
          (await answered(key, name, { application: { flow: 'apply', definition: '' } })).errors,
        ]).toMatchObject([key, [{ extensions: { code: 'UNAUTHENTICATED' } }]]);
      continue;
    }
    const [flow, made] = Object.entries(flows).find(([, { saves }]) => saves === 'application') ?? [];
    if (flow === undefined || made === undefined) continue;
    expect([key, await on(key, 'openApplication')]).toEqual([key, null]);
    const created = await on(key, 'createApplication', { application: { flow, definition: made.hash } });
    begun[key] = String(created?.['id']);
  }
  expect(Object.keys(begun).length).toBeGreaterThan(1);
  expect(new Set(Object.values(begun)).size).toBe(Object.keys(begun).length);
  for (const [key, mine] of Object.entries(begun)) expect((await on(key, 'openApplication'))?.['id']).toBe(mine);
});

describe('an enrollment session', () => {
  const ofSomebody = graphqlOperations.filter(({ access }) => access !== 'public');

  test('is given no token at the ordinary log-in, and told what a wrong password is told [behaviour.login.enrollmentSession]', async () => {
    const people = testPeople().filter(isEnrolling);
    expect(people.length).toBeGreaterThan(0);
    for (const { email, password } of people)
      await expect(signIn(server, email, password)).rejects.toThrow(
        'NotAuthorizedException Incorrect username or password.',
      );
  });

  test.each(ofSomebody.map((one) => [one.name, one] as const))(
    'may not ask %s, with a token from before it was one either',
    async (_, operation) => {
      enrolling ??= (async () => {
        const person = await signUp(server);
        await sql`insert into identity_groups (sub, name) select sub, 'enrollment.user' from identity_users where email = ${person.email}`.execute(
          server.services.db,
        );
        return person.idToken;
      })();
      const before = await everything();
      expect(await ask(operation, id, { token: await enrolling })).toMatchObject({
        status: 401,
        errors: [{ extensions: { code: 'UNAUTHENTICATED' } }],
      });
      expect(await everything()).toEqual(before);
    },
  );
});
