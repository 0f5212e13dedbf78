import type { Services } from '../services.ts';
import type { JsonObject } from '../../runtime/core/facts.ts';
import { hashOfJson, type ActBody } from '../journeys/acts/act.ts';
import { nowFor } from '../journeys/acted-at.ts';
import { applicantOf } from '../journeys/applicant.ts';
import { openDocument } from '../journeys/document.ts';
import { entityNumber, entityText, payFrequency } from '../journeys/entities.ts';
import { takenBack } from '../journeys/reopen.ts';
import { readSubmission } from '../journeys/submission.ts';
import type { ApplicationRow, Progress } from '../journeys/tables.ts';
import { holdsOn, offerOf, type StoredOffer } from '../lending/offer.ts';
import { availableProducts, pricingOf, productsOf } from '../lending/products.ts';
import { coolsUntil } from '../loans/cooling-off.ts';
import { bookLoan, type NewLoan } from '../loans/book.ts';
import { createUnderwriting, reasonOf, toldOf, type Decision } from '../underwriting/decide.ts';
import { inputsOf } from '../underwriting/inputs.ts';
import { easternDate } from '../../contract/days.ts';
import {
  sendAdverseActionNotice,
  sendApproved,
  sendCounteroffer,
  sendDocumentRequest,
  sendLoanMade,
  sendReceived,
  sendTermsChanged,
} from './notices.ts';
import type { LendersAct, WorkingStatus } from './graph.ts';
import { moveBy, moveTo } from './move.ts';

/** What the lender does in a status: an act by its name, with where it leads. */
type Done = ActBody & { readonly operation: LendersAct /** Written with the act. */; readonly loan?: NewLoan };
export type Work = (row: ApplicationRow) => Promise<Done>;

/** Of an application that lacks what underwriting reads. */
const undecided: Decision = { status: 'SUBMIT_ERROR', reasons: [], wants: [], coveredBorrower: false };

/** The work of each status in which the machine does not wait for the applicant. Every step is safe to repeat. */
export function createWork(services: Services): Readonly<Record<WorkingStatus, Work>> {
  const underwrite = createUnderwriting(services.env);
  const go = (act: LendersAct): Work => {
    return (row) => Promise.resolve(moveBy(row, act));
  };
  /** What underwriting says of what was submitted, and what it goes by. */
  const judged = async (row: ApplicationRow) => {
    const { submits = 1, accountDays = null, ...progress } = row.progress;
    const answers = await readSubmission(services, row);
    const today = progress.today ?? easternDate(services.clock());
    const { brandFacts, stateRow } = await lenderFacts(services, row, { answers, today });
    const read = inputsOf(answers, { submits, accountDays, brandFacts, stateRow, today });
    const decision: Decision = 'inputs' in read ? underwrite(read.inputs) : undecided;
    return { answers, today, brandFacts, stateRow, decision, missing: 'inputs' in read ? [] : read.missing };
  };
  return {
    async SUBMITTING(row) {
      await sendReceived(services, row);
      return await takeIn(services, row);
    },
    COMPLETED_PRODUCT_SELECTION: async (row) => await takeIn(services, row),
    async PENDING_ASSET_REPORT_DOWNLOAD(row) {
      const accountId = entityText(await readSubmission(services, row), 'linkedAccount') ?? '';
      const days = await services.banks.daysOfHistory(row.id, accountId);
      // A provider that is away may be back in a moment; a decision does not wait for one that stays away.
      if (days === 'unavailable' && row.attempt < reportTries)
        throw new Error(`The asset report of application ${row.id} cannot be fetched yet.`);
      return moveBy(row, 'readAssetReport', { accountDays: days === 'unavailable' ? null : days });
    },
    async PENDING_SAS_CALL_1(row) {
      const { decision, brandFacts } = await judged(row);
      if (decision.status === 'SUBMIT_ERROR' || decision.status === 'CANEBAY_DUPLICATE')
        return { operation: 'score', ...moveTo(row, decision.status, { reasons: [], report: null }) };
      return { operation: 'score', ...moveTo(row, decidesNext(brandFacts)) };
    },
    async PENDING_BRFR(row) {
      const { answers, brandFacts } = await judged(row);
      const status = isOfProgram(brandFacts, answers) ? 'PENDING_UNDERWRITING' : 'SUBMIT_ERROR';
      return { operation: 'reviewForBank', ...moveTo(row, status) };
    },
    async PENDING_UNDERWRITING(row) {
      const { answers, today, brandFacts, stateRow, decision, missing } = await judged(row);
      if (missing.length > 0)
        services.log.warn({ application: row.id, missing }, 'submitted without what underwriting reads');
      const report = toldOf(decision, today);
      const progress: Progress = {
        reasons: decision.reasons,
        report,
        documentsWanted: decision.wants.includes('documents'),
        anotherOption: decision.wants.includes('anotherOption'),
        recalculate: decision.wants.includes('recalculation'),
        offers: decision.offers ?? null,
        refusesSignature: decision.wants.includes('signatureError'),
        ...(missing.length === 0 && decision.status === 'SUBMIT_APPROVED'
          ? {
              offer: await makeOffer(services, row, { answers, today, coveredBorrower: decision.coveredBorrower }),
              signableFrom: (await signableFrom(services, row, { answers, brandFacts, stateRow })) ?? null,
            }
          : {}),
      };
      if (decision.status === 'SUBMIT_DENIED') await sendAdverseActionNotice(services, row, { ...decision, report });
      if (decision.offers !== undefined)
        await sendCounteroffer(
          services,
          { ...row, progress: { ...row.progress, ...progress } },
          { ...decision, report },
        );
      if (progress.offer) await sendApproved(services, row, progress.offer);
      return { operation: 'decide', ...moveTo(row, decision.status, progress) };
    },
    ESIGNING: go('takeInSignature'),
    async PENDING_ESIGN_VALIDATIONS(row) {
      const { recalculate, recalculated: once, documentsWanted, documentsUploaded } = row.progress;
      const today = easternDate(nowFor(services, row));
      if (recalculate && !once) return await recalculation(services, row, today);
      mustBeSignedFor(row);
      if (row.progress.refusesSignature === true) return await refusal(services, row, 'SIGNATURE');
      if (!(await mayStillLend(services, row, today))) return await refusal(services, row, 'STATE');
      if (!(await stillHolds(services, row, today))) return await recalculation(services, row, today);
      const isWanted = documentsWanted === true || (await mustEnroll(services, row));
      const autoOrigination = !isWanted;
      if (!isWanted || documentsUploaded) return moveBy(row, 'validate', { autoOrigination });
      await sendDocumentRequest(services, row);
      return moveBy(row, 'askForDocuments', { autoOrigination });
    },
    async PENDING_ORIGINATION(row) {
      const offer = mustBeSignedFor(row);
      const today = easternDate(nowFor(services, row));
      // Documents may have been waited for while the state's row ended: what may be lent no more is not offered anew.
      if (!(await mayStillLend(services, row, today))) return await refusal(services, row, 'STATE');
      // Or for so long that the first payment would be due before the money is there.
      if (!(await stillHolds(services, row, today))) return await recalculation(services, row, today);
      await sendLoanMade(services, row, offer);
      // Logging in leads whoever has a loan to their account, and to the application whoever has none.
      await services.noteCoreCustomer(row.owner);
      return { ...moveBy(row, 'originate'), loan: bookLoan(row.id, offer, { today }) };
    },
  };
}

/** So often the asset report of a linked bank is asked for before it is decided without. */
const reportTries = 3;

/** Where an application that was sent goes first: to its linked bank, the bank that makes the loan, or neither. */
async function takeIn(services: Services, row: ApplicationRow): Promise<Done> {
  const answers = await readSubmission(services, row);
  const today = row.progress.today ?? easternDate(services.clock());
  const { brandFacts } = await lenderFacts(services, row, { answers, today });
  const isLinked = entityText(answers, 'linkedAccount') !== undefined;
  const status = isLinked ? 'PENDING_ASSET_REPORT_DOWNLOAD' : decidesNext(brandFacts);
  return { operation: 'takeIn', ...moveTo(row, status, { accountDays: null }) };
}

/** Where a partner bank makes the loans, it looks at each before it is decided. */
const decidesNext = (brandFacts: JsonObject): 'PENDING_BRFR' | 'PENDING_UNDERWRITING' =>
  brandFacts['isBankPartner'] === true ? 'PENDING_BRFR' : 'PENDING_UNDERWRITING';

/** Whether what was applied for is one of the loans of the brand's catalogue, within its amounts. */
function isOfProgram(brandFacts: JsonObject, answers: JsonObject): boolean {
  const amount = entityNumber(answers, 'amount') ?? 0;
  const product = productsOf(brandFacts).find(({ productCode }) => productCode === entityText(answers, 'productCode'));
  return product !== undefined && amount >= product.minLoan && amount <= product.maxLoan;
}

/** Whether the state lets the lender make this kind of loan on the day; its row may have changed since the approval. */
async function mayStillLend(services: Services, row: ApplicationRow, today: string): Promise<boolean> {
  const answers = await readSubmission(services, row);
  const { brandFacts, stateRow } = await lenderFacts(services, row, { answers, today });
  const code = entityText(answers, 'productCode');
  return availableProducts(brandFacts, stateRow).some(({ productCode }) => productCode === code);
}

/** Whether the payments that were signed for hold for a loan that is made on the day. */
async function stillHolds(services: Services, row: ApplicationRow, today: string): Promise<boolean> {
  const offer = mustBeSignedFor(row);
  const { brandFacts, stateRow } = await lenderFacts(services, row, {
    answers: await readSubmission(services, row),
    today,
  });
  return holdsOn(offer, { ...pricingOf(brandFacts, offer.productCode, stateRow), today });
}

/**
 * Whether it is applied for under the name of a customer of a store with whom the account is not connected: whoever
 * knows a name, a number and a date of birth shows an ID before money is sent.
 */
async function mustEnroll(services: Services, row: ApplicationRow): Promise<boolean> {
  const email = row.email ?? undefined;
  const applicant = applicantOf({ sub: row.owner, email }, await readSubmission(services, row));
  return applicant !== undefined && (await services.enrollment.mustEnroll(row.brand, applicant));
}

/** A loan is made of the offer that was agreed to and signed, and of no other: this one. */
function mustBeSignedFor({ id, progress: { offer, agreedTo, signedFor } }: ApplicationRow): StoredOffer {
  if (offer === undefined || agreedTo !== offer.hash || signedFor !== offer.hash)
    throw new Error(`Application ${id} goes on without an agreement and a signature for the offer that stands.`);
  return offer;
}

/** What the lender knows of the brand, and of the state that was submitted. */
async function lenderFacts(
  { definitions }: Services,
  row: ApplicationRow,
  { answers, today }: { readonly answers: JsonObject; readonly today: string },
): Promise<{ readonly brandFacts: JsonObject; readonly stateRow: JsonObject | undefined }> {
  await definitions.prepare(today);
  const { states } = await definitions.compliance(row.brand, today);
  const stateCode = entityText(answers, 'stateCode') ?? '';
  return {
    brandFacts: definitions.brand(row.brand, today)?.facts ?? {},
    stateRow: Object.hasOwn(states, stateCode) ? states[stateCode] : undefined,
  };
}

/** Before which instant the law of the state lets nobody sign for what was applied for; undefined: it has none. */
async function signableFrom(
  { db, clock }: Services,
  { owner }: ApplicationRow,
  of: { readonly answers: JsonObject; readonly brandFacts: JsonObject; readonly stateRow: JsonObject | undefined },
): Promise<string | undefined> {
  const { method } = pricingOf(of.brandFacts, entityText(of.answers, 'productCode'), of.stateRow);
  return method === 'fee' ? await coolsUntil(db, { owner, stateRow: of.stateRow, now: clock() }) : undefined;
}

/** The most a year that a covered borrower's loan may cost, percent (10 U.S.C. 987(b)). */
const militaryLimit = 36;

/**
 * The offer for what was submitted; `today` is the day it is made. Throws where it would be one that the Military
 * Lending Act forbids: underwriting has denied it, and a later calculation of the same terms cannot bring it.
 */
async function makeOffer(
  services: Services,
  row: ApplicationRow,
  {
    answers,
    today,
    coveredBorrower,
  }: { readonly answers: JsonObject; readonly today: string; readonly coveredBorrower: boolean },
): Promise<StoredOffer> {
  const { brandFacts, stateRow } = await lenderFacts(services, row, { answers, today });
  const productCode = entityText(answers, 'productCode') ?? '';
  const offer = {
    ...offerOf({
      principal: entityNumber(answers, 'amount') ?? 0,
      pricing: pricingOf(brandFacts, productCode, stateRow),
      today,
      frequency: payFrequency(answers) ?? 'BI',
      nextPayDate: entityText(answers, 'nextPayDate'),
    }),
    productCode,
    coveredBorrower,
    madeBy: row.version + 1,
  };
  if (coveredBorrower && offer.apr > militaryLimit)
    throw new Error(`Application ${row.id} would offer a covered borrower ${offer.apr} percent a year.`);
  return { ...offer, hash: hashOfJson(offer) };
}

/**
 * No loan comes of what was approved and signed. Whoever applied is told why in writing: a completed application is
 * answered within 30 days (12 CFR 1002.9(a)(1)(i)), and the approval is no answer any more.
 */
async function refusal(services: Services, row: ApplicationRow, code: 'SIGNATURE' | 'STATE'): Promise<Done> {
  const told = { reasons: [reasonOf(code)], report: null };
  await sendAdverseActionNotice(services, row, { ...told, signed: true });
  return moveBy(row, 'refuseSignature', told);
}

const recalculated = 'ESIGN_RECALCULATED';

/**
 * A new offer. What was agreed to and signed was for the old one: it is taken back, with the pages that the flow opens
 * again.
 */
async function recalculation(services: Services, row: ApplicationRow, today: string): Promise<Done> {
  const answers = await readSubmission(services, row);
  const { flow } = await openDocument({ services }, row);
  await sendTermsChanged(services, row, mustBeSignedFor(row).hash);
  return {
    ...moveBy(row, 'recalculate', {
      action: recalculated,
      recalculated: true,
      offer: await makeOffer(services, row, {
        answers,
        today,
        coveredBorrower: row.progress.offer?.coveredBorrower === true,
      }),
      agreedTo: null,
      signedFor: null,
      signedAt: null,
      signature: null,
    }),
    ...takenBack(flow, row, recalculated),
  };
}
