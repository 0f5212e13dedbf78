import { isShown, isWay } from '../../contract/act.ts';
import { complianceFacts } from '../../contract/application.ts';
import { errorCodes } from '../../contract/errors.ts';
import type { Changes, JourneyChange, SaveInput } from '../../contract/save.ts';
import { admit } from '../../runtime/core/index.ts';
import type { CompiledFlow } from '../../runtime/core/definition.ts';
import type { Json, JsonObject, Path } from '../../runtime/core/facts.ts';
import type { Shown } from '../../runtime/core/state.ts';
import { badInput, failure, unauthenticated } from '../graphql/errors.ts';
import type { RequestContext } from '../graphql/context.ts';
import { findApplication, savedRevision, writeDocument } from './applications.ts';
import { openDocument, type OpenDocument } from './document.ts';
import { entityText } from './entities.ts';
import { isMasked, sealAnswers } from './sealing.ts';
import type { ApplicationRow } from './tables.ts';
import { readTrail } from './trail.ts';
import { worldOf } from './world.ts';
import { isObject, isPlainName } from './paths.ts';

/** A save as it came: nobody has looked at its changes yet. */
type Unread = Omit<SaveInput, 'id' | 'changes' | 'journey'> & { readonly changes: Json; readonly journey: Json };

/**
 * The runtime's own save: changed answers by path (null takes one back) and how steps were left (null: not any more).
 * The same key again is answered alike. Errors: CONFLICT (with the current `revision`), REFUSED (with `reason` and `path`),
 * BAD_INPUT. Written in one statement, sensitive answers sealed.
 */
export async function saveJourney(
  context: RequestContext,
  row: ApplicationRow,
  input: Unread,
): Promise<{ revision: number }> {
  if (input.key === '' || input.key.length > 100) throw badInput('`key` must be 1 to 100 characters.');
  const repeated = await savedRevision(context.services.db, row.id, input.key);
  if (repeated !== undefined) return { revision: repeated };
  if (input.flow !== row.flow || input.definition !== row.definition)
    throw refused('definition', undefined, { definition: row.definition });
  if (!stillKept(row, context.now)) throw refused('closed');
  if (input.revision !== row.revision) throw conflict(row.revision);
  const changes = readChanges(input.changes);
  const journey = readJourney(input.journey);
  const document = await openDocument(context, row);
  const revision = await write(context, document, { changes, journey, key: input.key });
  if (revision !== undefined) return { revision };
  const again = await savedRevision(context.services.db, row.id, input.key);
  if (again !== undefined) return { revision: again };
  const current = await findApplication(context.services.db, row.id);
  if (current && current.revision === row.revision) return await saveJourney(context, current, input); // only a merge came in between
  throw conflict(current?.revision ?? row.revision);
}

/**
 * Merges an entity that an operation carries (`savePersonalInformation` ...) into the answers below `under`, through
 * the same lock. Masked values (`{ sealed }`) stand for what is stored. Never counts a revision.
 */
export async function mergeInformation(
  context: RequestContext,
  row: ApplicationRow,
  { entity, under }: { readonly entity: JsonObject; readonly under: string },
): Promise<void> {
  if (!row.is_open) throw refused('closed');
  const document = await openDocument(context, row);
  const changes = entityChanges(document.flow, entity, under);
  const written = await write(context, document, { changes, journey: {} });
  if (written !== undefined) return;
  const current = await findApplication(context.services.db, row.id);
  if (!current) throw new Error(`Application ${row.id} vanished while it was saved.`);
  await mergeInformation(context, current, { entity, under });
}

async function write(
  context: RequestContext,
  document: OpenDocument,
  { changes: proposed, journey, key }: { changes: Changes; journey: JourneyChange; key?: string },
): Promise<number | undefined> {
  const { services, caller } = context;
  if (!caller) throw unauthenticated();
  const { row, flow } = document;
  const changes = Object.fromEntries(Object.entries(proposed).filter(([, value]) => !isMasked(value ?? undefined)));
  const trail = await readTrail(
    services.db,
    { applicationId: row.id, owner: row.owner, brand: row.brand, session: context.session },
    services.definitions.content(context.today).operations,
  );
  const world = await worldOf(context, caller, { application: row, flow, values: trail.values });
  const admitted = admit(
    flow,
    { answers: document.answers, journey: row.journey },
    { proposed: { changes, journey }, world, trail: trail.outcomes },
  );
  if (!admitted.ok) throw refused(admitted.code, admitted.path);
  const shown = shownIn(
    journey,
    complianceFacts(await services.definitions.compliance(row.brand, context.today)).documents,
  );
  return await writeDocument(services.db, {
    id: row.id,
    version: row.version,
    answers: await sealAnswers(services.sealer, admitted.answers, {
      flow,
      id: row.id,
      stored: row.answers,
      clear: document.answers,
    }),
    journey: admitted.journey,
    stateCode: entityText(admitted.answers, 'stateCode') ?? null,
    productCode: entityText(admitted.answers, 'productCode') ?? null,
    now: context.now,
    shown,
    left: Object.entries(journey).map(([step, transition]) => ({ step, transition })),
    ...(key === undefined ? {} : { save: { key } }),
  });
}

/** Documents that were on pages as they were left; a hash that is not the one in force today is refused. */
function shownIn(
  journey: JourneyChange,
  inForce: Readonly<Record<string, string>>,
): { idTag: string; hash: string; step: string }[] {
  return Object.entries(journey).flatMap(([step, left]) => {
    const shown: Shown = left?.shown ?? {};
    return Object.entries(shown).map(([idTag, hash]) => {
      if (!Object.hasOwn(inForce, idTag) || inForce[idTag] !== hash) throw refused('shown', idTag);
      return { idTag, hash, step };
    });
  });
}

/** Open, or closed so lately that its last pages are still walked: thank-you, adverse action, withdrawn. */
function stillKept(row: ApplicationRow, now: Date): boolean {
  return row.is_open || now.getTime() - new Date(row.modified_at).getTime() < 24 * 3_600_000;
}

function readChanges(value: Json): Changes {
  if (!isObject(value)) throw badInput('`changes` must be an object of answer paths.');
  for (const path of Object.keys(value)) if (!path.split('.').every(isPlainName)) throw refused('unknownPath', path);
  return value;
}
function readJourney(value: Json): JourneyChange {
  if (!isObject(value)) throw badInput('`journey` must be an object of steps.');
  for (const [step, left] of Object.entries(value))
    if (left !== null && !isTransition(left)) throw badInput(`\`journey.${step}\` does not say how the step was left.`);
  return value as unknown as JourneyChange; // each entry was looked at
}

function isTransition(value: Json): boolean {
  if (!isObject(value) || !isWay(value)) return false;
  const { outcome, shown }: JsonObject = value;
  return (
    (outcome === undefined
      ? value['by'] !== 'load'
      : isObject(outcome) && typeof outcome['operation'] === 'string' && typeof outcome['name'] === 'string') &&
    (shown === undefined || isShown(shown))
  );
}

export function refused(reason: string, path?: string, more: Readonly<Record<string, unknown>> = {}): Error {
  return failure(errorCodes.refused, 'No honest path leads to this.', {
    reason,
    ...(path === undefined ? {} : { path }),
    ...more,
  });
}
function conflict(revision: number): Error {
  return failure(errorCodes.conflict, 'The application was changed elsewhere.', { revision });
}
/** An entity as changes by path; what a field binds, an array and a masked value are leaves. */
function entityChanges(flow: CompiledFlow, entity: JsonObject, under: string): Changes {
  const found: Record<Path, Json> = {};
  const visit = (value: Json, path: string): void => {
    if (isObject(value) && !isMasked(value) && !Object.hasOwn(flow.binds, path))
      for (const [key, inner] of Object.entries(value)) visit(inner, `${path}.${key}`);
    else found[path] = value;
  };
  visit(entity, under);
  return readChanges(found);
}
