import { complianceFacts } from '../../contract/application.ts';
import { errorCodes } from '../../contract/errors.ts';
import type { Changes, JourneyChange, SaveInput } from '../../contract/save.ts';
import { admit, get, isObject, same, whyLocked } from '../../runtime/core/index.ts';
import type { Json } from '../../runtime/core/facts.ts';
import type { Shown } from '../../runtime/core/state.ts';
import { badInput, failure, unauthenticated } from '../graphql/errors.ts';
import type { RequestContext } from '../graphql/context.ts';
import type { Effect } from './acts/act.ts';
import { isLastAct, type Known } from './acts/store.ts';
import { openDocument } from './document.ts';
import { entityText, pathOfEntity } from './entities.ts';
import { fileFields, namedFiles } from '../files/named.ts';
import { filesFor } from '../files/store.ts';
import { mustBeOffered } from './offered.ts';
import { refused } from './refused.ts';
import { sealAnswers } from './sealing.ts';
import type { ApplicationRow } from './tables.ts';
import { trailOf } from './trail.ts';
import { worldOf } from './world.ts';

/** A save as it came: nobody has looked at its changes yet. */
type Unread = Omit<SaveInput, 'id' | 'key' | 'changes' | 'journey'> & {
  readonly changes: Json;
  readonly journey: Json;
};

/** What a save does. */
interface JudgedSave {
  readonly effect?: Effect;
  /** Ids of all files that the answers name afterwards, where the save changes some. */
  readonly files?: readonly string[];
}

/**
 * The runtime's own save under the lock of answers: changed ones by path (null takes one back) and how steps were left
 * (null: not any more). What it writes has sensitive answers sealed, those that did not change as they were. Without an
 * effect: the application is closed and holds all of it, nothing is written.
 * Errors: CONFLICT (with the current `revision`), REFUSED (with `reason` and `path`), BAD_INPUT.
 */
export async function judgeSave(context: RequestContext, known: Known, input: Unread): Promise<JudgedSave> {
  const { services, caller } = context;
  if (!caller) throw unauthenticated();
  const { row } = known;
  if (input.flow !== row.flow || input.definition !== row.definition)
    throw refused('definition', undefined, { definition: row.definition });
  const changes = readChanges(input.changes);
  const journey = readJourney(input.journey);
  if (!row.is_open) mustOnlyGoOn(row, { changes, journey }, context.now);
  const follows =
    input.revision === row.revision ||
    (input.after !== undefined &&
      input.revision + 1 === row.revision &&
      (await isLastAct(services.db, row, input.after)));
  if (!follows) throw conflict(row.revision);
  const { flow, answers } = await openDocument(context, row);
  const trail = trailOf(known, services.definitions.content(context.today).operations);
  const world = await worldOf(context, caller, { application: row, flow, values: trail.values });
  const asksFiles = Object.keys(changes).some((path) => fileFields(flow).has(path));
  const admitted = admit(
    flow,
    { answers, journey: row.journey },
    {
      proposed: { changes, journey },
      world,
      trail: trail.outcomes,
      files: asksFiles ? await filesFor(services, row.id) : [],
    },
  );
  if (!admitted.ok) {
    const why = admitted.code === 'locked' ? whyLocked(flow, admitted.path, world) : undefined;
    throw refused(admitted.code, admitted.path, {
      ...(admitted.field !== undefined && { field: admitted.field }),
      ...(why !== undefined && { why }),
    });
  }
  const amount = pathOfEntity('amount');
  if (Object.hasOwn(changes, amount)) mustBeOffered(row, admitted.answers, amount);
  mustBeInForce(journey, complianceFacts(await services.definitions.compliance(row.brand, context.today)).documents);
  if (!row.is_open && Object.entries(journey).every(([step, how]) => how !== null && same(how, row.journey[step])))
    return {};
  const sealed = await sealAnswers(services.sealer, admitted.answers, {
    flow,
    id: row.id,
    stored: row.answers,
    clear: answers,
  });
  const stateCode = entityText(admitted.answers, 'stateCode');
  const productCode = entityText(admitted.answers, 'productCode');
  const effect: Effect = {
    answers: Object.fromEntries(
      Object.keys(changes)
        .filter((path) => !same(get(sealed, path), get(row.answers, path)))
        .map((path) => [path, get(sealed, path) ?? null]),
    ),
    journey,
    set: {
      ...(stateCode !== undefined && { state_code: stateCode }),
      ...(productCode !== undefined && { preferred_product_code: productCode }),
    },
    saves: true,
  };
  return { effect, ...(asksFiles && { files: namedFiles(flow, admitted.answers) }) };
}

/** A document that was on a page as it was left must be the one in force today. */
function mustBeInForce(journey: JourneyChange, inForce: Readonly<Record<string, string>>): void {
  for (const left of Object.values(journey)) {
    const shown: Shown = left?.shown ?? {};
    for (const [idTag, hash] of Object.entries(shown))
      if (!Object.hasOwn(inForce, idTag) || inForce[idTag] !== hash) throw refused('shown', idTag);
  }
}

/**
 * A closed application takes no answer and no other record. Its last pages are still walked for a day: each is recorded
 * once, as the lock finds that it was left. The press on the page before may have closed it (a signature that is
 * decided at once), so without that record the way would stop there at the next visit.
 */
function mustOnlyGoOn(
  row: ApplicationRow,
  { changes, journey }: { readonly changes: Changes; readonly journey: JourneyChange },
  now: Date,
): void {
  const [path] = Object.keys(changes);
  if (path !== undefined) throw refused('closed', path);
  const rewritten = Object.entries(journey).find(
    ([step, how]) => how === null || (Object.hasOwn(row.journey, step) && !same(how, row.journey[step])),
  );
  if (rewritten) throw refused('closed', rewritten[0]);
  if (now.getTime() - new Date(row.modified_at).getTime() >= 24 * 3_600_000) throw refused('closed');
}

function readChanges(value: Json): Changes {
  if (!isObject(value)) throw badInput('`changes` must be an object of answer paths.');
  for (const path of Object.keys(value)) if (!path.split('.').every(isPlainName)) throw refused('unknownPath', path);
  return value;
}
function readJourney(value: Json): JourneyChange {
  if (!isObject(value)) throw badInput('`journey` must be an object of steps.');
  return value as unknown as JourneyChange; // core looks at each entry
}

function conflict(revision: number): Error {
  return failure(errorCodes.conflict, 'The application was changed elsewhere.', { revision });
}

/** A key that may stand in a path: never one that reaches the prototype. */
function isPlainName(key: string): boolean {
  return /^[A-Za-z_][\w-]*$/.test(key) && key !== '__proto__' && key !== 'constructor' && key !== 'prototype';
}
