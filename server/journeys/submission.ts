/** What was sent: the document that underwriting, offer and signature go by, whatever is answered afterwards. */
import { get, isObject, walk } from '../../runtime/core/index.ts';
import type { JsonObject } from '../../runtime/core/facts.ts';
import { unauthenticated } from '../graphql/errors.ts';
import type { RequestContext } from '../graphql/context.ts';
import type { Services } from '../services.ts';
import type { ActBody } from './acts/act.ts';
import { readAct, type Known } from './acts/store.ts';
import { openDocument } from './document.ts';
import { entityText, pathOfEntity } from './entities.ts';
import { refused } from './refused.ts';
import { sealAnswers, unsealAnswers } from './sealing.ts';
import type { ApplicationRow } from './tables.ts';
import { trailOf } from './trail.ts';
import { worldOf } from './world.ts';

/** Relevant answers (sensitive ones sealed), the versions they were given on, texts shown by hash, and when. */
export async function sealSubmission(context: RequestContext, known: Known): Promise<JsonObject> {
  const { services, caller, today } = context;
  if (!caller) throw unauthenticated();
  const { row } = known;
  const { flow, answers } = await openDocument(context, row);
  const content = services.definitions.content(today);
  const { values } = trailOf(known, content.operations);
  const world = await worldOf(context, caller, { application: row, flow, values });
  const { relevant: asked, path } = walk(flow, { answers, journey: row.journey }, world);
  const relevant = await withBankEntry(context, row, asked);
  const shown = Object.fromEntries(
    path.flatMap((step) => {
      const seen = row.journey[step]?.shown;
      return seen === undefined ? [] : [[step, seen] as const];
    }),
  );
  return {
    answers: await sealAnswers(services.sealer, relevant, { flow, id: row.id, stored: row.answers, clear: answers }),
    definition: row.definition,
    compliance: get(content.brands as unknown as JsonObject, `${row.brand}.compliance.hash`) ?? null,
    shown,
    at: context.now.toISOString(),
  };
}

/**
 * The answers with the account that was linked, as the server derives it from what the bank shared. Throws REFUSED for
 * an account that was not.
 */
async function withBankEntry(
  { services }: RequestContext,
  { id }: ApplicationRow,
  answers: JsonObject,
): Promise<JsonObject> {
  const accountId = entityText(answers, 'linkedAccount');
  if (accountId === undefined) return answers;
  const entry = await services.banks.entry(id, accountId);
  if (entry === undefined) throw refused('notAssigned', pathOfEntity('linkedAccount'));
  const told = get(answers, 'bankingInformation');
  return { ...answers, bankingInformation: { ...(isObject(told) && told), ...entry } };
}

/** The answers of the last submission, in clear; throws when nothing was submitted. */
export async function readSubmission(
  { db, sealer }: Pick<Services, 'db' | 'sealer'>,
  row: ApplicationRow,
): Promise<JsonObject> {
  const { submission } = row.progress;
  const act = submission === undefined ? undefined : await readAct(db, row.id, submission);
  const document = act && (JSON.parse(act.body) as ActBody).document;
  const answers = document?.['answers'];
  if (!isObject(answers)) throw new Error(`Application ${row.id} is being decided, but its chain holds no submission.`);
  return await unsealAnswers(sealer, row.id, answers);
}
