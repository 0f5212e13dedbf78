/** Changing an open loan: what is known of it, the terms made for a draft, and the booking by its signature. */
import type { Env } from '../../compile/types.ts';
import { failure } from '../graphql/errors.ts';
import type { RequestContext } from '../graphql/context.ts';
import type { JsonObject } from '../../runtime/core/facts.ts';
import { bookLoan } from '../loans/book.ts';
import type { Changing, Terms } from '../loans/change.ts';
import { settle } from '../loans/settle.ts';
import { standingOf } from '../loans/standing.ts';
import { loansOf, withLoan, type LoanRow } from '../loans/store.ts';
import { systemOf } from '../loans/systems.ts';
import { underWay } from '../payments/store.ts';
import { createPreliminary, type Decision } from '../underwriting/decide.ts';
import type { StoredOffer } from '../lending/offer.ts';
import { hashOfJson, type ActBody } from './acts/act.ts';
import { findApplication, know, link, writeAct, type Known } from './acts/store.ts';
import { entityText, grossMonthlyIncome, payFrequency } from './entities.ts';
import { actorName } from './perform.ts';
import { readSubmission } from './submission.ts';
import type { ApplicationRow, Replaced } from './tables.ts';

/** Whose loan with which brand. */
export interface Owner {
  readonly owner: string;
  readonly brand: string;
}

/** An open loan with the application that it came from, and what a change of it goes by. */
export interface OpenLoan {
  readonly loan: LoanRow;
  readonly application: ApplicationRow;
  readonly answers: JsonObject;
  readonly pastDue: number;
  readonly changing: Changing;
}

/** How the loan systems know a person: the code that they gave, else the digits of the person's first loan. */
export function customerCodeOf(
  claims: Readonly<Record<string, unknown>> | undefined,
  loans: readonly LoanRow[],
): string {
  const given = claims?.['custom:boCode'];
  if (typeof given === 'string' && given !== '') return given;
  const first = loans.map(({ loanNumber }) => loanNumber).sort()[0];
  return first?.split('-', 1)[0] ?? '';
}

/** The loans of a person as our system keeps them. Throws SOURCE_UNAVAILABLE while the person's system is silent. */
export async function loansAsked(
  { services }: Pick<RequestContext, 'services'>,
  of: Owner,
): Promise<readonly LoanRow[]> {
  const system = await systemOf(services, of);
  if (system?.answers === false) throw failure('SOURCE_UNAVAILABLE', 'The loan system does not answer.');
  return await loansOf(services.db, of);
}

/** The loan of these on which something is owed; undefined when there is none, or the lender has said how it stands. */
export async function openLoan(
  context: Pick<RequestContext, 'services' | 'today'>,
  loans: readonly LoanRow[],
  { brand }: Owner,
): Promise<OpenLoan | undefined> {
  const { services, today } = context;
  const found = loans
    .map((loan) => ({ loan, standing: standingOf(loan, today) }))
    .find(({ loan, standing }) => standing.payoff > 0 && loan.standing === null);
  if (!found) return undefined;
  const { loan, standing } = found;
  // What pays it off is known once it is known what becomes of a payment that is on its way.
  if (await underWay(services.db, loan)) return undefined;
  const application = await findApplication(services.db, loan.applicationId);
  if (!application) throw new Error(`The loan ${loan.loanNumber} has no application.`);
  const answers = await readSubmission(services, application);
  await services.definitions.prepare(today);
  const { states } = await services.definitions.compliance(brand, today);
  const stateCode = entityText(answers, 'stateCode') ?? '';
  return {
    loan,
    application,
    answers,
    pastDue: standing.pastDue,
    changing: {
      productCode: loan.productCode,
      payoff: standing.payoff,
      dueDate: standing.next?.dueDate ?? today,
      renewed: loan.number - 1,
      today,
      brandFacts: services.definitions.brand(brand, today)?.facts ?? {},
      stateRow: Object.hasOwn(states, stateCode) ? states[stateCode] : undefined,
      grossMonthlyIncome: grossMonthlyIncome(answers) ?? 0,
      frequency: payFrequency(answers) ?? 'BI',
      nextPayDate: entityText(answers, 'nextPayDate'),
    },
  };
}

/** Whether an open loan may be changed, as the lender sees it today. */
export function judgeChange(env: Env, { answers, pastDue, changing }: OpenLoan): Decision {
  return createPreliminary(env)({
    ssnLastFour: (entityText(answers, 'ssn') ?? '').slice(-4),
    pastDue,
    grossMonthlyIncome: changing.grossMonthlyIncome,
  });
}

/** What making terms leaves on the draft: the offer, and what of it pays off which loan. Agreements given before go. */
export function offered(row: ApplicationRow, { loan }: OpenLoan, terms: Terms): ActBody {
  const offer = { ...terms.offer, productCode: terms.productCode, madeBy: row.version + 1 };
  const replaces: Replaced = {
    applicationId: loan.applicationId,
    number: loan.number,
    loanNumber: loan.loanNumber,
    payoff: terms.payoff,
    payback: terms.payback,
    cash: terms.cash,
  };
  return {
    progress: { offer: { ...offer, hash: hashOfJson(offer) }, replaces, agreedTo: null, signedFor: null },
    set: { application_type: terms.type === 'CONVERT' ? 'CONVERSION' : 'REFINANCE' },
  };
}

/**
 * Pays the old loan off and books the new one: one statement on the application of both, once for a draft. Throws
 * TERMS_CHANGED where the payoff is another than the terms were made for; then nothing is written.
 *
 * @returns the number of the new loan
 */
export async function book(
  context: RequestContext,
  draft: ApplicationRow,
  signed: { readonly offer: StoredOffer; readonly replaces: Replaced; readonly signature: string },
): Promise<string> {
  const { services, caller, now, today } = context;
  const { offer, replaces, signature } = signed;
  const key = `conversion:${draft.id}`;
  const next = bookLoan(replaces.applicationId, offer, { today, number: replaces.number + 1 });
  const standing = async (): Promise<Known> => {
    const known = await know(services.db, replaces.applicationId, { key, session: undefined });
    if (!known) throw new Error(`The loan ${replaces.loanNumber} has no application.`);
    return known;
  };
  for (;;) {
    const known = await standing();
    if (known.repeat) return next.loanNumber;
    const loan = (await loansOf(services.db, draft)).find(({ loanNumber }) => loanNumber === replaces.loanNumber);
    const payoff = loan && standingOf(loan, today).payoff;
    const isPaid = loan !== undefined && (await underWay(services.db, loan)) !== undefined;
    if (!loan || isPaid || payoff !== replaces.payoff || draft.progress.today !== today) {
      // Another press may have booked it between the two readings: that is no other payoff.
      if ((await standing()).repeat) return next.loanNumber;
      throw failure('TERMS_CHANGED', 'The payoff has changed since these terms were made.');
    }
    const document = { conversion: draft.id, offer: offer.hash, paidOff: replaces.loanNumber, signature };
    const linked = link(known.row, {
      actor: actorName(caller),
      operation: 'replaceLoan',
      body: { document },
      now,
      key,
    });
    const { payback } = replaces;
    const makes = withLoan({ ...draft, at: linked.act.at }, next, {
      number: loan.number,
      ledger: settle(loan, { payoff, payback, today }),
    });
    if (await writeAct(services.db, linked, { makes })) return next.loanNumber;
  }
}
