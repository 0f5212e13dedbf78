/** Somebody who had a loan and paid it back, with another application that is approved. */
import { sql } from 'kysely';
import {
  heardAt,
  openApplication,
  pagesToSign,
  pagesToSubmit,
  submitPage,
  type Applicant,
  type Page,
} from './applicant.ts';
import { signUp, type Person } from './person.ts';
import type { TestServer } from './server.ts';

type Server = Pick<TestServer, 'address' | 'services'>;
const homes = {
  FL: { addressLine1: '12 Palm Street', cityName: 'Miami', stateCode: 'FL', zipCode: '33101' },
  TX: { addressLine1: '500 Congress Avenue', cityName: 'Austin', stateCode: 'TX', zipCode: '78701' },
} as const;
type Home = keyof typeof homes;

/** The pages of an application of somebody who lives there. */
const pagesIn = (home: Home): readonly Page[] =>
  [...pagesToSubmit(), submitPage].map((page) =>
    page.step === 'personal'
      ? {
          ...page,
          answers: {
            ...page.answers,
            ...Object.fromEntries(
              Object.entries(homes[home]).map(([name, value]) => [`contactInformation.address.${name}`, value]),
            ),
          },
          shown: home === 'TX' ? ['texas-occc-notice'] : [],
        }
      : page,
  );

async function approved(server: Server, person: Person, home: Home): Promise<Applicant> {
  const applicant = await openApplication(server, person);
  for (const page of pagesIn(home)) await applicant.leave(page);
  await person.hear(applicant.id, (body) => body['status'] === 'SUBMIT_APPROVED');
  await applicant.leave(heardAt('transition', 'SUBMIT_APPROVED'));
  return applicant;
}
/** Pays the loan of an application back at an instant. */
async function paidBack(server: Server, { id }: Applicant, at: Date): Promise<void> {
  await sql`insert into loan_ledger (application_id, loan, entry, account, cents, kind, day, at)
    select application_id, loan, 99, account, -sum(cents), 'payment', ${at.toISOString().slice(0, 10)}::date, ${at.toISOString()}::timestamptz
    from loan_ledger where application_id = ${id}::uuid group by application_id, loan, account`.execute(
    server.services.db,
  );
}
/** A loan there that was made and paid back; then another application, approved. */
export async function anotherLoan(
  server: Server,
  home: Home,
  paidAt: Date,
): Promise<{ readonly person: Person; readonly applicant: Applicant }> {
  const person = await signUp(server);
  const first = await approved(server, person, home);
  for (const page of pagesToSign()) await first.leave(page);
  await person.hear(first.id, (body) => body['status'] === 'ORIGINATED');
  await paidBack(server, first, paidAt);
  return { person, applicant: await approved(server, person, home) };
}
