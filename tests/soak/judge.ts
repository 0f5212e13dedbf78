/** What stands in the database after a long run, held against what people were answered. */
import { sql, type Kysely } from 'kysely';
import type { Database } from '../../server/database/tables.ts';
import { brokenAt, type Act, type ActBody } from '../../server/journeys/acts/act.ts';
import { fold, nothing } from '../../server/journeys/acts/fold.ts';
import { findApplication, readActs } from '../../server/journeys/acts/store.ts';
import { get, isObject, same } from '../../runtime/core/index.ts';
import { mayGo } from '../../server/status/graph.ts';
import type { JsonObject } from '../../runtime/core/facts.ts';
import type { Press } from './applicant.ts';

/** A press that was answered with a yes, and the application it was about. */
export interface Acknowledged {
  readonly id: string;
  readonly owner: string;
  readonly press: Press;
}

/**
 * Nothing acknowledged is lost, nothing is done twice, every chain holds and its row is its fold, nobody has more
 * applications than they began. What is wrong, in words; empty when nothing is.
 */
export async function judge(db: Kysely<Database>, acknowledged: readonly Acknowledged[]): Promise<string[]> {
  const wrong: string[] = [];
  const presses = Map.groupBy(acknowledged, ({ id }) => id);
  const stored = await sql<{ id: string; owner: string }>`select id, owner from applications`.execute(db);
  for (const { id, owner } of stored.rows) if (!presses.has(id)) wrong.push(`${id} of ${owner}: nobody was told of it`);
  for (const [id, mine] of presses) {
    const acts = await readActs(db, id);
    for (const one of [...chain(acts), ...linesOf(acts, mine)]) wrong.push(`${id}: ${one}`);
    const row = await findApplication(db, id);
    if (row === undefined) {
      wrong.push(`${id}: the application is gone`);
      continue;
    }
    const folded = acts.reduce((so, { body, at }) => fold(so, JSON.parse(body) as ActBody, at), nothing);
    const { id: _, version, head, attempt: __, ...kept } = row;
    if (!same(kept, folded) || version !== acts.length || head !== acts.at(-1)?.hash)
      wrong.push(`${id}: the row is not the fold of its ${acts.length} acts`);
    for (const [path, value] of Object.entries(lastSaid(mine))) {
      const now = get(row.answers, path);
      const isSealed = isObject(now) && '$sealed' in now;
      if (!isSealed && !same(now, value)) wrong.push(`${id}: the answer ${path} that was acknowledged is not stored`);
    }
  }
  return wrong;
}

function chain(acts: readonly Act[]): string[] {
  const broken = brokenAt(acts);
  return broken === undefined ? [] : [`its chain is broken at act ${broken} of ${acts.length}`];
}

/** Each press once, in the order of its answers; the lender's moves along the status graph, each once a submission. */
function linesOf(acts: readonly Act[], mine: readonly Acknowledged[]): string[] {
  const wrong: string[] = [];
  const keyed = Map.groupBy(acts, ({ key }) => key ?? '');
  for (const { press } of mine) {
    const done = keyed.get(press.key)?.length ?? 0;
    if (done !== 1) wrong.push(`${press.operation} ${press.key} was acknowledged and done ${done} times`);
  }
  let { status, answers } = nothing;
  let closed = false;
  let sent: JsonObject | undefined;
  for (const { number, operation, actor, body } of acts) {
    const effect = JSON.parse(body) as ActBody;
    for (const path of actor === 'lender' || sent === undefined ? [] : Object.keys(effect.answers ?? {}))
      if (get(sent, path) !== undefined) wrong.push(`act ${number} (${operation}) changes ${path} after it was sent`);
    const document = effect.document?.['answers'];
    if (isObject(document)) {
      sent = document;
      if (!same(get(document, 'loan'), get(answers, 'loan')))
        wrong.push(`act ${number} (${operation}) sends another loan than the one that was asked for`);
    }
    answers = fold({ ...nothing, answers }, effect, '').answers;
    const does = effect.status !== undefined || effect.saves || effect.closes;
    if (closed && does) wrong.push(`act ${number} (${operation}) comes after the application was closed`);
    if (effect.status !== undefined && !mayGo(status, effect.status))
      wrong.push(`act ${number} (${operation}) goes from ${status} to ${effect.status}`);
    status = effect.status ?? status;
    closed ||= effect.closes === true;
  }
  const times = (operation: string): number =>
    acts.filter((act) => act.operation === operation && (JSON.parse(act.body) as ActBody).status !== undefined).length;
  const submissions = times('submitApplication');
  for (const operation of ['takeIn', 'decide'] as const)
    if (times(operation) > submissions)
      wrong.push(`${operation} ${times(operation)} times for ${submissions} submissions`);
  for (const operation of ['submitApplication', 'esignApplication', 'originate'])
    if (times(operation) > 1) wrong.push(`${operation} had its effect ${times(operation)} times`);
  return wrong;
}

/** The last acknowledged value of every answer. */
function lastSaid(mine: readonly Acknowledged[]): Readonly<Record<string, unknown>> {
  const said: Record<string, unknown> = {};
  for (const { press } of mine)
    if (press.operation === 'saveJourney') Object.assign(said, press.variables['changes'] as object);
  return said;
}
