/** Bank verification of an application that waits for documents: an account that its bank confirms needs none. */
import type { Operations } from '../../contract/generated/operations.ts';
import type { JsonObject } from '../../runtime/core/facts.ts';
import { get } from '../../runtime/core/index.ts';
import type { RequestContext } from '../graphql/context.ts';
import { badInput, failure } from '../graphql/errors.ts';
import { leadsTo, type LendersAct } from '../status/graph.ts';
import { moveBy } from '../status/move.ts';
import type { BankAccount } from '../verification/bank.ts';
import { actedAt } from './acted-at.ts';
import { link } from './acts/store.ts';
import { mustWrite } from './must-write.ts';
import { readSubmission } from './submission.ts';
import type { ApplicationRow, BankVerification } from './tables.ts';
import { tellsVerified } from './verified.ts';

type Verification = Operations['searchBankVerification']['value'];
type Decision = Operations['saveDecisionBankVerification']['input']['decision'];

/** So long a code is good. */
const codeMs = 15 * 60_000;

/**
 * The verification of an application as it stands. Where there is none, or the last one is void, another is opened; one
 * whose code has expired becomes void.
 * Throws NOT_WANTED where nobody waits for documents, BANK_UNAVAILABLE where no account can be verified online.
 */
export async function bankVerification(context: RequestContext, row: ApplicationRow): Promise<Verification> {
  const before = row.progress.bank;
  if (before?.status === 'CLOSED') return view(row, before);
  mustBeWanted(row);
  if (before?.status === 'OPEN') {
    if (!isExpired(before, context.now)) return view(row, before);
    return await keep(context, row, { ...before, status: 'VOID' });
  }
  const { verifier, account } = await askable(context, row);
  const id = context.services.id();
  const requestCode = await verifier.request({ id, account });
  const expiresAt = new Date(context.now.getTime() + codeMs).toISOString();
  return await keep(context, row, { id, status: 'OPEN', asked: 0, codes: [{ requestCode, expiresAt }], decisions: [] });
}

/**
 * What the person says of the request in the app of their bank. Confirmed, the bank is asked; once it has decided, the
 * verification is closed, and an application whose account is theirs goes on as with documents that were accepted.
 * Declined, it is void. Said again it changes nothing.
 * Throws NOT_WANTED and BANK_UNAVAILABLE as above, CODE_EXPIRED for a code that is not good any more.
 */
export async function decideBankVerification(
  context: RequestContext,
  row: ApplicationRow,
  { requestCode, siteResult }: Decision,
): Promise<Verification> {
  const before = row.progress.bank;
  if (before === undefined || before.codes.every((code) => code.requestCode !== requestCode))
    throw badInput('This is not the code of the verification.');
  if (before.status === 'CLOSED') return view(row, before);
  mustBeWanted(row);
  if (before.status === 'VOID') throw failure('CODE_EXPIRED', 'This code is not good any more.');
  if (isExpired(before, context.now)) {
    await keep(context, row, { ...before, status: 'VOID' });
    throw failure('CODE_EXPIRED', 'This code is not good any more.');
  }
  if (siteResult === 'DECLINED') {
    const decisions = [...before.decisions, { requestCode, siteResult, decisionResult: 'DENIED' as const }];
    return await keep(context, row, { ...before, status: 'VOID', decisions });
  }
  const { verifier, account } = await askable(context, row);
  const decisionResult = await verifier.decide({ id: before.id, account }, before.asked);
  const after: BankVerification = {
    ...before,
    status: decisionResult === 'PENDING' ? 'OPEN' : 'CLOSED',
    asked: before.asked + 1,
    decisions: [...before.decisions, { requestCode, siteResult, decisionResult }],
  };
  return await keep(context, row, { ...after, act: decisionResult === 'APPROVED' ? 'acceptBank' : undefined });
}

function mustBeWanted(row: ApplicationRow): void {
  if (!row.is_open || leadsTo(row.status, 'acceptBank').length === 0)
    throw failure('NOT_WANTED', 'Nobody waits for documents of this application.');
}

/** Who asks the bank, and the account: the one that was linked, as the server derived it, or the one that was typed. */
async function askable({ services }: RequestContext, row: ApplicationRow) {
  const verifier = services.bankVerifier;
  const account = accountIn(await readSubmission(services, row));
  if (verifier === undefined || account === undefined)
    throw failure('BANK_UNAVAILABLE', 'No account can be verified online now.');
  return { verifier, account };
}

function accountIn(answers: JsonObject): BankAccount | undefined {
  const part = (name: keyof BankAccount) => get(answers, `bankingInformation.${name}`);
  const [accountType, accountNumber, routingNumber] = [
    part('accountType'),
    part('accountNumber'),
    part('routingNumber'),
  ];
  return typeof accountType === 'string' && typeof accountNumber === 'string' && typeof routingNumber === 'string'
    ? { accountType, accountNumber, routingNumber }
    : undefined;
}

const isExpired = ({ codes }: BankVerification, now: Date): boolean =>
  codes.every(({ expiresAt }) => expiresAt <= now.toISOString());

/** Writes how the verification stands, and what it leads to. */
async function keep(
  context: RequestContext,
  row: ApplicationRow,
  { act, ...bank }: BankVerification & { readonly act?: LendersAct | undefined },
): Promise<Verification> {
  const { db, wake } = context.services;
  const { operation, ...body } =
    act === undefined
      ? { operation: 'verifyBank', progress: { bank } }
      : moveBy(row, act, { documentsUploaded: true, bank, ...actedAt(context.services, context.cookies) });
  const linked = link(row, { actor: 'reviewer', operation, body, now: context.now });
  await mustWrite(db, linked, { makes: tellsVerified('bank') });
  wake();
  return view(row, bank);
}

function view({ id: applicationId }: ApplicationRow, { id, status, codes, decisions }: BankVerification): Verification {
  return { id, applicationId, status, codes: [...codes], decisions: [...decisions] };
}
