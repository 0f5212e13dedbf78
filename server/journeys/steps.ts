import type { RequestContext } from '../graphql/context.ts';
import type { ActBody } from './acts/act.ts';
import type { Known } from './acts/store.ts';
import { actedAt } from './acted-at.ts';
import { blackBoxPlace } from './additional-attributes.ts';
import { openDocument } from './document.ts';
import { mustBeOffered } from './offered.ts';
import { sealSubmission } from './submission.ts';

/**
 * What the applicant's own calls leave on the application, once the door has let them through. Where they lead stands
 * in the operations themselves (`to`), and the door leads there.
 */

/**
 * Hands the application in, sealed as it stands. Throws REFUSED where it asks for more than is offered instead: a save
 * that would set such an amount was refused, and one from before the offer stands still.
 *
 * @param blackBox what tells the device from others; a secret of the call, kept sealed
 */
export async function submit(context: RequestContext, known: Known, blackBox?: string | null): Promise<ActBody> {
  const { row } = known;
  mustBeOffered(row, (await openDocument(context, row)).answers);
  return {
    progress: {
      submits: (row.progress.submits ?? 0) + 1,
      submission: row.version + 1,
      today: context.today,
      ...(blackBox != null && { blackBox: await context.services.sealer.seal(blackBox, blackBoxPlace(row.id)) }),
    },
    document: await sealSubmission(context, known),
  };
}

/** Every document of a page agreed to: where an offer stands, that offer. */
export function agree({ row }: Known): ActBody {
  const { offer } = row.progress;
  return offer === undefined ? {} : { progress: { agreedTo: offer.hash } };
}

/** The signature, sealed, on the offer that stands. */
export async function esign(context: RequestContext, { row }: Known, signature: string): Promise<ActBody> {
  const sealed = await context.services.sealer.seal(signature, {
    table: 'applications',
    column: 'signature',
    row: row.id,
  });
  return {
    progress: {
      signature: sealed,
      signedFor: offerHash(row),
      signedAt: context.now.toISOString(),
      ...actedAt(context.services, context.cookies),
    },
  };
}

/** Takes the application back. */
export function withdraw(): ActBody {
  return { closes: true };
}

/** The offer that stands; an approved application has one. */
function offerHash({ id, progress }: Known['row']): string {
  if (progress.offer === undefined) throw new Error(`Application ${id} is approved without an offer.`);
  return progress.offer.hash;
}
