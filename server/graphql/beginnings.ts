/** The fields by which an application is begun from what is known already. */
import type { NewApplication } from '../journeys/applications.ts';
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
    const wanted = loanApplicationDetails?.productCode;
    return await beginFrom(
      context,
      { field: 'createReturningApplication', args },
      { before, applicationType, ...(wanted !== undefined && { preferredProductCode: wanted }) },
    );
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
    readonly applicationType?: string;
    readonly preferredProductCode?: string;
    readonly origin?: Origin;
  },
) {
  const { services, caller, today, now } = context;
  if (!caller) throw unauthenticated();
  const { before, brand = context.brand } = from;
  const { definitions } = services;
  const flows = Object.values(definitions.content(today).brands[brand]?.flows ?? {});
  const current = flows.find(({ id, saves }) => (before ? id === before.flow : saves === 'application'));
  if (!current || (from.applicationType ?? 'STANDARD') !== 'STANDARD')
    throw failure('NOT_OFFERED', 'This brand takes no such application.');
  await definitions.pin(current.hash);
  const of = { id: services.id(), owner: caller.sub, brand };
  const taken = before && (await takenOver(context, before, { id: of.id, definition: current.hash }));
  const wanted: NewApplication = {
    ...of,
    email: caller.email,
    flow: current.id,
    definition: current.hash,
    channel: 'ONLINE',
    // Who wants nobody to follow what they do is not counted for who led them here.
    campaignId: context.privacy
      ? undefined
      : campaignCode(definitions.brand(brand, today)?.facts ?? {}, context.campaign),
    draft: null,
    origin: { ...(await originOf(context, of)), ...taken?.origin, ...from.origin },
    ...(taken && { answers: taken.answers }),
    preferredProductCode: from.preferredProductCode,
    now,
  };
  return await create(context, call, wanted);
}
