/** The fields by which an open loan is changed: into an installment loan, or into another payday loan. */
import type { Operations } from '../../contract/generated/operations.ts';
import type { Json } from '../../runtime/core/facts.ts';
import {
  book,
  customerCodeOf,
  judgeChange,
  loansAsked,
  offered,
  openLoan,
  type OpenLoan,
  type Owner,
} from '../journeys/change.ts';
import { entityText } from '../journeys/entities.ts';
import type { ApplicationRow } from '../journeys/tables.ts';
import { refused } from '../journeys/refused.ts';
import { agree, esign } from '../journeys/steps.ts';
import { costOf } from '../lending/offer.ts';
import {
  changesOf,
  convertOffer,
  convertRange,
  feeOfConverting,
  refinanceOffer,
  refinanceRoom,
  termsOf,
  type ChangeType,
  type Choice,
  type Terms,
} from '../loans/change.ts';
import { loansOf } from '../loans/store.ts';
import { denialOf } from '../journeys/head.ts';
import { toldOf } from '../underwriting/decide.ts';
import { depositDay } from '../lending/business-days.ts';
import { sendAdverseActionNotice } from '../status/notices.ts';
import type { RequestContext } from './context.ts';
import { failure, forbidden, unauthenticated } from './errors.ts';
import type { AnswerOnceDone, Field, Input, OwnersAct, Queries } from './field.ts';

type Status = 'APPROVED' | 'DENIED' | 'ERROR';

export const conversionQueries: Pick<Queries, 'conversionOffers' | 'refinanceDetails' | 'convertLoanDetails'> = {
  async conversionOffers({ customerCode }, context) {
    const { code, open } = await asked(context, customerCode);
    const conversionTypes = open ? [...changesOf(open.changing)] : [];
    const [only, ...others] = conversionTypes;
    return {
      customerCode: code,
      conversionTypes,
      offered: others.length > 0 ? 'SEVERAL' : (only ?? 'NONE'),
      plans: open ? conversionTypes.map((type) => planOf(open, type)) : [],
      conversionDetails: open && conversionTypes.length > 0 ? detailsOf(open) : null,
    };
  },
  async refinanceDetails({ customerCode }, context) {
    const { code, open } = await asked(context, customerCode);
    const room = open && refinanceRoom(open.changing);
    if (!room) throw gone();
    const { payoff } = open.changing;
    const { financeCharge, payments } = refinanceOffer(open.changing, payoff);
    return {
      ...details(code, open, { financeCharge, newDueDate: payments[0]?.dueDate, loanFeeAmount: 0 }),
      largestPayback: room.largestPayback,
      largestAddition: room.largestAddition,
    };
  },
  async convertLoanDetails({ customerCode }, context) {
    const { code, open } = await asked(context, customerCode);
    const range = open && convertRange(open.changing);
    if (!range) throw gone();
    const product = convertOffer(open.changing, range.minimum);
    return {
      ...details(code, open, {
        financeCharge: product.financeCharge,
        newDueDate: product.payments[0]?.dueDate,
        loanFeeAmount: loanFeeAmount(open.changing),
      }),
      ...range,
      paymentFrequency: convertFrequency,
      numberOfPayments: product.payments.length,
      apr: product.apr,
    };
  },
};

/** Asks the lender before any terms are made; about a person, not about a draft. */
export const preliminaryUnderwriting: Field = async (args, context) => {
  const { customerCode } = args as Input<'preliminaryUnderwriting'>;
  const { open } = await asked(context, customerCode);
  return { status: open ? statusOf(context, open) : 'DENIED' };
};

export const conversionActs: Readonly<Record<string, OwnersAct>> = {
  async validateOriginalLoanDetails(_, context, { row }) {
    const open = await openOf(context, row);
    if (!open) throw gone();
    const { replaces } = row.progress;
    const isStale =
      replaces != null && (replaces.loanNumber !== open.loan.loanNumber || replaces.payoff !== open.changing.payoff);
    const answer: Operations['validateOriginalLoanDetails']['value'] = {
      isNonStandardApplication: open.changing.productCode !== 'PDL',
      isEligible: changesOf(open.changing).length > 0,
      hadLoanAmountDeleted: isStale,
    };
    return {
      body: isStale ? { progress: { replaces: null, agreedTo: null } } : {},
      answer: () => Promise.resolve(answer),
    };
  },
  async convertApplicationTypeToConversion(args, context, { row }) {
    const { loanApplicationDetails } = args as Input<'convertApplicationTypeToConversion'>;
    const open = await openOf(context, row);
    if (!open || statusOf(context, open) !== 'APPROVED' || changesOf(open.changing).length === 0) throw gone();
    const terms = termsOf(open.changing, loanApplicationDetails);
    if (!terms) throw failure(outOfRange(loanApplicationDetails), 'This amount is not offered.');
    const body = offered(row, open, terms);
    return {
      body: { ...body, progress: { ...body.progress, today: context.today } },
      answer: () => Promise.resolve(viewTerms(open, { ...terms, depositOn: depositDay(context.now) })),
    };
  },
  saveConversionAgreements(_, __, known) {
    const { id } = known.row;
    return Promise.resolve({ body: agree(known), answer: () => Promise.resolve({ success: true, id }) });
  },
  async signConversion(args, context, known) {
    const { row } = known;
    const { offer, replaces, agreedTo } = row.progress;
    if (!offer || !replaces || agreedTo !== offer.hash) throw refused('notInOrder', 'agreements');
    const { signature: typed } = args as Input<'signConversion'>;
    const open = await openOf(context, row);
    if (open && typed !== borrowerOf(open)) throw failure('NOT_THE_NAME', 'This is not the name on the agreement.');
    const body = await esign(context, known, typed);
    const { signature } = body.progress ?? {};
    const loanNumber = await book(context, row, { offer, replaces, signature: signature ?? '' });
    return { body, answer: () => Promise.resolve({ success: true, id: row.id, loanNumber }) };
  },
  /** What is told on the page is sent too, as the law wants it in writing (12 CFR 1002.9(a)). */
  async createConversionDenial(_, context, { row }) {
    const open = await openOf(context, row);
    const decision = open && judgeChange(context.services.env, open);
    const { reasons = [] } = decision ?? {};
    const report = decision ? toldOf(decision, context.today) : null;
    // Where no loan is owed any more nothing was decided about one.
    if (open) {
      const progress = { ...open.application.progress, today: context.today };
      await sendAdverseActionNotice(context.services, row, {
        reasons,
        report,
        about: { ...open.application, progress },
      });
    }
    return { body: { progress: { reasons, report } }, answer: denied };
  },
};

/** A signature and a denial are told again to whoever did not hear of them. */
export const conversionsDone: Readonly<Record<string, AnswerOnceDone>> = {
  async signConversion(row, { services }) {
    const { replaces } = row.progress;
    const loans = await loansOf(services.db, row);
    const made = loans.find(
      ({ applicationId, number }) =>
        applicationId === replaces?.applicationId && number === (replaces?.number ?? 0) + 1,
    );
    return { success: true, id: row.id, loanNumber: made?.loanNumber ?? null };
  },
  createConversionDenial: denied,
};

/** As it was when it was denied: this does not change with what becomes of the loan. */
function denied({ progress }: ApplicationRow): Promise<Json> {
  return Promise.resolve({ ...denialOf(progress) });
}

/** The open loan of whoever asks. FORBIDDEN under the code of somebody else. */
async function asked(
  context: RequestContext,
  customerCode: string | null | undefined,
): Promise<{ readonly code: string; readonly open: OpenLoan | undefined }> {
  const { caller, brand } = context;
  if (!caller) throw unauthenticated();
  const of: Owner = { owner: caller.sub, brand };
  const loans = await loansAsked(context, of);
  const code = customerCodeOf(caller.claims, loans);
  if (customerCode != null && customerCode !== code) throw forbidden();
  return { code, open: await openLoan(context, loans, of) };
}

async function openOf(context: RequestContext, of: Owner): Promise<OpenLoan | undefined> {
  return await openLoan(context, await loansAsked(context, of), of);
}

const gone = (): Error => failure('GONE', 'This option is no longer available.');

/** Which of the amounts that somebody chose is not offered: a page says it at the box of that one. */
function outOfRange({ option }: Choice): string {
  if (option === 'repayAndReduce') return 'PAYBACK_OUT_OF_RANGE';
  return option === 'repayAndBorrow' ? 'ADDITION_OUT_OF_RANGE' : 'OUT_OF_RANGE';
}

function statusOf({ services }: RequestContext, open: OpenLoan): Status {
  const { status } = judgeChange(services.env, open);
  if (status === 'SUBMIT_APPROVED') return 'APPROVED';
  return status === 'SUBMIT_DENIED' ? 'DENIED' : 'ERROR';
}

/** The name on the agreement. */
const borrowerOf = ({ answers }: Pick<OpenLoan, 'answers'>): string =>
  [entityText(answers, 'firstName'), entityText(answers, 'lastName')].filter(Boolean).join(' ');

/** entity.conversionOptions: what a change would cost at its smallest, which pays the old loan off. */
function planOf({ changing }: OpenLoan, type: ChangeType) {
  const isConverted = type === 'CONVERT';
  const { principal, financeCharge, apr, totalOfPayments, payments } = isConverted
    ? convertOffer(changing, convertRange(changing)?.minimum ?? changing.payoff)
    : refinanceOffer(changing, changing.payoff);
  return {
    name: isConverted ? 'Convert into Installment Loan' : 'Refinance your Payday Loan',
    amount: principal,
    charge: financeCharge,
    total: totalOfPayments,
    apr,
    loanFeeAmount: isConverted ? loanFeeAmount(changing) : 0,
    payoffAmount: changing.payoff,
    loanDueDate: changing.dueDate,
    newDueDate: payments[0]?.dueDate ?? changing.today,
    numberOfPayments: payments.length,
    paymentFrequency: isConverted ? convertFrequency : changing.frequency,
  };
}

/**
 * What the change takes of the new loan where it costs a fee: the payoff of the old loan and the fee. Without a fee 0,
 * and what it takes is the payoff (decisions/0102).
 */
function loanFeeAmount(changing: OpenLoan['changing']): number {
  const fee = feeOfConverting(changing);
  return fee === 0 ? 0 : changing.payoff + fee;
}
/** An installment loan is paid every second week (`convertOffer`). */
const convertFrequency = 'BI';

/** entity.conversionDetails: the loan that would be paid off. */
const detailsOf = ({ loan, changing }: OpenLoan) => ({
  loanNumber: loan.loanNumber,
  productCode: changing.productCode,
  payoffAmount: changing.payoff,
});

/** entity.refinanceDetails */
function details(
  customerCode: string,
  { loan, changing }: OpenLoan,
  made: {
    readonly financeCharge: number;
    readonly newDueDate: string | undefined;
    readonly loanFeeAmount: number;
  },
) {
  return {
    customerCode,
    loanNumber: loan.loanNumber,
    loanAmount: changing.payoff,
    loanDueDate: changing.dueDate,
    loanFeeAmount: made.loanFeeAmount,
    newDueDate: made.newDueDate ?? changing.today,
    financeCharge: made.financeCharge,
    payoffAmount: changing.payoff,
  };
}

function viewTerms(
  { loan, answers }: OpenLoan,
  { offer, payoff, payback, fee, cash, depositOn }: Terms & { readonly depositOn: string },
): Json {
  return {
    ...costOf(offer),
    loanNumber: loan.loanNumber,
    payoffAmount: payoff,
    payback,
    paidByNewLoan: payoff - payback,
    feeOfChange: fee,
    cashToCustomer: cash,
    depositOn,
    borrower: borrowerOf({ answers }),
    accountLastFour: (entityText(answers, 'accountNumber') ?? '').slice(-4),
  };
}
