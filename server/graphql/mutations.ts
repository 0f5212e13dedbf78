import { errorCodes } from '../../contract/errors.ts';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { findApplication, insertApplication, setFields } from '../journeys/applications.ts';
import { isObject } from '../journeys/paths.ts';
import { mergeInformation, saveJourney } from '../journeys/save.ts';
import { agree, esign, submit, uploadDocuments, withdraw } from '../journeys/steps.ts';
import type { ApplicationRow } from '../journeys/tables.ts';
import { viewApplication } from '../journeys/view.ts';
import { mustApplication } from './application.ts';
import type { RequestContext } from './context.ts';
import { badInput, failure, unauthenticated } from './errors.ts';
import type { Args, Field } from './field.ts';

/** The fields of Mutation; each thin over the journey it changes. */
export const mutations: Readonly<Record<string, Field>> = {
  async createApplication(args, context) {
    if (!context.caller) throw unauthenticated();
    const input = args['application'] as {
      flow: string;
      definition: string;
      stateCode?: string;
      channel?: 'ONLINE' | 'RETAIL';
      campaignId?: string;
    };
    const current = context.services.definitions.currentFlow(context.brand, input.flow, context.today);
    if (!current || current.saves !== 'application')
      throw badInput('No flow of this brand saves an application by that name.');
    // A superseded version goes on for those who began with it; nobody begins with it.
    if (input.definition !== current.hash)
      throw failure(errorCodes.refused, 'New applications of this flow begin with another version.', {
        reason: 'definition',
        definition: current.hash,
      });
    await context.services.definitions.pin(current.hash);
    const row = await insertApplication(context.services.db, {
      owner: context.caller.sub,
      email: context.caller.email,
      brand: context.brand,
      flow: input.flow,
      definition: current.hash,
      channel: input.channel ?? 'ONLINE',
      stateCode: input.stateCode,
      campaignId: input.campaignId ?? context.campaign,
      now: context.now,
    });
    return await result(context, row);
  },
  async saveJourney(args, context, application) {
    const { revision } = await saveJourney(context, mustApplication(application), {
      flow: String(args['flow']),
      definition: String(args['definition']),
      revision: Number(args['revision']),
      key: String(args['key']),
      changes: args['changes'] as Json,
      journey: args['journey'] as Json,
    });
    return { success: true, id: mustApplication(application).id, revision };
  },
  savePersonalInformation: saving('personalInfo', 'personalInformation'),
  saveBankInformation: saving('bankInfo', 'bankingInformation'),
  async saveIncomeInformation(args, context, application) {
    const row = mustApplication(application);
    await mergeInformation(context, row, { entity: entity(args, 'incomeInfo'), under: 'incomeInformation' });
    if (isObject(args['agreements'] as Json | undefined))
      await mergeInformation(context, await fresh(context, row), {
        entity: entity(args, 'agreements'),
        under: 'agreements',
      });
    return await result(context, await fresh(context, row));
  },
  async saveAgreements(args, context, application) {
    const row = mustApplication(application);
    const agreements = entity(args, 'agreements');
    await mergeInformation(context, row, { entity: agreements, under: 'agreements' });
    await agree(context, await fresh(context, row), agreements);
    return await result(context, await fresh(context, row));
  },
  async saveLoanApplicationProgress(args, context, application) {
    const row = mustApplication(application);
    const applicationUrl = String(args['applicationUrl']);
    if (!/^\/[\w\-/]{0,200}$/.test(applicationUrl))
      throw badInput('`applicationUrl` is a path of this site without a query.');
    await setFields(context.services.db, row.id, { applicationUrl });
    return await result(context, await fresh(context, row));
  },
  async submitApplication(_, context, application) {
    const row = mustApplication(application);
    await submit(context, row);
    return await result(context, await fresh(context, row));
  },
  async esignApplication(args, context, application) {
    const row = mustApplication(application);
    await esign(context, row, String(args['signature']));
    return await result(context, await fresh(context, row));
  },
  async uploadDocuments(args, context, application) {
    const row = mustApplication(application);
    await uploadDocuments(
      context,
      row,
      args['documents'] as readonly { name: string; contentType: string; data: string }[],
    );
    return await result(context, await fresh(context, row));
  },
  async withdrawApplication(_, context, application) {
    const row = mustApplication(application);
    await withdraw(context, row);
    return await result(context, await fresh(context, row));
  },
  logMessage(args, context) {
    const message = String(args['message'])
      .slice(0, 500)
      .replaceAll(/\d{4,}/g, '[number]');
    context.services.log.info(
      { client: message, level: String(args['logLevel']).slice(0, 10), session: context.session },
      'message of a client',
    );
    return Promise.resolve(true);
  },
};

/** An operation that carries one entity: merged below its place in the answers. */
function saving(argument: string, under: string): Field {
  return async (args, context, application) => {
    const row = mustApplication(application);
    await mergeInformation(context, row, { entity: entity(args, argument), under });
    return await result(context, await fresh(context, row));
  };
}
function entity(args: Args, name: string): JsonObject {
  const value = args[name] as Json | undefined;
  if (!isObject(value)) throw badInput(`\`${name}\` must be an object.`);
  return value;
}
async function fresh(context: RequestContext, row: ApplicationRow): Promise<ApplicationRow> {
  return mustApplication(await findApplication(context.services.db, row.id));
}
async function result(context: RequestContext, row: ApplicationRow): Promise<Json> {
  return { success: true, id: row.id, application: await viewApplication(context, row) };
}
