import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callsOfFlow } from '../../contract/calls.ts';
import { standingOf } from '../../contract/standing.ts';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { findApplication, readActs } from '../../server/journeys/acts/store.ts';
import { load, root, type Loaded } from '../content/compiled.ts';
import {
  heardAt,
  openApplication,
  pagesToSign,
  pagesToSubmit,
  submitPage,
  type Applicant,
} from './support/applicant.ts';
import { ownersMutations, ownersQueries, sampleInput } from './support/operations.ts';
import { signUp, type Person } from './support/person.ts';
import { asksAll } from './support/slice.ts';
import { startTestServer, type TestServer } from './support/server.ts';

let server: TestServer;
let content: Loaded;
beforeAll(async () => {
  [server, content] = await Promise.all([startTestServer(), load([root], 'payday')]);
}, 180_000);
afterAll(() => server.stop());

interface Standing {
  readonly person: Person;
  readonly applicant: Applicant;
}
const sent = async (more: { ssn?: string; gross?: number } = {}): Promise<Standing> => {
  const person = await signUp(server);
  const applicant = await openApplication(server, person);
  for (const page of pagesToSubmit(more)) await applicant.leave(page);
  await applicant.leave(submitPage);
  return { person, applicant };
};
const until = async ({ person, applicant }: Standing, status: string): Promise<void> =>
  void (await person.hear(applicant.id, (body) => body['status'] === status));
const withdrawn = async (): Promise<Standing> => {
  const person = await signUp(server);
  const applicant = await openApplication(server, person);
  for (const page of pagesToSubmit()) await applicant.leave(page);
  expect((await person.ask('withdrawApplication', { id: applicant.id })).errors).toEqual([]);
  return { person, applicant };
};
const approved = async (): Promise<Standing> => {
  const standing = await sent();
  await until(standing, 'SUBMIT_APPROVED');
  await standing.applicant.leave(heardAt('transition', 'SUBMIT_APPROVED'));
  return standing;
};

const begun = async (): Promise<Standing> => {
  const person = await signUp(server);
  const applicant = await openApplication(server, person);
  for (const page of pagesToSubmit()) await applicant.leave(page);
  return { person, applicant };
};

/** Every way an application can stand once it was sent, and how it comes there. */
const standings: Readonly<Record<string, () => Promise<Standing>>> = {
  approved,
  'agreed to': async () => {
    const standing = await approved();
    for (const page of pagesToSign().slice(0, 1)) await standing.applicant.leave(page);
    return standing;
  },
  'waiting for another product': async () => {
    const standing = await sent({ ssn: '219091003' });
    await until(standing, 'PENDING_PRODUCT_SELECTION');
    await standing.applicant.leave(heardAt('transition', 'PENDING_PRODUCT_SELECTION'));
    return standing;
  },
  'waiting for documents': async () => {
    const standing = await sent({ ssn: '219091004' });
    await until(standing, 'SUBMIT_APPROVED');
    await standing.applicant.leave(heardAt('transition', 'SUBMIT_APPROVED'));
    for (const page of pagesToSign()) await standing.applicant.leave(page);
    await until(standing, 'PENDING_ESIGN_DOCUMENT_UPLOAD');
    return standing;
  },
  originated: async () => {
    const standing = await approved();
    for (const page of pagesToSign()) await standing.applicant.leave(page);
    await until(standing, 'ORIGINATED');
    return standing;
  },
  denied: async () => {
    const standing = await sent({ gross: 40_000 });
    await until(standing, 'SUBMIT_DENIED');
    return standing;
  },
  withdrawn,
};
/**
 * Whether an operation is judged by its owner and the status alone, and may be performed at it: no page of the
 * application's own flow makes it, as the bank's word for an account. It changes nothing of how the application stands.
 */
const isByItself = (name: string, status: string): boolean => {
  const operation = server.services.definitions.content('2026-11-20').operations[name];
  const flow = content.flows['apply'];
  if (!flow) throw new Error('There is no loan application.');
  const made = callsOfFlow(flow).some((call) => call.operation === name);
  return operation !== undefined && !made && standingOf(operation, status).may;
};
/** Answers that the document has, each with another one that its field would take. */
const answersSent: Readonly<Record<string, Json>> = {
  'bankingInformation.accountNumber': '999999999',
  'bankingInformation.routingNumber': '011000015',
  'personalInformation.documentNumber': '219091006',
  'personalInformation.lastName': 'Other',
  'loan.amount': 25_000,
  'incomeInformation.amountGross': 999_900,
  'additionalAttributes.esignConsent': false,
  'contactInformation.address.stateCode': 'CA',
};
/** A record with a member too many, in each place that it has. */
const fuller = (record: JsonObject): Readonly<Record<string, JsonObject>> => ({
  'the record': { ...record, note: 'ssn 219-09-9999' },
  'its outcome': { ...record, outcome: { ...(record['outcome'] as JsonObject | undefined), ssn: '219099999' } },
  'what was shown': { ...record, shown: { ...(record['shown'] as JsonObject | undefined), note: 'x'.repeat(1_000) } },
});
const tilaBox = async (): Promise<{ readonly idTag: string; readonly hash: string }> => {
  const { documents } = await server.services.definitions.compliance('payday', '2026-11-20');
  const hash = documents['tila-box']?.hash;
  if (hash === undefined) throw new Error('There is no tila-box in force.');
  return { idTag: 'tila-box', hash };
};
const everything = async (id: string): Promise<unknown> => [
  await findApplication(server.services.db, id),
  await readActs(server.services.db, id),
];

describe.each(Object.entries(standings))('an application that is %s', (name, come) => {
  let standing: Standing;
  let before: unknown;
  beforeAll(async () => {
    standing = await come();
    before = await everything(standing.applicant.id);
  }, 60_000);
  const unchanged = async (): Promise<void> => expect(await everything(standing.applicant.id)).toEqual(before);

  test.each(Object.entries(answersSent))('keeps %s as it was sent', async (path, value) => {
    for (const other of [value, null]) {
      const answer = await standing.applicant.save({ [path]: other }, {});
      expect(answer.errors[0]?.extensions).toMatchObject({ code: 'REFUSED', path });
      expect(answer.errors[0]?.extensions.reason).toMatch(/^(locked|closed)$/);
    }
    await unchanged();
  });

  test('keeps how its pages were left', async () => {
    for (const step of ['personal', 'agreements', 'submit']) {
      if (name === 'withdrawn' && step === 'submit') continue;
      const answer = await standing.applicant.save({}, { [step]: null });
      expect(answer.errors[0]?.extensions).toMatchObject({ code: 'REFUSED', path: step });
    }
    await unchanged();
  });

  test('takes no record of a page that says more than how it was left', async () => {
    const { journey } = (await findApplication(server.services.db, standing.applicant.id)) ?? { journey: {} };
    const event = {
      by: 'event',
      channel: 'application',
      event: name === 'originated' ? 'ORIGINATED' : 'SUBMIT_APPROVED',
    };
    const records: JsonObject = { ...(journey as unknown as JsonObject), transition: event, 'hold-esign': event };
    for (const [step, record] of Object.entries(records))
      for (const [at, more] of Object.entries(fuller(record as JsonObject))) {
        const { errors } = await standing.applicant.save({}, { [step]: more });
        expect([at, errors[0]?.extensions]).toMatchObject([at, { code: 'REFUSED', path: step }]);
      }
    await unchanged();
  });

  test('is not sent again', async () => {
    const answer = await standing.person.ask('submitApplication', { id: standing.applicant.id });
    expect(answer.errors[0]?.extensions.code).toBe('REFUSED');
    await unchanged();
  });

  test('is not withdrawn, signed or sent by a call that its page does not make', async () => {
    const id = standing.applicant.id;
    const dishonest: readonly (readonly [string, JsonObject])[] = [
      ['esignApplication', { id, signature: 'Mickey Mouse' }],
      ['saveAgreements', { id, agreements: { application: { 'privacy-notice': true } } }],
      ...ownersMutations.map((one) => [one.name, sampleInput(one, id)] as const),
    ];
    const status = (await findApplication(server.services.db, id))?.status ?? '';
    for (const [operation, variables] of dishonest) {
      const { errors } = await standing.person.ask(operation, variables);
      if (isByItself(operation, status)) continue;
      expect([operation, errors[0]?.extensions.code]).toEqual([operation, 'REFUSED']);
      expect(errors[0]?.extensions.reason).toMatch(/^\w+$/);
    }
    await unchanged();
  });
});

/** Where an application goes on to when what its own pages ask is asked: an ID that is verified needs no documents. */
const goesOn: Readonly<Record<string, string>> = { 'waiting for documents': 'ORIGINATED' };

describe.each(Object.entries(standings))(
  'an application that is %s and is asked of what no page asks',
  (standing, begin) => {
    test('answers its owner, and its chain does not grow', async () => {
      const { person, applicant } = await begin();
      const ask = async (word: string): Promise<void> => {
        for (const one of ownersQueries) {
          const free = Object.keys((one.input['properties'] ?? {}) as JsonObject).filter(
            (input) => input !== one.application,
          );
          const variables = {
            ...sampleInput(one, applicant.id),
            ...Object.fromEntries(free.map((input) => [input, word])),
          };
          await person.ask(one.name, variables);
        }
      };
      // What a page that stands open asks without saying more is served to it, once.
      const open = async (): Promise<void> => {
        for (const one of ownersQueries) await person.ask(one.name, sampleInput(one, applicant.id));
      };
      await open();
      const then = goesOn[standing];
      if (then !== undefined) {
        await until({ person, applicant }, then);
        await open();
      }
      const before = (await readActs(server.services.db, applicant.id)).length;
      for (let time = 0; time < (asksAll ? 3 : 1); time += 1)
        for (const word of ['payday', 'TX', 'nobody']) await ask(word);
      expect((await readActs(server.services.db, applicant.id)).length).toBe(before);
    });
  },
);

test('a closed application records a last page once, the same again changes nothing', async () => {
  const { person, applicant } = await approved();
  for (const page of pagesToSign()) await applicant.leave(page);
  await until({ person, applicant }, 'ORIGINATED');
  await applicant.leave(heardAt('hold-esign', 'ORIGINATED'));
  const before = await everything(applicant.id);
  await applicant.leave(heardAt('hold-esign', 'ORIGINATED'));
  await applicant.save({}, {});
  expect(await everything(applicant.id)).toEqual(before);
});

test.each(['agreements.application', 'agreements.loan'])(
  'a document that %s does not have is not agreed to',
  async (path) => {
    const { applicant } = path === 'agreements.loan' ? await approved() : await begun();
    const answer = await applicant.save({ [path]: { 'I agree to nothing': true } }, {});
    expect(answer.errors[0]?.extensions).toMatchObject({ code: 'REFUSED', reason: 'wrongType', path });
  },
);

test.each(['personalInformation.firstName', 'personalInformation.documentNumber', 'incomeInformation.amountGross'])(
  'an answer without end is not kept at %s',
  async (path) => {
    const { applicant } = await begun();
    const answer = await applicant.save({ [path]: 'a'.repeat(1_001) }, {});
    expect(answer.errors[0]?.extensions).toMatchObject({ code: 'REFUSED', reason: 'tooLong', path });
    const more = await applicant.save({ [path]: 'a'.repeat(5_000_000) }, {}).catch(() => undefined);
    expect(more === undefined || more.status === 413).toBe(true);
  },
);

describe('a smaller loan', () => {
  const waiting = 'waiting for another product';
  const choose = (standing: Standing, changes: JsonObject) => standing.applicant.save(changes, {});
  const submit = ({ person, applicant }: Standing) =>
    person.ask(
      'submitApplication',
      { id: applicant.id },
      { key: randomUUID(), step: 'products', by: { by: 'action', action: 'continue' } },
    );
  let standing: Standing;
  beforeAll(async () => void (standing = await (standings[waiting] ?? sent)()));

  test('is chosen up to what underwriting offers, told with the state of the application', async () => {
    const { data } = await standing.person.ask('applicationState', { id: standing.applicant.id });
    expect(data?.['applicationState']).toMatchObject({ status: 'PENDING_PRODUCT_SELECTION', offeredAmount: 25_000 });
  });

  test.each([
    [25_001, 'moreThanOffered'],
    [40_000, 'moreThanOffered'],
    [200_000, 'locked'],
    [9_999, 'locked'],
  ])(
    'is not one of %i cents: more than is offered, or what its field refuses, never becomes the amount (%s)',
    async (amount, reason) => {
      await choose(standing, { 'loan.newAmount': amount });
      const before = await everything(standing.applicant.id);
      const { errors } = await choose(standing, { 'loan.amount': amount });
      expect(errors[0]?.extensions).toMatchObject({ code: 'REFUSED', reason, path: 'loan.amount' });
      if (reason === 'moreThanOffered') expect(errors[0]?.extensions).toMatchObject({ field: 'loan.newAmount' });
      expect((await submit(standing)).errors[0]?.extensions).toMatchObject({ code: 'REFUSED', reason: 'notFinished' });
      expect(await everything(standing.applicant.id)).toEqual(before);
    },
  );

  test('is judged once more when it is sent, wherever the amount came from', async () => {
    const { id } = standing.applicant;
    const put = (cents: number) =>
      sql`update applications set answers = jsonb_set(answers, '{loan,amount}', ${String(cents)}::jsonb) where id = ${id}::uuid`.execute(
        server.services.db,
      );
    await choose(standing, { 'loan.newAmount': 40_000 });
    await put(40_000);
    const before = await everything(id);
    const refused = { code: 'REFUSED', reason: 'moreThanOffered', path: 'loan.newAmount' };
    expect((await submit(standing)).errors[0]?.extensions).toMatchObject(refused);
    expect(await everything(id)).toEqual(before);
    await put(30_000);
  });

  test('becomes the amount by the press that sets it, and by no save beside it', async () => {
    await choose(standing, { 'loan.newAmount': 20_000 });
    for (const amount of [25_000, 19_999, null])
      expect((await choose(standing, { 'loan.amount': amount })).errors[0]?.extensions).toMatchObject({
        reason: 'locked',
        path: 'loan.amount',
      });
    expect((await submit(standing)).errors[0]?.extensions).toMatchObject({
      reason: 'notFinished',
      path: 'loan.amount',
    });
    expect((await choose(standing, { 'loan.amount': 20_000 })).errors).toEqual([]);
    expect((await submit(standing)).errors).toEqual([]);
    await until(standing, 'SUBMIT_APPROVED');
    const row = await findApplication(server.services.db, standing.applicant.id);
    expect(row?.progress).toMatchObject({ offer: { principal: 20_000 }, offers: null });
  });
});

describe('an agreement', () => {
  const agreed = { 'loan-agreement': true, 'arbitration-agreement': true };
  const changes: readonly (readonly [string, JsonObject | null])[] = [
    ['taken back', null],
    ['taken back in part', { ...agreed, 'arbitration-agreement': false }],
    ['emptied', {}],
  ];
  test.each([true, false])(
    'stands while the offer does, whether its page was recorded (%s) or the tab was lost after the call',
    async (isRecorded) => {
      const { person, applicant } = await approved();
      const [page] = pagesToSign();
      if (!page?.call) throw new Error('The page of the agreements makes a call.');
      if (isRecorded) await applicant.leave(page);
      else {
        await applicant.save(page.answers ?? {}, {});
        await person.ask('loanOffer', { applicationId: applicant.id });
        const { idTag, hash } = await tilaBox();
        const made = {
          key: randomUUID(),
          step: page.step,
          by: { by: 'action' as const, action: 'continue' },
          shown: { [idTag]: hash },
        };
        expect(
          (await person.ask(page.call.operation, page.call.variables(applicant.id, person.email), made)).errors,
        ).toEqual([]);
      }
      const before = await everything(applicant.id);
      for (const [how, value] of changes) {
        const { errors } = await applicant.save({ 'agreements.loan': value }, {});
        expect([how, errors[0]?.extensions]).toMatchObject([
          how,
          { code: 'REFUSED', reason: 'locked', path: 'agreements.loan', why: expect.stringMatching(/agreed/) },
        ]);
      }
      if (isRecorded) {
        const { errors } = await applicant.save({}, { [page.step]: null });
        expect(errors[0]?.extensions).toMatchObject({ code: 'REFUSED', reason: 'locked', path: page.step });
      }
      expect(await everything(applicant.id)).toEqual(before);
      await applicant.save({ 'agreements.loan': agreed }, {});
      if (!isRecorded) await applicant.leave(page);
      for (const next of pagesToSign().slice(1)) await applicant.leave(next);
      await until({ person, applicant }, 'ORIGINATED');
    },
  );
});

describe('what binds is what was sent, offered and agreed to', () => {
  test('the offer does not move when an answer does: it is the one that was made', async () => {
    const { person, applicant } = await approved();
    const told = (await person.ask('loanOffer', { applicationId: applicant.id })).data?.['loanOffer'] as JsonObject;
    const { amountFinanced, ...made } = told;
    const row = await findApplication(server.services.db, applicant.id);
    expect(row?.progress.offer).toMatchObject(made);
    // Nothing is kept from a loan that takes the place of no other.
    expect(amountFinanced).toBe(made['principal']);
    expect(row?.progress.offer?.hash).toMatch(/^[\w-]{43}$/);
  });

  test('nobody agrees to an offer that was not shown, nor to another one than was shown', async () => {
    const standing = await sent({ ssn: '219091005' });
    await until(standing, 'SUBMIT_APPROVED');
    const { person, applicant } = standing;
    const [page] = pagesToSign();
    if (!page?.call) throw new Error('The page of the agreements makes a call.');
    const { operation, variables } = page.call;
    const { idTag, hash } = await tilaBox();
    const agreeUnseen = async (): Promise<unknown> => {
      await applicant.leave(heardAt('transition', 'SUBMIT_APPROVED'));
      await applicant.save(page.answers ?? {}, {});
      const by = { by: 'action' as const, action: 'continue' };
      const made = { key: randomUUID(), step: page.step, by, shown: { [idTag]: hash } };
      return (await person.ask(operation, variables(applicant.id), made)).errors[0]?.extensions;
    };
    const refused = { code: 'REFUSED', reason: 'notShown', path: 'loanOffer' };
    expect(await agreeUnseen()).toMatchObject(refused);
    for (const next of pagesToSign().slice(0, 1)) await applicant.leave(next);
    const [, sign] = pagesToSign();
    await applicant.save(sign?.answers ?? {}, {});
    const by = { by: 'action' as const, action: 'sign' };
    await person.ask('esignApplication', sign?.call?.variables(applicant.id), { key: randomUUID(), step: 'esign', by });
    await person.hear(applicant.id, (body) => body['action'] === 'ESIGN_RECALCULATED');
    expect(await agreeUnseen()).toMatchObject(refused);
    for (const next of pagesToSign()) await applicant.leave(next);
    await until(standing, 'ORIGINATED');
  });

  test('agreements and signature are bound to the hash of that offer', async () => {
    const { person, applicant } = await approved();
    for (const page of pagesToSign()) await applicant.leave(page);
    await person.hear(applicant.id, (body) => body['status'] === 'ORIGINATED');
    const { progress } = (await findApplication(server.services.db, applicant.id)) ?? {};
    expect(progress?.agreedTo).toBe(progress?.offer?.hash);
    expect(progress?.signedFor).toBe(progress?.offer?.hash);
    expect(progress?.signature).toMatch(/^[\w-]{60,}$/);
  });

  test('nobody else signs: the name is the one on the agreement', async () => {
    const { person, applicant } = await approved();
    for (const page of pagesToSign().slice(0, 1)) await applicant.leave(page);
    await applicant.save({ 'additionalAttributes.signature': 'Mickey Mouse' }, {});
    const signed = await person.ask('esignApplication', { id: applicant.id, signature: 'Mickey Mouse' });
    expect(signed.errors[0]?.extensions).toMatchObject({
      code: 'REFUSED',
      reason: 'notFinished',
      path: 'additionalAttributes.signature',
    });
    const other = await person.ask('esignApplication', { id: applicant.id, signature: 'Ana Ortiz' });
    expect(other.errors[0]?.extensions.code).toBe('REFUSED');
  });

  test.each([1, -30_000])('an amount of %i cents is not submitted', async (amount) => {
    const person = await signUp(server);
    const applicant = await openApplication(server, person);
    for (const page of pagesToSubmit()) await applicant.leave(page);
    await applicant.save({ 'loan.amount': amount }, {});
    const answer = await person.ask('submitApplication', { id: applicant.id });
    expect(answer.errors[0]?.extensions).toMatchObject({ code: 'REFUSED', reason: 'notReached', path: 'amount' });
  });
});
