/** Documents of an application as PDF: with its own figures, its owner's alone, the same file each time, and kept. */
import { createHash } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../runtime/core/facts.ts';
import { printed } from '../../server/documents/pdf.ts';
import { heardAt, openApplication, pagesToSubmit, submitPage, type Applicant } from './support/applicant.ts';
import { graphql, signUp, type Person } from './support/person.ts';
import { startTestServer, type TestServer } from './support/server.ts';

let server: TestServer;
let person: Person;
let applicant: Applicant;
beforeAll(async () => {
  server = await startTestServer();
  person = await signUp(server);
  applicant = await openApplication(server, person);
  for (const page of pagesToSubmit()) await applicant.leave(page);
}, 180_000);
afterAll(() => server.stop());

const asked = (idTag: string, { idToken }: Pick<Person, 'idToken'> = person): Promise<Response> =>
  fetch(`${server.address}/documents/${applicant.id}/${idTag}`, {
    headers: { authorization: idToken, 'x-brand-key': 'payday' },
  });
const bytes = async (response: Response): Promise<Buffer> => Buffer.from(await response.arrayBuffer());

/** What stands in a PDF beside its pages, compressed streams opened. */
function insides(pdf: Buffer): string {
  const text = pdf.toString('latin1');
  const streams = [...text.matchAll(/\/FlateDecode[^>]*>>\s*stream\r?\n/g)].map((found) => {
    const from = found.index + found[0].length;
    return inflateSync(pdf.subarray(from, text.indexOf('endstream', from)), { finishFlush: 2 }).toString('latin1');
  });
  return [text, ...streams].join('\n');
}

describe('documents as PDF', () => {
  test('whoever applies is given theirs, as a file that no browser draws as a page of the site', async () => {
    const response = await asked('privacy-notice');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="privacy-notice-1.pdf"');
    expect(response.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    expect((await bytes(response)).subarray(0, 5).toString()).toBe('%PDF-');
  });

  test('one that lacks a figure is not made, and one that is not there is told so', async () => {
    const early = await asked('loan-agreement');
    expect([early.status, ((await early.json()) as { error: string }).error]).toEqual([409, 'notReady']);
    expect((await asked('no-such-document')).status).toBe(404);
  });

  test('after the approval the agreement is made once: the same file each time, kept sealed with version, hash and time', async () => {
    await applicant.leave(submitPage);
    await person.hear(applicant.id, (body) => body['status'] === 'SUBMIT_APPROVED');
    await applicant.leave(heardAt('transition', 'SUBMIT_APPROVED'));
    await person.ask('loanOffer', { applicationId: applicant.id });
    const [first, again] = [await bytes(await asked('loan-agreement')), await bytes(await asked('loan-agreement'))];
    expect(first.equals(again)).toBe(true);
    const compliance = await server.services.definitions.compliance('payday', '2026-11-20');
    const kept = await sql<{
      version: string;
      document_hash: string;
      file_hash: string;
      sealed: Uint8Array;
      made_at: string;
    }>`select version, document_hash, file_hash, sealed, made_at from application_documents
      where application_id = ${applicant.id}::uuid and id_tag = 'loan-agreement'`.execute(server.services.db);
    expect(kept.rows).toHaveLength(1);
    expect(kept.rows[0]).toMatchObject({
      version: '1',
      document_hash: compliance.documents['loan-agreement']?.hash,
      file_hash: createHash('sha256').update(first).digest('hex'),
    });
    expect(Buffer.from(kept.rows[0]?.sealed ?? []).includes('%PDF-')).toBe(false);
  });

  test('nobody else is given it, signed in or not', async () => {
    expect((await asked('privacy-notice', await signUp(server))).status).toBe(403);
    expect((await asked('privacy-notice', { idToken: '' })).status).toBe(401);
  });

  test('it is tagged: language, title, headings, lists, and tables whose heads are heads', async () => {
    const pdf = await printed({
      document: {
        idTag: 'loan-agreement',
        title: 'Loan agreement',
        version: '1',
        hash: 'abc',
        body: [
          { tag: 'h2', children: [{ tag: 'text', text: 'Parties' }] },
          { tag: 'p', children: [{ tag: 'text', text: 'Nguyễn Thị Ánh and Zdeněk Żółć.' }] },
          { tag: 'ol', children: [{ tag: 'li', children: [{ tag: 'text', text: 'One' }] }] },
        ],
      },
      lender: 'A lender, LLC',
      offer: {
        principal: 30_000,
        financeCharge: 4_500,
        apr: 391.07,
        totalOfPayments: 34_500,
        payments: [{ dueDate: '2026-12-04', amount: 34_500 }],
      },
      application: 'one',
      at: new Date('2026-11-20T15:00:00Z'),
    });
    const all = insides(pdf);
    for (const part of ['/Marked true', '/Lang (en-US)', 'pdfuaid:part', '/DisplayDocTitle true'])
      expect(all).toContain(part);
    const tags = new Set([...all.matchAll(/\/S \/([A-Z][A-Za-z0-9]*)/g)].map(([, tag]) => tag));
    expect([...tags]).toEqual(
      expect.arrayContaining(['Document', 'H1', 'H2', 'P', 'L', 'LI', 'LBody', 'Table', 'TR', 'TH', 'TD']),
    );
    expect(all).toMatch(/\/Scope \/Column/);
    expect(all).toMatch(/\/Scope \/Row/);
  });
});

describe('as the documents’ entities name them', () => {
  const query = `query ($brandName: String!, $disclosureType: String!, $section: String!, $applicationId: ID!) {
    getBaseDisclosures(brandName: $brandName, disclosureType: $disclosureType, section: $section, applicationId: $applicationId) { idTag title type copy url pdfData }
  }`;
  const disclosures = async (disclosureType: string, section: string, more: JsonObject = {}) => {
    const variables = { brandName: 'payday', disclosureType, section, applicationId: applicant.id, ...more };
    const headers = { authorization: person.idToken, 'x-session-id': person.session };
    return await graphql(server, query, { variables, headers });
  };
  const told = async (disclosureType: string, section: string): Promise<readonly JsonObject[]> =>
    ((await disclosures(disclosureType, section)).data?.['getBaseDisclosures'] ??
      []) as unknown as readonly JsonObject[];
  /** The file of a document, as it is downloaded. */
  const file = async (url: unknown): Promise<Buffer> =>
    await bytes(
      await fetch(`${server.address}${String(url)}`, {
        headers: { authorization: person.idToken, 'x-brand-key': 'payday' },
      }),
    );

  test('a disclosure has a tag, a title, a type, its words, an address and the file itself [entity.disclosure] [op.query.getBaseDisclosures]', async () => {
    const agreed = await told('AGREEMENT', 'approved-agreements');
    expect(agreed.map(({ idTag, title, type }) => [idTag, title, type])).toEqual([
      ['loan-agreement', 'Loan agreement', 'AGREEMENT'],
      ['arbitration-agreement', 'How disputes are settled', 'AGREEMENT'],
    ]);
    const standing = await told('DISCLOSURE', 'approved-agreements');
    expect(standing.map(({ idTag, title, type }) => [idTag, title, type])).toEqual([
      ['tila-box', 'Truth in Lending disclosures', 'DISCLOSURE'],
    ]);
    for (const one of [...agreed, ...standing]) {
      expect(one['url']).toBe(`/documents/${applicant.id}/${String(one['idTag'])}`);
      const content = Buffer.from(String(one['pdfData']), 'base64');
      expect(content.equals(await file(one['url']))).toBe(true);
      expect(content.subarray(0, 5).toString()).toBe('%PDF-');
    }
    // The words are those of this applicant, without a hole.
    const [loan] = agreed;
    expect(String(loan?.['copy'])).toContain('The borrower is Ana Ortiz.');
    expect(String(loan?.['copy'])).toContain('The lender lends you $300.00.');
    expect(String(standing[0]?.['copy'])).toContain('all scheduled payments: $345.00');
  });
  test('of a page that there is not, of another brand and of somebody else nothing is told', async () => {
    expect((await disclosures('AGREEMENT', 'no-page')).errors[0]?.extensions.code).toBe('BAD_INPUT');
    expect((await disclosures('AGREEMENT', 'agreements', { brandName: 'pocket' })).errors[0]?.extensions.code).toBe(
      'BAD_INPUT',
    );
    const other = await openApplication(server, await signUp(server));
    expect((await disclosures('AGREEMENT', 'agreements', { applicationId: other.id })).errors[0]?.extensions.code).toBe(
      'FORBIDDEN',
    );
  });
  test('before there is an offer the documents of the loan are not ready; those of the application are', async () => {
    const someone = await signUp(server);
    const early = await openApplication(server, someone);
    for (const page of pagesToSubmit()) await early.leave(page);
    const asks = (section: string) =>
      someone.ask('getBaseDisclosures', {
        brandName: 'payday',
        disclosureType: 'AGREEMENT',
        section,
        applicationId: early.id,
      });
    expect((await asks('approved-agreements')).errors[0]?.extensions.code).toBe('NOT_READY');
    expect((await asks('agreements')).errors).toEqual([]);
    expect((await someone.ask('loanOffer', { applicationId: early.id })).errors[0]?.extensions.code).toBe('NOT_READY');
  });
  test('an agreement has a tag, a title, an address, the file, and whether it was agreed to [entity.agreement]', async () => {
    const of = async (): Promise<readonly JsonObject[]> => {
      const answer = await graphql(
        server,
        'query ($id: ID!) { application(id: $id) { agreements { idTag title url pdfData value } } }',
        {
          variables: { id: applicant.id },
          headers: { authorization: person.idToken, 'x-session-id': person.session },
        },
      );
      const application = answer.data?.['application'] ?? {};
      return (application['agreements'] ?? []) as unknown as readonly JsonObject[];
    };
    const values = async () => Object.fromEntries((await of()).map(({ idTag, value }) => [idTag, value]));
    const application = {
      'privacy-notice': true,
      'credit-report-authorization': true,
      'electronic-payment-authorization': true,
    };
    expect(await values()).toEqual(application);
    const decide = (decided: JsonObject) => applicant.save({ 'agreements.loan': decided }, {});
    expect((await decide({ 'loan-agreement': true, 'arbitration-agreement': false })).errors).toEqual([]);
    expect(await values()).toEqual({ ...application, 'loan-agreement': true, 'arbitration-agreement': false });
    for (const one of await of()) {
      expect(String(one['title'])).toMatch(/^[A-Z]/);
      expect(one['url']).toBe(`/documents/${applicant.id}/${String(one['idTag'])}`);
      expect(Buffer.from(String(one['pdfData']), 'base64').equals(await file(one['url']))).toBe(true);
    }
  });
});
