/** How an application is begun, and what is told of one that was begun or changed. */
import type { Json } from '../../runtime/core/facts.ts';
import { hashOfJson } from '../journeys/acts/act.ts';
import { know, link, writeAct, writeFirst } from '../journeys/acts/store.ts';
import { begin, findBegun, type NewApplication } from '../journeys/applications.ts';
import { expire } from '../journeys/expiry.ts';
import { actorName, answerContext, repeated } from '../journeys/perform.ts';
import type { ApplicationRow } from '../journeys/tables.ts';
import { viewApplication } from '../journeys/view.ts';
import { keyOf, type RequestContext } from './context.ts';
import type { Args } from './field.ts';

/**
 * The owner's open application of the brand, or draft of the flow's name: a new one, or the one that is there. Two
 * first saves at once give one (the directory of drafts decides). One that was left for longer than it stands is ended
 * first.
 */
export async function create(
  context: RequestContext,
  { field, args }: { readonly field: string; readonly args: Args },
  wanted: NewApplication,
): Promise<Json> {
  const { db, sealer } = context.services;
  const key = keyOf(context);
  const bodyHash = hashOfJson([field, args]);
  const id = await findBegun(db, { ...wanted, key });
  const known = id === undefined ? undefined : await know(db, id, { key, session: context.session });
  if (known?.repeat)
    return await repeated(context, {
      call: { field, args, key },
      bodyHash,
      id: known.row.id,
      repeat: known.repeat,
    });
  const found = known?.row.is_open && !(await expire(db, known.row, wanted.now)) ? known.row : undefined;
  if (found && key === undefined) return await answerOf(context, found);
  const next = found
    ? link(found, {
        actor: actorName(context.caller),
        operation: field,
        body: {},
        now: wanted.now,
        key,
        bodyHash,
      })
    : begin(wanted, {
        actor: actorName(context.caller),
        operation: field,
        bodyHash,
        ...(key !== undefined && { key }),
      });
  const answered = await answerOf(context, next.row);
  const sealed =
    key === undefined
      ? undefined
      : await sealer.seal(JSON.stringify(answered), answerContext(next.row.id, next.act.number));
  // A creation that only found another tab's draft is remembered too: repeated after that draft has ended, it begins no
  // other.
  const written = found
    ? await writeAct(db, next, { answer: sealed, creates: true })
    : await writeFirst(db, next, { answer: sealed });
  return written ? answered : await create(context, { field, args }, wanted);
}

/** An application as it stands, as the schema's ApplicationResult. */
export async function answerOf(context: RequestContext, row: ApplicationRow): Promise<Json> {
  return { success: true, id: row.id, application: await viewApplication(context, row) };
}
