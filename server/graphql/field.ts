import type { Operations } from '../../contract/generated/operations.ts';
import type { Json } from '../../runtime/core/facts.ts';
import type { Known } from '../journeys/acts/store.ts';
import type { Judged } from '../journeys/perform.ts';
import type { ApplicationRow } from '../journeys/tables.ts';
import type { RequestContext } from './context.ts';

/** A root field: its arguments as the schema has checked them, and the application its owner rule is about. */
export type Field = (args: Args, context: RequestContext, application: ApplicationRow | undefined) => Promise<Json>;
/** A root field by which an owner changes their application: what it does to what is known of it. */
export type OwnersAct = (args: Args, context: RequestContext, known: Known) => Promise<Judged>;
/**
 * What such a field answers of a draft of which it was done already: what the first press was told, as far as it is
 * kept. Without one the application is answered as it stands.
 */
export type AnswerOnceDone = (row: ApplicationRow, context: RequestContext) => Promise<Json>;
export type Args = Readonly<Record<string, unknown>>;

/** What the operation of this name takes and gives, as its schema says. */
export type Input<Name extends keyof Operations> = Operations[Name]['input'];
type Value<Name extends keyof Operations> = Operations[Name]['value'];

/** A root field that the operation of its name asks, typed by that operation. */
type FieldOf<Name extends keyof Operations, Answer> = (
  args: Input<Name>,
  context: RequestContext,
  application: ApplicationRow | undefined,
) => Promise<Answer>;
/**
 * The fields of Query: those that give an application or a state's documents build them from the content's own JSON.
 */
export type Queries = {
  readonly [Name in
    | 'openApplication'
    | 'unsubmittedApplication'
    | 'application'
    | 'documentsPerState'
    | 'getBaseDisclosures'
    | 'stateDocumentList'
    | 'getStateIdPatterns']: FieldOf<Name, Json>;
} & {
  readonly [Name in
    | 'applicationState'
    | 'getProductAvailability'
    | 'getCustomerProductAvailability'
    | 'getAdverseActionDetail'
    | 'getAnotherOptionDetail'
    | 'getCurrentDate'
    | 'getLearningCenterLinks'
    | 'statesForZipcode'
    | 'loanOffer'
    | 'generateBokuEVURL'
    | 'searchIntellicheckVerification'
    | 'searchBankVerification'
    | 'homeAddress'
    | 'loanAccount'
    | 'getInitialLoanDetails'
    | 'conditionallyApprovedApplication'
    | 'conversionOffers'
    | 'paymentOptions'
    | 'paymentState'
    | 'documentReview'
    | 'refinanceDetails'
    | 'convertLoanDetails'
    | 'deviceCheck'
    | 'otpSearch'
    | 'searchEmailVerification'
    | 'sqsLegacy'
    | 'searchSsn'
    | 'skipResumeApplication'
    | 'customerSystemSearch']: FieldOf<Name, Value<Name>>;
};
