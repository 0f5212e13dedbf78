/**
 * Applications in the middle: made once over the same door as every other, so that a seed can begin where it matters.
 */
import { randomUUID } from 'node:crypto';
import {
  applicantOf,
  heardAt,
  pagesToSign,
  pagesToSubmit,
  submitPage,
  type Page,
} from '../server/support/applicant.ts';
import type { Answer, Person } from '../server/support/person.ts';
import type { TestServer } from '../server/support/server.ts';
import type { JsonObject } from '../../runtime/core/facts.ts';
import { brand, type Ground, type Somebody } from './ground.ts';
import { clearRows, readRows, type Rows } from './rows.ts';

/**
 * The rows of everybody's application before it is sent, and, where it is approved, before agreeing and before signing.
 */
export async function makeStages(ground: Ground): Promise<readonly Rows[]> {
  const built = ground.places[0]?.old;
  if (built === undefined) throw new Error('The ground has no place for a process.');
  const { services, app } = built;
  await clearRows(ground.database.direct);
  built.begin();
  const stages: Rows[] = [];
  for (const one of ground.people) {
    const token = await ground.token(one, services.clock());
    const session = randomUUID();
    const ask: Person['ask'] = async (operation, variables = {}, act) => {
      const query = ground.boots.old.operations[operation]?.document;
      const reply = await app.inject({
        method: 'POST',
        url: '/graphql',
        headers: {
          'content-type': 'application/json',
          'x-brand-key': brand,
          authorization: token,
          'x-session-id': session,
        },
        payload: JSON.stringify({ query, variables, ...(act && { extensions: { act } }) }),
      });
      const { data, errors = [] } = reply.json<Partial<Answer>>();
      return { data, errors, status: reply.statusCode };
    };
    const definition = ground.boots.old.flows['apply']?.hash ?? '';
    const created = await ask('createApplication', { application: { flow: 'apply', definition } });
    const id = String((created.data?.['createApplication']?.['application'] as JsonObject | undefined)?.['id']);
    const person: Person = {
      email: one.email,
      idToken: token,
      session,
      ask,
      hear: () => Promise.reject(new Error('Nobody listens here.')),
      hearOut: () => Promise.reject(new Error('Nobody listens here.')),
    };
    const applicant = await applicantOf({ services } as TestServer, person, { id, definition, revision: 0 });
    const keep = async (): Promise<void> => void stages.push(...(await readRows(ground.database.direct, [one.sub])));
    for (const page of pagesToSubmit({ ssn: one.ssn })) await applicant.leave(worded(page, one));
    await keep();
    await applicant.leave(submitPage);
    if ((await decided(ground, one)) !== 'SUBMIT_APPROVED') continue;
    await applicant.leave(heardAt('transition', 'SUBMIT_APPROVED'));
    await ask('loanOffer', { applicationId: id });
    await keep();
    const [agree] = pagesToSign();
    if (agree !== undefined) await applicant.leave(worded(agree, one));
    await keep();
  }
  return stages;
}

/** The page as this person fills it in. */
function worded(page: Page, { word }: Somebody): Page {
  const say = <T>(value: T): T =>
    JSON.parse(
      JSON.stringify(value)
        .replaceAll('"Ana"', `"${word}"`)
        .replaceAll('Austin', `${word} town`)
        .replaceAll('500 Congress Avenue', `1 ${word} Street`)
        .replaceAll('Acme Freight', `${word} works`),
    ) as T;
  const { answers, call } = page;
  return {
    ...page,
    ...(answers && { answers: say(answers) }),
    ...(call && { call: { ...call, variables: (id, email) => say(call.variables(id, email)) } }),
  };
}

/** Where the lender works until it has decided. */
const beforeDecision = ['SUBMITTING', 'COMPLETED_PRODUCT_SELECTION', 'PENDING_UNDERWRITING'];

/** Waits for the lender's decision. */
async function decided(ground: Ground, { sub }: Somebody): Promise<string> {
  for (let turns = 0; turns < 10_000; turns += 1) {
    const [rows] = await readRows(ground.database.direct, [sub]);
    const status = String(rows?.row['status']);
    if (!beforeDecision.includes(status)) return status;
    await new Promise((resolve) => void setImmediate(resolve));
  }
  throw new Error('The status machine does not decide.');
}
