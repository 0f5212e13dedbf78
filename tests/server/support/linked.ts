/** Somebody who is about to send their application, with an account that they typed or linked. */
import { openApplication, pagesToSubmit, type Applicant } from './applicant.ts';
import { signUp, type Person } from './person.ts';
import type { TestServer } from './server.ts';

export interface Somebody {
  readonly person: Person;
  readonly applicant: Applicant;
}

/** @param shares what their bank link gives, as the stand-in reads it; undefined: they typed their account */
export async function begun(
  server: Pick<TestServer, 'address' | 'services'>,
  ssn: string,
  shares?: string,
): Promise<Somebody> {
  const person = await signUp(server);
  const applicant = await openApplication(server, person);
  const pages = pagesToSubmit({ ssn });
  if (shares === undefined) for (const page of pages) await applicant.leave(page);
  else {
    for (const page of pages.slice(0, 3)) await applicant.leave(page);
    await links(person, applicant, shares);
    for (const page of pages.slice(5)) await applicant.leave(page);
  }
  return { person, applicant };
}
/** Links the checking account in the place of typing one. */
async function links(person: Person, applicant: Applicant, publicToken: string): Promise<void> {
  await applicant.leave({ step: 'bank', action: 'link' });
  await applicant.leave({ step: 'plaid' });
  await applicant.leave({ step: 'plaid-consent', action: 'agree' });
  const { errors } = await person.ask('initializePlaidConnection', {
    id: applicant.id,
    publicToken,
    isUpdateMode: false,
  });
  if (errors.length > 0) throw new Error(`The link: ${JSON.stringify(errors)}`);
  const account = { accountId: 'stand-in-checking', accountMask: '6789' };
  const outcome = { operation: 'initializePlaidConnection', name: 'ok' };
  const saved = await applicant.save(
    {
      'bankingInformation.accountId': account.accountId,
      'bankingInformation.accountMask': account.accountMask,
    },
    {
      'plaid-open': { by: 'widget', widget: 'link', event: 'success', outcome },
      'plaid-account-select': { by: 'widget', widget: 'accounts', event: 'selected' },
    },
  );
  if (saved.errors.length > 0) throw new Error(`The account: ${JSON.stringify(saved.errors)}`);
  await applicant.leave({
    step: 'plaid-verify',
    call: { operation: 'saveBankInformation', variables: (id) => ({ id, bankInfo: account }) },
  });
}
