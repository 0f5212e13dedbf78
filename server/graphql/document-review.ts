/** The fields by which somebody sends the documents that are wanted, and hears how far they are. */
import { documentReview, sendDocuments } from '../journeys/document-review.ts';
import { unauthenticated } from './errors.ts';
import type { OwnersAct, Queries } from './field.ts';

export const documentQueries: Pick<Queries, 'documentReview'> = {
  async documentReview(_, context) {
    if (!context.caller) throw unauthenticated();
    return await documentReview(context, { owner: context.caller.sub, brand: context.brand });
  },
};

export const documentActs: Readonly<Record<string, OwnersAct>> = {
  async sendDocuments(_, context, { row }) {
    await sendDocuments(context, row);
    return { body: {}, answer: () => Promise.resolve({ success: true, id: row.id }) };
  },
};
