/** The fields by which an application is begun from what is known already. */
import { isDraft, openDraft } from '../../runtime/core/index.ts';
import type { NewApplication } from '../journeys/applications.ts';
import { draftAt } from '../journeys/draft.ts';
import { mayChange } from '../journeys/loan-type.ts';
import { lastDecided, originOf, takenOver } from '../journeys/origin.ts';
import type { ApplicationRow, Origin } from '../journeys/tables.ts';
import { leadOf } from '../loans/lead.ts';
import { systemOf } from '../loans/systems.ts';
import { mustApplication } from './application.ts';
import { campaignCode } from './client-ids.ts';
import type { RequestContext } from './context.ts';
import { create } from './create.ts';
import { badInput, failure, forbidden, unauthenticated } from './errors.ts';
import type { Args, Field, Input } from './field.ts';

export const beginnings: Readonly<Record<string, Field>> = {
  async createReturningApplication(args, context) {
    const { applicationType, brandName, loanApplicationDetails } = args as Input<'createReturningApplication'>;
    if (!context.caller) throw unauthenticated();
    if (brandName !== context.brand) throw badInput('An application is begun with the brand whose page it is.');
    const of = { owner: context.caller.sub, brand: context.brand };
    const before = await lastDecided(context, of);
    if (!before) throw failure('NOTHING_KNOWN', 'There is no application before to begin with.');
    const call = { field: 'createReturningApplication', args };
    if (applicationType !== 'STANDARD') return await beginChange(context, call, applicationType);
    const wanted = loanApplicationDetails?.productCode;
    return await beginFrom(context, call, {
      before,
      ...(wanted !== undefined && { preferredProductCode: wanted }),
    });
  },
  async cloneApplicationBase(args, context, application) {
    const { brand, suppressedBrand, suppressedChannel } = args as Input<'cloneApplicationBase'>;
    const before = mustApplication(application);
    return await beginFrom(
      context,
      { field: 'cloneApplicationBase', args },
      {
        before,
        brand,
        origin: {
          suppressedBrands: suppressedBrand == null ? [] : [suppressedBrand],
          ...(suppressedChannel != null && { suppressedChannel }),
        },
      },
    );
  },
  /** What nobody approved for whoever asks is FORBIDDEN, whether somebody else has it or nobody. */
  async cloneApprovedLeadApplication(args, context) {
    const { id } = args as Input<'cloneApprovedLeadApplication'>;
    if (!context.caller) throw unauthenticated();
    const of = { owner: context.caller.sub, brand: context.brand };
    const lead = leadOf(context.services.sealer, of, await systemOf(context.services, of));
    if (lead?.id !== id) throw forbidden();
    const before = await lastDecided(context, of);
    const { storeNumber, preferredProductCode } = lead;
    const origin = { storeNumber, productCode: preferredProductCode };
    return await beginFrom(
      context,
      { field: 'cloneApprovedLeadApplication', args },
      { before, origin, preferredProductCode },
    );
  },
};

/** Begins with the newest version of the loan application of a brand. */
async function beginFrom(
  context: RequestContext,
  call: { readonly field: string; readonly args: Args },
  from: {
    readonly before: ApplicationRow | undefined;
    readonly brand?: string;
    readonly preferredProductCode?: string;
    readonly origin?: Origin;
  },
) {
  const { services, caller, today } = context;
  if (!caller) throw unauthenticated();
  const { before, brand = context.brand } = from;
  const { definitions } = services;
  const flows = Object.values(definitions.content(today).brands[brand]?.flows ?? {});
  const current = flows.find(({ id, saves }) => (before ? id === before.flow : saves === 'application'));
  if (!current) throw notOffered();
  await definitions.pin(current.hash);
  const of = { id: services.id(), owner: caller.sub, brand };
  const taken = before && (await takenOver(context, before, { id: of.id, definition: current.hash }));
  return await create(context, call, {
    ...newOf(context, of, current),
    draft: null,
    origin: { ...(await originOf(context, of)), ...taken?.origin, ...from.origin },
    ...(taken && { answers: taken.answers }),
    preferredProductCode: from.preferredProductCode,
  });
}

/**
 * Begins the draft by which the open loan of whoever asks is changed; who has one open goes on with that one, of
 * whichever type. NOT_OFFERED where the brand takes none of this type, or no loan may be changed so.
 */
async function beginChange(
  context: RequestContext,
  call: { readonly field: string; readonly args: Args },
  applicationType: string,
) {
  const { services, caller, brand, today } = context;
  if (!caller) throw unauthenticated();
  const flows = Object.values(services.definitions.content(today).brands[brand]?.flows ?? {});
  const of = { id: services.id(), owner: caller.sub, brand };
  for (const flow of flows) {
    if (!isDraft(flow.saves) || flow.saves.applicationTypes?.includes(applicationType) !== true) continue;
    if (!(await mayChange(context, of, applicationType))) break;
    await services.definitions.pin(flow.hash);
    return await create(context, call, {
      ...newOf(context, of, flow),
      draft: draftAt(flow, openDraft),
      origin: await originOf(context, of),
      applicationType,
    });
  }
  throw notOffered();
}

const notOffered = () => failure('NOT_OFFERED', 'This brand takes no such application.');

/** What every application has that is begun here, online and with the newest version of its flow. */
function newOf(
  { services: { definitions }, caller, privacy, campaign, today, now }: RequestContext,
  of: Pick<NewApplication, 'id' | 'owner' | 'brand'>,
  flow: { readonly id: string; readonly hash: string },
): Omit<NewApplication, 'draft' | 'origin'> {
  return {
    ...of,
    email: caller?.email,
    flow: flow.id,
    definition: flow.hash,
    channel: 'ONLINE',
    // Who wants nobody to follow what they do is not counted for who led them here.
    campaignId: privacy ? undefined : campaignCode(definitions.brand(of.brand, today)?.facts ?? {}, campaign),
    now,
  };
}
