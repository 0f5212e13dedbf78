/** The types of an application: what each is begun from, and what is told of it. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../runtime/core/facts.ts';
import { detail } from '../content/compiled.ts';
import { lentTo, openApplication, pagesToSubmit, submitPage, type Page } from './support/applicant.ts';
import { signIn, signUp, type Person } from './support/person.ts';
import { startTestServer, type TestServer } from './support/server.ts';

const began = Date.parse('2026-11-20T15:00:00Z');
let now = began;
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ with: { clock: () => new Date(now) } });
}, 180_000);
afterAll(() => server.stop());

const asked = async (person: Person, operation: string, variables: JsonObject = {}): Promise<JsonObject> => {
  const { data, errors } = await person.ask(operation, variables);
  return errors[0] ? { refused: errors[0].extensions.code } : (data?.[operation] ?? {});
};
const begin = (person: Person, applicationType: string): Promise<JsonObject> =>
  asked(person, 'createReturningApplication', {
    applicationType,
    brandName: 'payday',
    isGPCEnabled: false,
    loanApplicationDetails: {},
  });
const told = (person: Person, id: unknown): Promise<JsonObject> => asked(person, 'application', { id: String(id) });
const lent = async (): Promise<Person> => {
  const person = await signUp(server);
  await lentTo(server, person);
  return person;
};
const types = detail<readonly string[]>('enum.applicationType', 'values');
const notOffered = { refused: 'NOT_OFFERED' };
/** Types by which an open loan is changed, with the draft each is. */
const drafts: Readonly<Record<string, string>> = {
  CONVERSION: 'conversion',
  REFINANCE: 'conversion',
  EPP: 'payment-plan',
  LOAN_MODIFICATION: 'payment-plan',
};

describe('begun by its type', () => {
  test('of each type an application is begun and told, a change of a loan as a draft beside it and only of whoever has one [enum.applicationType]', async () => {
    const [one, another, denied] = [await lent(), await lent(), await signUp(server)];
    const seen = new Map<string, unknown>();
    // Two that are the same draft are begun by two people: each has one of a name open.
    for (const [person, type] of [
      [one, 'STANDARD'],
      [one, 'CONVERSION'],
      [one, 'EPP'],
      [another, 'REFINANCE'],
      [another, 'LOAN_MODIFICATION'],
    ] as const) {
      const { id } = await begin(person, type);
      const { applicationType, draft, originalLoanDetails } = await told(person, id);
      seen.set(String(applicationType), draft);
      expect([type, applicationType, draft]).toEqual([type, type, drafts[type] ?? null]);
      expect(originalLoanDetails).toMatchObject({ payoffAmount: 34_500 });
      expect(await asked(person, 'openApplication', draft === null ? {} : { draft: String(draft) })).toMatchObject({
        id,
        applicationType: type,
      });
    }
    expect([...seen.keys()].sort()).toEqual([...types].sort());
    // Whoever has one open goes on with it, and it stays what it is.
    const { id } = await begin(one, 'LOAN_MODIFICATION');
    expect(await told(one, id)).toMatchObject({ applicationType: 'EPP' });
    for (const type of types) expect(await begin(denied, type)).toEqual({ refused: 'NOTHING_KNOWN' });
    expect(await begin(one, 'CASH')).toEqual({ refused: 'BAD_INPUT' });
  }, 60_000);

  test('nobody changes a loan that they do not owe on', async () => {
    const person = await signUp(server);
    const applicant = await openApplication(server, person);
    for (const page of [...pagesToSubmit({ gross: 20_000 }), submitPage]) await applicant.leave(page);
    await person.hear(applicant.id, (body) => body['status'] === 'SUBMIT_DENIED');
    for (const type of Object.keys(drafts)) expect([type, await begin(person, type)]).toEqual([type, notOffered]);
  });
});

describe('asked for on its page', () => {
  const ask = (applicationType: string): Page => ({
    step: 'ask',
    action: 'ask',
    answers: { 'plan.applicationType': applicationType },
    call: { operation: 'requestLoanChange', variables: (id) => ({ id, applicationType }) },
  });
  const landsAt = async (person: Person): Promise<unknown> => (await asked(person, 'loanAccount'))['landingState'];

  test('a plan is waited for on its page of the account, for as long as it is kept, other terms are not; the loan stays as it was [enum.applicationType]', async () => {
    now = began;
    for (const [type, landing] of [
      ['EPP', 'PENDING_EPP'],
      ['LOAN_MODIFICATION', 'LANDING'],
    ] as const) {
      const person = await lent();
      const before = await asked(person, 'loanAccount');
      const draft = await openApplication(server, person, 'payment-plan');
      expect(await told(person, draft.id)).toMatchObject({ applicationType: 'STANDARD', status: 'OPEN' });
      expect(await landsAt(person)).toBe('LANDING');
      await draft.leave(ask(type));
      expect(await told(person, draft.id)).toMatchObject({ applicationType: type, status: 'ASKED' });
      expect(await asked(person, 'loanAccount')).toEqual({ ...before, landingState: landing });
      now = began + 31 * 86_400_000;
      expect(await landsAt(await signIn(server, person.email))).toBe('LANDING');
      now = began;
    }
  }, 60_000);

  test('what is asked is what the page computes, by its owner alone, and of an open loan', async () => {
    const person = await lent();
    const draft = await openApplication(server, person, 'payment-plan');
    const { id } = draft;
    const pressed = { key: randomUUID(), step: 'ask', by: { by: 'action' as const, action: 'ask' } };
    const codes = async (one: Person, applicationType: string): Promise<unknown> =>
      (await one.ask('requestLoanChange', { id, applicationType }, pressed)).errors.map(
        ({ extensions }) => extensions.code,
      );
    await draft.save({ 'plan.applicationType': 'EPP' }, {});
    for (const other of ['LOAN_MODIFICATION', 'STANDARD']) expect(await codes(person, other)).toEqual(['REFUSED']);
    const stranger = await signUp(server);
    expect(await codes(stranger, 'EPP')).toEqual(['FORBIDDEN']);
    const nothing = await openApplication(server, stranger, 'payment-plan');
    await nothing.save({ 'plan.applicationType': 'EPP' }, {});
    const answer = await stranger.ask('requestLoanChange', { id: nothing.id, applicationType: 'EPP' }, pressed);
    expect(answer.errors.map(({ extensions }) => extensions.code)).toEqual(['GONE']);
  });
});
