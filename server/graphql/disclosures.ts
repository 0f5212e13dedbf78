import { findApplication } from '../journeys/acts/store.ts';
import { baseDisclosures } from '../documents/disclosures.ts';
import { stateDocuments } from '../journeys/state-documents.ts';
import { stateIdDocuments, stateIdPatterns } from '../journeys/state-ids.ts';
import { mustApplication } from './application.ts';
import { badInput, forbidden } from './errors.ts';
import type { RequestContext } from './context.ts';
import type { Queries } from './field.ts';

type DisclosureQueries = Pick<
  Queries,
  'documentsPerState' | 'getBaseDisclosures' | 'stateDocumentList' | 'getStateIdPatterns'
>;

/** The fields of Query that tell which texts an application, or a state, has, and what an ID of a state looks like. */
export const disclosureQueries: DisclosureQueries = {
  async documentsPerState(args, context) {
    mustBeOwnBrand(args, context);
    if (args.applicationId != null && !(await isCallers(context, args.applicationId))) throw forbidden();
    return await stateDocuments(context, args.stateCode, args.section ?? undefined);
  },
  async getBaseDisclosures(args, context, application) {
    mustBeOwnBrand(args, context);
    return await baseDisclosures(context, mustApplication(application), args);
  },
  async stateDocumentList(args, context) {
    mustBeOwnBrand(args, context);
    return await stateIdDocuments(context, args.stateCode);
  },
  async getStateIdPatterns(args, context) {
    mustBeOwnBrand(args, context);
    return await stateIdPatterns(context, args.stateCode);
  },
};

/** Whether an application is one of whoever asks, with this brand. One that is unknown is nobody's. */
async function isCallers({ services, caller, brand }: RequestContext, id: string): Promise<boolean> {
  const named = await findApplication(services.db, id);
  return named !== undefined && named.owner === caller?.sub && named.brand === brand;
}

/** Texts and limits are those of the brand that asks, whose pages these are. */
function mustBeOwnBrand({ brandName }: { readonly brandName: string }, { brand }: RequestContext): void {
  if (brandName !== brand) throw badInput('This asks for the texts of another brand.');
}
