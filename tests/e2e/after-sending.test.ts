/** What an applicant meets once their application is sent: documents that come by themselves, and a denial. */
import { sql } from 'kysely';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../runtime/core/facts.ts';
import { openBrowser } from '../harness/browser.ts';
import { startProduct, type Product } from '../harness/product.ts';
import { anew } from '../harness/tab.ts';
import { openApplication, pagesToSubmit, submitPage, type Applicant } from '../server/support/applicant.ts';
import { signUp, type Person } from '../server/support/person.ts';
import { dataCall } from './data-calls.ts';
import { signedIn } from './signed-in.ts';

let product: Product;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  // The lender takes its time: a page that came after the decision would have nothing left to wait for.
  product = await startProduct({}, { paceMs: 1000 });
  browser = await openBrowser();
  page = await (await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce' })).newPage();
}, 180_000);
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

interface Filled {
  readonly person: Person;
  readonly applicant: Applicant;
}

/**
 * Somebody with an application that is filled in and not sent is logged in before the browser.
 * @param boCode by which the loan systems know them; absent: they do not
 */
async function filled(ssn: string, boCode?: string): Promise<Filled> {
  const person = await signUp(product);
  const applicant = await openApplication({ address: product.address, services: product.server().services }, person);
  for (const left of pagesToSubmit({ ssn })) await applicant.leave(left);
  if (boCode !== undefined) {
    const { admin } = product.server();
    await admin.setAttributes((await admin.find(person.email))?.sub ?? '', { 'custom:boCode': boCode });
  }
  await anew(page, product.address);
  await signedIn(page, product.address, { email: person.email, password: 'Marigold42' });
  return { person, applicant };
}

describe('documents that are not ready', () => {
  test('the page waits for them and goes on by itself once they are [route.application.agreements.notReady]', async () => {
    const { applicant } = await filled('219099999');
    await page.goto(`${product.address}/application/agreements/not-ready?brand=payday`);
    await page.getByRole('heading', { level: 1, name: 'Your documents are not ready yet' }).waitFor();
    expect(await page.getByText('It is not there yet.').count()).toBe(1);
    // Sent on another device; nobody touches this page.
    await applicant.leave(submitPage);
    await page.waitForURL((url) => url.pathname === '/application/approved/agreements');
    await page.locator('section.disclosure[data-disclosure="tila-box"]').waitFor();
  });
});

describe('a text with a hole is shown to nobody', () => {
  test('as long as the offer is on its way neither its figures nor their place are there, and the page is not left', async () => {
    const { person, applicant } = await filled('219099999');
    await applicant.leave(submitPage);
    await person.hear(applicant.id, (body) => body['status'] === 'SUBMIT_APPROVED');
    // Every state of the block that is drawn, from its first on.
    await page.addInitScript(() => {
      const seen: string[] = [];
      Object.assign(window, { seen });
      new MutationObserver(() => {
        for (const one of document.querySelectorAll('section.disclosure[data-disclosure="tila-box"]'))
          seen.push(one.textContent ?? '');
      }).observe(document, { subtree: true, childList: true, characterData: true });
    });
    await page.goto(`${product.address}/application/agreements/not-ready?brand=payday`);
    await page.waitForURL((url) => url.pathname === '/application/approved/agreements');
    await page.locator('section.disclosure[data-disclosure="tila-box"]').waitFor();
    const seen = await page.evaluate(() => (window as unknown as { readonly seen: readonly string[] }).seen);
    expect(seen.length).toBeGreaterThan(0);
    for (const words of seen)
      for (const figure of [/rate: \d+(\.\d+)?%/, /cost you: \$45\.00/, /behalf: \$300\.00/, /payments: \$345\.00/])
        expect(words).toMatch(figure);
  });
});

describe('a denial', () => {
  const deniedAs = async (applicationType: string): Promise<string> => {
    const { applicant } = await filled('219091006');
    await sql`update applications set application_type = ${applicationType} where id = ${applicant.id}::uuid`.execute(
      product.server().services.db,
    );
    await page.goto(`${product.address}/application/submit?brand=payday`);
    await page.locator('[data-action="submit"]').click();
    await page.getByRole('heading', { level: 1, name: 'We cannot approve your application' }).waitFor();
    const { pathname } = new URL(page.url());
    return pathname;
  };
  test('of a loan that takes the place of another is routed nowhere: the notice stands at once [behaviour.adverseAction.skipTypes]', async () => {
    expect(await deniedAs('STANDARD')).toMatch(/^\/application\/adverse-action\/(retail|thank-you|keep-in-mind)$/);
    for (const type of ['REFINANCE', 'LOAN_MODIFICATION'])
      expect([type, await deniedAs(type)]).toEqual([type, '/application/adverse-action/notice']);
  });
  test('by a consumer report names the agency, what it had no part in, the rights to a copy and to dispute, and the score (15 U.S.C. 1681m(a)); by anything else it names none; whether there is another option is asked by the code of the customer [op.query.getAnotherOptionDetail]', async () => {
    const codes: unknown[] = [];
    const noticeOf = async (ssn: string, boCode?: string): Promise<readonly string[]> => {
      const { applicant } = await filled(ssn, boCode);
      const told = page.waitForResponse((answer) => dataCall(answer.request()) === 'getAnotherOptionDetail');
      await page.goto(`${product.address}/application/submit?brand=payday`);
      await page.locator('[data-action="submit"]').click();
      await page.getByRole('heading', { level: 1, name: 'We cannot approve your application' }).waitFor();
      await page.locator('section.disclosure[data-disclosure="adverse-action-notice"]').waitFor();
      const said = page.locator('section.disclosure[data-disclosure="consumer-report-notice"] p');
      const words = await said.allInnerTexts();
      const { variables } = (await told).request().postDataJSON() as { readonly variables: JsonObject };
      expect(variables).toMatchObject({ applicationId: applicant.id, partnerBrand: expect.stringMatching(/\w/) });
      expect(await (await told).json()).toMatchObject({
        data: { getAnotherOptionDetail: { anotherOptionAvailable: ssn === '219091007' } },
      });
      codes.push(variables['boCode']);
      return words;
    };
    expect(await noticeOf('219091006')).toEqual([]);
    expect(await noticeOf('219091007', 'BO77')).toEqual([
      'Our decision was based in whole or in part on information in a report about you from this consumer reporting agency:',
      'Harrowgate Consumer Reports, Inc. (stands in for a consumer reporting agency), P.O. Box 5501, Springfield, MO 65801, 1-800-555-0147',
      'The agency did not make the decision and is unable to give you the specific reasons for it. Under the federal Fair Credit Reporting Act you have a right to a free copy of your report from the agency if you ask for it within 60 days of getting this notice. You also have a right to dispute with the agency the accuracy or completeness of any information in it.',
      expect.stringMatching(
        /^We also used your credit score from this agency\. Your credit score: 512\. Date: \w+ \d{1,2}, \d{4}\. Scores range from a low of 300 to a high of 850\. Key factors that adversely affected your score: delinquent past or present credit obligations with others; number of recent inquiries on credit bureau report\.$/,
      ),
    ]);
    expect(codes).toEqual([undefined, 'BO77']);
  });
});
