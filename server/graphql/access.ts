import type { Known } from '../journeys/acts/store.ts';
import type { Caller } from '../services.ts';
import { forbidden, unauthenticated } from './errors.ts';

/** Who may ask for a field of Query or Mutation. */
export type Rule =
  | { readonly who: 'anyone' }
  | { readonly who: 'customer' }
  /** The owner of the application that the named argument holds. */
  | { readonly who: 'owner'; readonly of: string }
  /** Anyone; but when the argument names an application, its owner only. */
  | { readonly who: 'ownerIfNamed'; readonly of: string };

/** The one table of owner rules. A field of the schema without a rule cannot be asked (and a test fails). */
export const accessRules: Readonly<Record<string, Rule>> = {
  'Query.openApplication': { who: 'customer' },
  'Query.application': { who: 'owner', of: 'id' },
  'Query.applicationState': { who: 'owner', of: 'id' },
  'Query.documentsPerState': { who: 'ownerIfNamed', of: 'applicationId' },
  'Query.getProductAvailability': { who: 'anyone' },
  'Query.getAdverseActionDetail': { who: 'owner', of: 'applicationId' },
  'Query.getAnotherOptionDetail': { who: 'owner', of: 'applicationId' },
  'Query.getCurrentDate': { who: 'anyone' },
  'Query.statesForZipcode': { who: 'anyone' },
  'Query.loanOffer': { who: 'owner', of: 'applicationId' },
  'Mutation.createApplication': { who: 'customer' },
  'Mutation.saveJourney': { who: 'owner', of: 'id' },
  'Mutation.savePersonalInformation': { who: 'owner', of: 'id' },
  'Mutation.saveIncomeInformation': { who: 'owner', of: 'id' },
  'Mutation.saveBankInformation': { who: 'owner', of: 'id' },
  'Mutation.saveAgreements': { who: 'owner', of: 'id' },
  'Mutation.saveLoanApplicationProgress': { who: 'owner', of: 'id' },
  'Mutation.submitApplication': { who: 'owner', of: 'id' },
  'Mutation.esignApplication': { who: 'owner', of: 'id' },
  'Mutation.uploadDocuments': { who: 'owner', of: 'id' },
  'Mutation.withdrawApplication': { who: 'owner', of: 'id' },
  'Mutation.logMessage': { who: 'anyone' },
};

/**
 * Gives back the application an owner rule is about, when there is one. Throws UNAUTHENTICATED or FORBIDDEN;
 * `find` must answer undefined for an id that is no id.
 */
export async function authorise(
  rule: Rule,
  args: Readonly<Record<string, unknown>>,
  asked: {
    readonly caller: Caller | undefined;
    readonly brand: string;
    readonly find: (id: string) => Promise<Known | undefined>;
  },
): Promise<Known | undefined> {
  const { caller, brand, find } = asked;
  if (rule.who === 'anyone') return undefined;
  if (rule.who === 'ownerIfNamed' && (args[rule.of] === undefined || args[rule.of] === null)) return undefined;
  if (!caller) throw unauthenticated();
  if (rule.who === 'customer') return undefined;
  const known = await find(String(args[rule.of]));
  if (!known || known.row.owner !== caller.sub || known.row.brand !== brand) throw forbidden();
  return known;
}
