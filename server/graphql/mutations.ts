import { errorCodes } from '../../contract/errors.ts';
import type { Json } from '../../runtime/core/facts.ts';
import { isDraft, isStored, openDraft } from '../../runtime/core/index.ts';
import type { ActBody } from '../journeys/acts/act.ts';
import { decideBankVerification } from '../journeys/bank-verification.ts';
import { chooseStore } from '../journeys/chosen-store.ts';
import { draftAt } from '../journeys/draft.ts';
import { originOf } from '../journeys/origin.ts';
import type { Judged } from '../journeys/perform.ts';
import { refused } from '../journeys/refused.ts';
import { judgeSave } from '../journeys/save.ts';
import { keepSeen } from '../journeys/seen.ts';
import { coolingOff } from '../journeys/head.ts';
import { agree, esign, submit, withdraw } from '../journeys/steps.ts';
import { inWordsOf } from '../log/words.ts';
import { mustApplication } from './application.ts';
import { beginnings } from './beginnings.ts';
import { campaignCode, campaignOf } from './client-ids.ts';
import { answerOf, create } from './create.ts';
import { conversionActs, conversionsDone, preliminaryUnderwriting } from './conversion.ts';
import type { RequestContext } from './context.ts';
import { badInput, failure, unauthenticated } from './errors.ts';
import type { AnswerOnceDone, Args, Field, Input, OwnersAct } from './field.ts';
import { documentActs } from './document-review.ts';
import { enrollmentMutations } from './enrollment.ts';
import { loanRequestActs } from './loan-requests.ts';
import { paymentActs } from './payments.ts';
import { proofMutations } from './second-proof.ts';

/** The fields of Mutation by which owners change their application; each thin over the journey it changes. */
export const ownersActs: Readonly<Record<string, OwnersAct>> = {
  async saveJourney(args, context, known) {
    const { flow, definition, revision: on, after, changes, journey } = args as Input<'saveJourney'>;
    const saves = { flow, definition, revision: on, ...(after && { after }), changes, journey };
    const { effect, files } = await judgeSave(context, known, saves);
    const { id, brand } = known.row;
    const leaves = Object.values(effect?.journey ?? {}).some((how) => how !== null);
    const seen = leaves ? await keepSeen(context, brand) : undefined;
    const body = effect && { ...effect, ...(seen && { seen }) };
    return { body, files, answer: ({ revision }) => Promise.resolve({ success: true, id, revision }) };
  },
  // The entities they carry are what is stored already: the door lets no other through. The act remembers that they
  // were sent.
  savePersonalInformation: sent,
  async saveBankInformation(args, context, { row }) {
    const { accountId } = (args as Input<'saveBankInformation'>).bankInfo;
    if (typeof accountId === 'string' && !(await context.services.banks.entry(row.id, accountId)))
      throw refused('notTheArgument', 'bankInfo.accountId');
    return result(context, {});
  },
  async createPlaidToken(args, context, { row }) {
    const { clientName, linkCustomizationName: customization, redirectUrl } = args as Input<'createPlaidToken'>;
    const of = { application: row.id, owner: row.owner, clientName, customization, redirectUrl };
    const token = await context.services.banks.linkToken(of);
    if (token === 'unavailable') throw failure('PLAID_UNAVAILABLE', 'No bank can be linked now.');
    return { body: {}, answer: () => Promise.resolve({ ...token }) };
  },
  async initializePlaidConnection(args, context, { row }) {
    const { publicToken } = args as Input<'initializePlaidConnection'>;
    const found = await context.services.banks.connect(row.id, publicToken);
    if (found === 'unavailable') throw failure('PLAID_UNAVAILABLE', 'No bank can be linked now.');
    if (found === 'expired') throw failure('LINK_EXPIRED', 'This link was used already, or too long ago.');
    return { body: {}, answer: () => Promise.resolve(found as unknown as Json) };
  },
  saveIncomeInformation: sent,
  saveLoanApplicationProgress(args, context) {
    const { applicationUrl } = args as Input<'saveLoanApplicationProgress'>;
    return Promise.resolve(result(context, { set: { application_url: applicationUrl } }));
  },
  /** The door lets no other email through than that of the account. */
  saveUserInformation(args, context) {
    const { email } = (args as Input<'saveUserInformation'>).userInformation;
    return Promise.resolve(result(context, { set: { email } }));
  },
  saveAgreements(_, context, known) {
    return Promise.resolve(result(context, agree(known)));
  },
  async submitApplication(args, context, known) {
    return result(context, await submit(context, known, (args as Input<'submitApplication'>).blackBox));
  },
  async esignApplication(args, context, known) {
    if (coolingOff(known.row, context.now) !== null) throw refused('notNow');
    return result(context, await esign(context, known, (args as Input<'esignApplication'>).signature));
  },
  withdrawApplication(_, context) {
    return Promise.resolve(result(context, withdraw()));
  },
  ...conversionActs,
  ...paymentActs,
  ...documentActs,
  ...loanRequestActs,
};

/** What acts with an answer of their own are answered with where they were done already. */
export const answersOnceDone: Readonly<Record<string, AnswerOnceDone>> = conversionsDone;

/** The other fields of Mutation. */
export const mutations: Readonly<Record<string, Field>> = {
  preliminaryUnderwriting,
  ...proofMutations,
  ...enrollmentMutations,
  ...beginnings,
  async saveStoreInformation(args, context, application) {
    const row = await chooseStore(context, mustApplication(application), args as Input<'saveStoreInformation'>);
    return await answerOf(context, row);
  },
  async saveDecisionBankVerification(args, context, application) {
    const { decision } = args as Input<'saveDecisionBankVerification'>;
    return await decideBankVerification(context, mustApplication(application), decision);
  },
  async createApplication(args, context) {
    if (!context.caller) throw unauthenticated();
    const { application: input, cmsData } = args as Input<'createApplication'>;
    const current = context.services.definitions.currentFlow(context.brand, input.flow, context.today);
    if (!current || !isStored(current.saves))
      throw badInput('No flow of this brand saves an application or a draft by that name.');
    // A superseded version goes on for those who began with it; nobody begins with it.
    if (input.definition != null && input.definition !== current.hash)
      throw failure(errorCodes.refused, 'New applications of this flow begin with another version.', {
        reason: 'definition',
        definition: current.hash,
      });
    await context.services.definitions.pin(current.hash);
    const { id, owner } = { id: context.services.id(), owner: context.caller.sub };
    return await create(
      context,
      { field: 'createApplication', args },
      {
        id,
        owner,
        email: context.caller.email,
        brand: context.brand,
        flow: input.flow,
        definition: current.hash,
        channel: input.channel ?? 'ONLINE',
        campaignId: campaignCode(
          context.services.definitions.brand(context.brand, context.today)?.facts ?? {},
          campaignOf(cmsData?.campaignId) ?? campaignOf(input.campaignId) ?? context.campaign,
        ),
        draft: isDraft(current.saves) ? draftAt({ id: input.flow, saves: current.saves }, openDraft) : null,
        origin: await originOf(context, { id, owner, brand: context.brand }),
        now: context.now,
      },
    );
  },
  /** Analytics learns that a session ended by itself; the session ends with the sign-out that follows. */
  async timeoutExpireAction(args, { services, session, brand }) {
    const { isEnrollment, isManualTrigger } = args as Input<'timeoutExpireAction'>;
    await services.events.keep({ kind: 'session.expired', session, brand, body: { isEnrollment, isManualTrigger } });
    return { success: true };
  },
  logMessage(args, context) {
    const { message, logLevel } = args as Input<'logMessage'>;
    const content = context.services.definitions.content(context.today);
    context.services.log[logLevel](
      { client: inWordsOf(content, message.slice(0, 500)), session: context.session },
      'message of a client',
    );
    return Promise.resolve(true);
  },
  logDetails(args, context) {
    const { message, data, logLevel } = args as Input<'logDetails'>;
    const content = context.services.definitions.content(context.today);
    const kept = (text: string): string => inWordsOf(content, text.slice(0, 500));
    context.services.log[logLevel](
      { client: kept(message), details: detailsOf(data ?? null, kept), session: context.session },
      'details of a client',
    );
    return Promise.resolve(true);
  },
};

/** So many members of each part, and so many parts within each other, are kept of a client's details. */
const mostMembers = 20;
const deepest = 4;

/**
 * Details in the words of the definitions: no number, because it may be somebody's, and nothing below the fourth part.
 */
function detailsOf(value: Json, kept: (text: string) => string, depth = 0): Json {
  if (typeof value === 'string') return kept(value);
  if (typeof value === 'boolean' || value === null) return value;
  if (typeof value === 'number' || depth === deepest) return '[redacted]';
  if (Array.isArray(value))
    return (value as readonly Json[]).slice(0, mostMembers).map((one) => detailsOf(one, kept, depth + 1));
  const members = Object.entries(value).slice(0, mostMembers);
  return Object.fromEntries(members.map(([name, one]) => [kept(name), detailsOf(one, kept, depth + 1)]));
}

function sent(_: Args, context: RequestContext): Promise<Judged> {
  return Promise.resolve(result(context, {}));
}
/** What is answered to an act: the application as it stands after it. Without a body nothing is done. */
export function result(context: RequestContext, body: ActBody | undefined): Judged {
  return { body, answer: (row) => answerOf(context, row) };
}
