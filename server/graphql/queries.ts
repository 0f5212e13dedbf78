import { errorCodes } from '../../contract/errors.ts';
import type { Operations } from '../../contract/generated/operations.ts';
import type { Json } from '../../runtime/core/facts.ts';
import { findOpenApplication } from '../journeys/applications.ts';
import { bankVerification } from '../journeys/bank-verification.ts';
import { customerAvailability, mustBeOwnCode } from '../journeys/availability.ts';
import { homeAddress } from '../journeys/chosen-store.ts';
import { openDocument } from '../journeys/document.ts';
import { entityText } from '../journeys/entities.ts';
import { viewState } from '../journeys/head.ts';
import { identityVerification } from '../journeys/identity-verification.ts';
import { askedAgain, movedOn } from '../journeys/moved-on.ts';
import { viewApplication, viewResumed } from '../journeys/view.ts';
import { availabilityOf } from '../lending/availability.ts';
import { viewOffer } from '../lending/offer.ts';
import { availableProducts } from '../lending/products.ts';
import { statesOfZip } from '../lending/zip.ts';
import { loansOf } from '../loans/store.ts';
import { badInput, failure, unauthenticated } from './errors.ts';
import { start } from '../status/graph.ts';
import { mustApplication } from './application.ts';
import { conversionQueries } from './conversion.ts';
import { customerQueries } from './customer.ts';
import { documentQueries } from './document-review.ts';
import { disclosureQueries } from './disclosures.ts';
import { enrollmentQueries } from './enrollment.ts';
import { paymentQueries } from './payments.ts';
import { loanQueries } from './loans.ts';
import { legacyQueries } from './legacy.ts';
import { proofQueries } from './second-proof.ts';
import type { RequestContext } from './context.ts';
import type { Queries } from './field.ts';

/** The fields of Query; each thin over the room that knows. */
export const queries: Queries = {
  ...loanQueries,
  ...conversionQueries,
  ...paymentQueries,
  ...documentQueries,
  ...proofQueries,
  ...legacyQueries,
  ...enrollmentQueries,
  ...customerQueries,
  async openApplication({ draft }, context) {
    if (!context.caller) throw unauthenticated();
    const row = await findOpenApplication(context.services.db, {
      owner: context.caller.sub,
      brand: context.brand,
      now: context.now,
      draft: draft ?? undefined,
    });
    if (!row) return null;
    const now = await movedOn(context, row);
    return { ...(await viewResumed(context, now)), askedAgain: await askedAgain(context, now) };
  },
  async unsubmittedApplication(_, context) {
    if (!context.caller) throw unauthenticated();
    const { db } = context.services;
    const of = { owner: context.caller.sub, brand: context.brand, now: context.now };
    const row = await findOpenApplication(db, of);
    return row?.is_open && row.status === start ? await viewApplication(context, row) : null;
  },
  async application(_, context, application) {
    return await viewApplication(context, mustApplication(application));
  },
  applicationState(_, { now }, application) {
    return Promise.resolve(viewState(mustApplication(application), now));
  },
  ...disclosureQueries,
  /** The products of the brand of ours that is named as the partner, else of the one that is asked. */
  async getProductAvailability({ stateCode, partnerBrand }, context) {
    const row = (await states(context))[stateCode];
    const { definitions } = context.services;
    const facts = partnerBrand == null ? brandFacts(context) : definitions.brand(partnerBrand, context.today)?.facts;
    const products = availableProducts(facts ?? {}, row);
    return { ...availabilityOf(stateCode, products), products: products.map((product) => ({ ...product })) };
  },
  async getCustomerProductAvailability(args, context, application) {
    return await customerAvailability(context, mustApplication(application), args);
  },
  async getAdverseActionDetail(args, context) {
    const row = (await states(context))[args.stateCode];
    return { hasRetailStores: row?.['hasRetailStores'] === true };
  },
  /**
   * Another option: underwriting found one, or the partner is a brand of ours that has a product in the state for which
   * nobody has to be found eligible first. FORBIDDEN for the boCode of somebody else.
   */
  async getAnotherOptionDetail(args, context, application) {
    const row = mustApplication(application);
    if (args.boCode != null) mustBeOwnCode(context, await loansOf(context.services.db, row), args.boCode);
    const { answers } = await openDocument(context, row);
    const state = (await states(context))[entityText(answers, 'stateCode') ?? ''];
    const partner = context.services.definitions.brand(args.partnerBrand ?? '', context.today);
    return {
      anotherOptionAvailable:
        row.progress.anotherOption === true ||
        (partner !== undefined &&
          partner.facts['productsRequireEligibility'] !== true &&
          availableProducts(partner.facts, state).length > 0),
    };
  },
  getLearningCenterLinks(_, context) {
    const { learningCenterLinks: links } = brandFacts(context);
    const all = (Array.isArray(links) ? links : []) as Operations['getLearningCenterLinks']['value'];
    return Promise.resolve(all.filter(({ active }) => active));
  },
  getCurrentDate(_, context) {
    return Promise.resolve(context.today);
  },
  statesForZipcode(args) {
    const zip = args.zipcode;
    if (!/^\d{5}$/.test(zip)) throw badInput('A ZIP code has five digits.');
    return Promise.resolve(statesOfZip(zip).map(({ name, abbr }) => ({ name, abbr })));
  },
  async searchIntellicheckVerification(_, context, application) {
    return await identityVerification(context, mustApplication(application));
  },
  async homeAddress(_, context, application) {
    return await homeAddress(context, mustApplication(application));
  },
  async searchBankVerification(_, context, application) {
    return await bankVerification(context, mustApplication(application));
  },
  /**
   * What the loan costs: the offer of the approval as it was made. Throws NOT_READY before there is one, and where none
   * was made.
   */
  loanOffer(_, __, application) {
    const { offer } = mustApplication(application).progress;
    if (offer === undefined) throw failure('NOT_READY', 'No loan has been offered yet.');
    return Promise.resolve(viewOffer(offer));
  },
};

function brandFacts(context: RequestContext): { readonly [key: string]: Json } {
  const brand = context.services.definitions.brand(context.brand, context.today);
  if (!brand) throw failure(errorCodes.badInput, 'There is no such brand.');
  return brand.facts;
}
async function states(context: RequestContext): Promise<Readonly<Record<string, { readonly [key: string]: Json }>>> {
  const { states: rows } = await context.services.definitions.compliance(context.brand, context.today);
  return Object.assign(Object.create(null) as Record<string, { readonly [key: string]: Json }>, rows);
}
