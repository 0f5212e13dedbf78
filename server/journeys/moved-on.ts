/**
 * Law 7: an application stays on the version it began with until a written migration moves its answers; it is moved
 * when its owner opens it.
 */
import { isMoved, moved, openDraft } from '../../runtime/core/index.ts';
import type { RequestContext } from '../graphql/context.ts';
import { start } from '../status/graph.ts';
import { fileFields, namedFiles } from '../files/named.ts';
import type { ActBody } from './acts/act.ts';
import { findApplication, know, link, readAct, writeAct } from './acts/store.ts';
import { openDocument } from './document.ts';
import { sealAnswers } from './sealing.ts';
import type { ApplicationRow } from './tables.ts';
import { trailOf } from './trail.ts';
import { worldOf } from './world.ts';

/** Whether nothing of it was sent yet: what was sent stands on the version it was sent on. */
export const isUnsent = ({ is_open, status, draft }: ApplicationRow): boolean =>
  is_open && (draft === null ? status === start : draft.status === openDraft);

/**
 * The application as its owner goes on with it: moved to the version of today where a migration was written since its
 * own, by an act of the lender on top of what was read; else as it is. Sensitive answers are sealed anew under their
 * new paths; how long the application stands goes on from the owner's last change.
 */
export async function movedOn(context: RequestContext, row: ApplicationRow): Promise<ApplicationRow> {
  const { services, caller, today, now, session } = context;
  const { db, definitions, sealer } = services;
  const current = definitions.currentFlow(row.brand, row.flow, today);
  if (!caller || !isUnsent(row) || current === undefined || current.hash === row.definition) return row;
  const known = await know(db, row.id, { key: undefined, session });
  const after = await definitions.flow(current.hash);
  const { flow: before, answers } = await openDocument(context, row);
  if (!known || after === undefined || !isMoved(before, after)) return row;
  const trail = trailOf({ row, earlier: known.earlier }, definitions.content(today).operations);
  const world = await worldOf(context, caller, { application: row, flow: after, values: trail.values });
  const next = moved(before, after, {
    remembered: { answers, journey: row.journey, world },
    trail: trail.outcomes,
  });
  const sealed = await sealAnswers(sealer, next.answers, {
    flow: after,
    id: row.id,
    stored: row.answers,
    clear: answers,
  });
  await definitions.pin(after.hash);
  const asked = Object.keys(row.journey).filter((step) => !Object.hasOwn(next.journey, step));
  const linked = link(row, {
    actor: 'lender',
    operation: 'migrate',
    now,
    body: {
      journey: Object.fromEntries(asked.map((step) => [step, null])),
      saves: true,
      set: { definition: after.hash, answers: sealed, modified_at: row.modified_at },
    },
  });
  const hasFiles = fileFields(before).size > 0 || fileFields(after).size > 0;
  const files = hasFiles ? { files: namedFiles(after, next.answers) } : {};
  if (await writeAct(db, linked, files)) return linked.row;
  // Somebody wrote in between: what they wrote is moved.
  const again = await findApplication(db, row.id);
  return again === undefined ? row : await movedOn(context, again);
}

/**
 * Steps that its owner has to look at again because the last that was done was to move it; null where they, or anybody,
 * did something since.
 */
export async function askedAgain(
  { services: { db } }: Pick<RequestContext, 'services'>,
  row: ApplicationRow,
): Promise<readonly string[] | null> {
  if (!isUnsent(row)) return null;
  const act = await readAct(db, row.id, row.version);
  return act?.operation === 'migrate' ? Object.keys((JSON.parse(act.body) as ActBody).journey ?? {}) : null;
}
