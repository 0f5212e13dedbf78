import { baseDisclosures } from '../documents/disclosures.ts';
import { stateDocuments } from '../journeys/state-documents.ts';
import { stateIdDocuments, stateIdPatterns } from '../journeys/state-ids.ts';
import { mustApplication } from './application.ts';
import { badInput } from './errors.ts';
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
    return await stateDocuments(context, args);
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

/** Texts and limits are those of the brand that asks, whose pages these are. */
function mustBeOwnBrand({ brandName }: { readonly brandName: string }, { brand }: RequestContext): void {
  if (brandName !== brand) throw badInput('This asks for the texts of another brand.');
}
