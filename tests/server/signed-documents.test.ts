/** A copy of what was signed, as it was signed: whatever its text says by now, and for nobody but who signed it. */
import { rmSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { lentTo } from './support/applicant.ts';
import { copyContent, edit } from './support/content.ts';
import { graphql, signUp, type Person } from './support/person.ts';
import { startTestServer, temporaryFolder, type TestServer } from './support/server.ts';

const dataDir = temporaryFolder();
const contentDir = copyContent();
afterAll(() => {
  for (const folder of [dataDir, contentDir]) rmSync(folder, { recursive: true, force: true });
});

interface Signed {
  readonly applicationId: string;
  readonly idTag: string;
  readonly title: string;
}
const query = `query { loanAccount { loan { loanId } } }`;
const details = `query ($loanId: ID!) { getInitialLoanDetails(loanId: $loanId) { documents { applicationId idTag title } } }`;

/** What the account of a person lists, asked over the server that runs now. */
async function listed(server: TestServer, { idToken, session }: Person): Promise<readonly Signed[]> {
  const headers = { authorization: idToken, 'x-session-id': session };
  const account = await graphql(server, query, { variables: {}, headers });
  const loan = account.data?.['loanAccount'] as unknown as { readonly loan: { readonly loanId: string } };
  const answer = await graphql(server, details, { variables: { loanId: loan.loan.loanId }, headers });
  const told = answer.data?.['getInitialLoanDetails'] as unknown as { readonly documents: readonly Signed[] };
  return told.documents;
}
const file = (server: TestServer, { applicationId, idTag }: Signed, idToken: string): Promise<Response> =>
  fetch(`${server.address}/documents/${applicationId}/${idTag}`, {
    headers: { authorization: idToken, 'x-brand-key': 'payday' },
  });
const copyOf = async (response: Response): Promise<string> =>
  Buffer.from(await response.arrayBuffer()).toString('latin1');

test('the account gives a copy of each document that was signed, as it was signed, though its text is another by now', async () => {
  const before = await startTestServer({ dataDir, contentDir });
  const person = await signUp(before);
  await lentTo(before, person);
  const signed = await listed(before, person);
  expect(signed.map(({ title }) => title)).toEqual(
    expect.arrayContaining(['Loan agreement', 'How disputes are settled']),
  );
  const [agreement] = signed.filter(({ idTag }) => idTag === 'loan-agreement') as [Signed];
  const copy = await copyOf(await file(before, agreement, person.idToken));
  await before.stop();

  const at = 'compliance/agreements';
  edit(contentDir, `${at}/loan-agreement/1.md`, { from: 'title: Loan agreement', to: 'title: A later agreement' });
  edit(contentDir, `${at}/loan-agreement/1.md`, { from: 'You may pay early', to: 'You may not pay early' });
  edit(contentDir, `${at}/arbitration-agreement/1.md`, {
    from: 'title: How disputes are settled',
    to: 'title: Another court',
  });
  const after = await startTestServer({ dataDir, contentDir });
  try {
    const { documents } = await after.services.definitions.compliance('payday', '2026-11-20');
    expect(documents['loan-agreement']?.title).toBe('A later agreement');
    expect(await listed(after, person)).toEqual(signed);
    expect(await copyOf(await file(after, agreement, person.idToken))).toBe(copy);
    // Nobody had asked for a copy of this one while its text was that which was signed.
    const [disputes] = signed.filter(({ idTag }) => idTag === 'arbitration-agreement') as [Signed];
    const late = await copyOf(await file(after, disputes, person.idToken));
    expect(late).toContain('How disputes are settled');
    expect(late).not.toContain('Another court');

    expect((await file(after, agreement, (await signUp(after)).idToken)).status).toBe(403);
  } finally {
    await after.stop();
  }
}, 120_000);
