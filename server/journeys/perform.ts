/**
 * The one way an owner's call changes an application: repeat or judge, then act, effect and answer in one statement.
 */
import { errorCodes } from '../../contract/errors.ts';
import type { Json } from '../../runtime/core/facts.ts';
import { failure } from '../graphql/errors.ts';
import type { RequestContext } from '../graphql/context.ts';
import { hashOfJson, type ActBody } from './acts/act.ts';
import { know, link, writeAct, type Known, type Repeat } from './acts/store.ts';
import type { Caller } from '../services.ts';
import type { ApplicationRow } from './tables.ts';

/** A call as it came: the root field, its arguments, and the idempotency key of this call of this press. */
export interface Call {
  readonly field: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly key: string | undefined;
}

/** What a call is found to do. */
export interface Judged {
  /** Undefined: it has been done already, nothing is written. */
  readonly body: ActBody | undefined;
  /** Ids of all files that the answers name afterwards, where they may have changed. */
  readonly files?: readonly string[] | undefined;
  /** The answer, of the application as it stands afterwards. */
  readonly answer: (row: ApplicationRow) => Promise<Json>;
}

/** A repeat is answered from memory for this long. */
const remembered = 24 * 3_600_000;
/** How often a call is judged again because somebody else wrote in between. */
const mostTries = 10;

/**
 * Performs a call once. The same key again is given the first answer; with another body it is IDEMPOTENCY_MISMATCH. A
 * repeat that comes while the first still runs waits on its row and then finds its answer. Refusals of `judge` are
 * thrown as they are.
 */
export async function perform(
  context: RequestContext,
  call: Call,
  { known, judge }: { readonly known: Known; readonly judge: (known: Known) => Promise<Judged> },
): Promise<Json> {
  const bodyHash = hashOfJson([call.field, call.args]);
  let now: Known | undefined = known;
  for (let tries = 0; now && tries < mostTries; tries += 1) {
    if (now.repeat) return await repeated(context, { call, bodyHash, id: now.row.id, repeat: now.repeat });
    const done = await attempt(context, { call, bodyHash, known: now, judged: await judge(now) });
    if (done) return done.answer;
    now = await know(context.services.db, known.row.id, { key: call.key, session: context.session });
  }
  throw failure(errorCodes.conflict, 'The application is being worked on; try again.');
}

async function attempt(
  { services, caller, now }: RequestContext,
  one: { readonly call: Call; readonly bodyHash: string; readonly known: Known; readonly judged: Judged },
): Promise<{ readonly answer: Json } | undefined> {
  const { call, bodyHash, known, judged } = one;
  if (judged.body === undefined) return { answer: await judged.answer(known.row) };
  const linked = link(known.row, {
    actor: actorName(caller),
    operation: call.field,
    body: judged.body,
    now,
    key: call.key,
    bodyHash,
  });
  const answer = await judged.answer(linked.row);
  const kept =
    call.key === undefined
      ? undefined
      : await services.sealer.seal(JSON.stringify(answer), answerContext(known.row.id, linked.act.number));
  if (!(await writeAct(services.db, linked, { answer: kept, files: judged.files }))) return undefined;
  if (linked.row.step !== known.row.step) services.wake();
  return { answer };
}

/** Gives the first answer again. */
export async function repeated(
  { services, now }: RequestContext,
  one: { readonly call: Call; readonly bodyHash: string; readonly id: string; readonly repeat: Repeat },
): Promise<Json> {
  const { call, bodyHash, id, repeat } = one;
  if (repeat.operation !== call.field || repeat.bodyHash !== bodyHash)
    throw failure(errorCodes.idempotencyMismatch, 'This key came before with another call.');
  if (repeat.answer === null || now.getTime() - new Date(repeat.at).getTime() > remembered)
    throw failure(errorCodes.conflict, 'This call was made more than a day ago; load the application.');
  return JSON.parse(await services.sealer.unseal(repeat.answer, answerContext(id, repeat.number))) as Json;
}

/** Who did an act: the person, or whoever did it in their name, with both. */
export function actorName(caller: Caller | undefined): string {
  if (caller?.actor === undefined) return caller?.sub ?? '';
  return `${caller.actor.sub} for ${caller.sub}`;
}

/** Binds a sealed answer to its act. */
export function answerContext(id: string, number: number): { table: string; column: string; row: string } {
  return { table: 'application_acts', column: 'answer', row: `${id}:${number}` };
}
