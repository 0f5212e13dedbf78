/** Every application that is open now, as rules see it: for whoever must say what a version would make of them. */
import { sql } from 'kysely';
import type { CompiledFlow } from '../../runtime/core/definition.ts';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import type { Journey, OutcomeOf, World } from '../../runtime/core/state.ts';
import { easternDate } from '../../contract/days.ts';
import type { Services } from '../services.ts';
import { know } from './acts/store.ts';
import { openDocument } from './document.ts';
import { ownerOf } from './evidence.ts';
import { isExpired } from './expiry.ts';
import { isUnsent } from './moved-on.ts';
import { trailOf } from './trail.ts';
import { worldOf } from './world.ts';

/** One of them. `answers` are in clear: for the engine alone, never for a screen or a file. */
export interface UnderWay {
  readonly id: string;
  readonly brand: string;
  readonly version: CompiledFlow;
  /** Whether it was sent: no migration moves it. */
  readonly sent: boolean;
  readonly answers: JsonObject;
  readonly journey: Journey;
  readonly world: World;
  /** The last value of each operation. */
  readonly values: Readonly<Record<string, Json>>;
  readonly outcomes: readonly OutcomeOf[];
}

/** So many are looked for at a time. */
const atOnce = 200;

/** Loan applications and drafts that their owners may go on with at `now`, each read when it is asked for. */
export async function* underWay(
  services: Pick<Services, 'db' | 'definitions' | 'sealer'>,
  now: Date,
): AsyncGenerator<UnderWay> {
  const { db, definitions } = services;
  const today = easternDate(now);
  await definitions.prepare(today);
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const { rows } = await sql<{ id: string }>`select id from applications
      where is_open and id > ${after}::uuid order by id limit ${atOnce}`.execute(db);
    for (const { id } of rows) {
      const known = await know(db, id, { key: undefined, session: undefined });
      // Ended in between, or nobody can go on with it any more.
      if (known === undefined || !known.row.is_open || isExpired(known.row, now)) continue;
      const { row } = known;
      const { flow: version, answers } = await openDocument({ services }, row);
      const trail = trailOf(known, definitions.content(today).operations);
      const world = await worldOf(
        { services, session: undefined, cookies: {}, privacy: false, now, today },
        await ownerOf(db, row.owner, row.email),
        { application: row, flow: version, values: trail.values },
      );
      const sent = !isUnsent(row);
      const { journey, brand } = row;
      yield { id, brand, version, sent, answers, journey, world, values: trail.values, outcomes: trail.outcomes };
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < atOnce) return;
    after = last.id;
  }
}
