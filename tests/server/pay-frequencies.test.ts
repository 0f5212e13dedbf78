/** How often somebody is paid, in and out of the doors of the running server. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isBusinessDay } from '../../server/lending/business-days.ts';
import { daysBetween } from '../../server/lending/schedule.ts';
import type { JsonObject } from '../../runtime/core/facts.ts';
import { detail } from '../content/compiled.ts';
import { heardAt, openApplication, pagesToSubmit, submitPage, type Page } from './support/applicant.ts';
import { signUp } from './support/person.ts';
import { startTestServer, type TestServer } from './support/server.ts';

let server: TestServer;
beforeAll(async () => void (server = await startTestServer()), 180_000);
afterAll(() => server.stop());

/** The pages of an installment loan for somebody who is paid so often. */
const pages = (paymentFrequency: string): readonly Page[] =>
  pagesToSubmit({ amount: 60_000 }).map((page) => {
    if (page.step === 'amount') return { ...page, answers: { ...page.answers, 'loan.productCode': 'ILP' } };
    if (page.step !== 'income') return page;
    const answers = { ...page.answers, 'incomeInformation.paymentFrequency': paymentFrequency };
    const incomeInfo = Object.fromEntries(
      Object.entries(answers).map(([path, value]) => [path.replace('incomeInformation.', ''), value]),
    );
    return {
      ...page,
      answers,
      call: { operation: 'saveIncomeInformation', variables: (id) => ({ id, incomeInfo }) },
    };
  });

test('WK, BI, BIM and MON are taken, and no other; payments then fall due 7, 14, 15 and 30 days apart [enum.paymentFrequency]', async () => {
  const days = detail<Readonly<Record<string, number>>>('enum.paymentFrequency', 'days');
  expect(Object.keys(days)).toEqual(detail('enum.paymentFrequency', 'values'));
  for (const [frequency, apart] of Object.entries(days)) {
    const person = await signUp(server);
    const applicant = await openApplication(server, person);
    for (const page of [...pages(frequency), submitPage]) await applicant.leave(page);
    await person.hear(applicant.id, (body) => body['status'] === 'SUBMIT_APPROVED');
    await applicant.leave(heardAt('transition', 'SUBMIT_APPROVED'));
    const offer = (await person.ask('loanOffer', { applicationId: applicant.id })).data?.['loanOffer'];
    const due = ((offer?.['payments'] ?? []) as readonly JsonObject[]).map(({ dueDate }) => String(dueDate));
    expect(due.length, frequency).toBeGreaterThan(4);
    const gaps = due.slice(1).map((day, index) => daysBetween(due[index] ?? '', day));
    const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
    expect([frequency, Math.round(mean)]).toEqual([frequency, apart]);
    expect(due.filter((day) => !isBusinessDay(day))).toEqual([]);
    // Weeks are exact but for days that were moved to a business day; half months and months are the calendar's.
    const spread = frequency === 'WK' || frequency === 'BI' ? 3 : 6;
    for (const gap of gaps) expect(Math.abs(gap - apart), `${frequency}: ${due.join(' ')}`).toBeLessThanOrEqual(spread);
    const { data } = await person.ask('application', { id: applicant.id });
    const answers = (data?.['application']?.['answers'] ?? {}) as Readonly<Record<string, JsonObject>>;
    expect(answers['incomeInformation']?.['paymentFrequency']).toBe(frequency);
  }
  const person = await signUp(server);
  const applicant = await openApplication(server, person);
  const [personal, amount, income] = pages('QU') as [Page, Page, Page];
  for (const page of [personal, amount]) await applicant.leave(page);
  await expect(applicant.leave(income)).rejects.toThrow(/REFUSED/);
});
