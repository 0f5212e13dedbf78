/** Rows that anybody can make, however often they come: each kind ends after a time, and there are only so many. */
import { sql, type Kysely } from 'kysely';
import type { Config } from './config/index.ts';
import { deleteRows } from './database/delete-rows.ts';
import type { Database } from './database/tables.ts';
import { tidyFiles } from './files/store.ts';
import type { Events } from './events/index.ts';
import { tidy as tidyIdentity } from './identity/tidy.ts';
import { expireLeft } from './journeys/expiry.ts';
import { forgetDue } from './journeys/retention.ts';
import { every, type Ports } from './ports.ts';

/** How long, and how many at most, of what was done before there was an application: by nobody, by somebody. */
const trailKept = { strangersDays: 1, peopleDays: 90, strangersRows: 20_000 } as const;
const everyMs = 60_000;

/** Deletes what is too old or too much. */
async function tidyAll(db: Kysely<Database>, events: Pick<Events, 'tidy'>, at: Date): Promise<void> {
  await tidyIdentity(db, at);
  await events.tidy();
  await tidyFiles(db);
  const { peopleDays, strangersDays, strangersRows } = trailKept;
  await deleteRows(
    db,
    'application_trail',
    sql`at < now() - make_interval(days => ${peopleDays}) or (owner is null and at < now() - make_interval(days => ${strangersDays}))`,
  );
  await deleteRows(
    db,
    'application_trail',
    sql`owner is null and id <= (select id from application_trail where owner is null order by id desc offset ${strangersRows} limit 1)`,
  );
}

/**
 * Forgets what is kept no longer, ends what was left, tidies, and hands events on, every minute until it is stopped. In
 * local mode a request may live on a day of its own, by which the server's clock ends nothing: there the door alone
 * does.
 */
export function startTidying(
  db: Kysely<Database>,
  events: Events,
  {
    env,
    clock,
    timers,
    onError,
  }: Pick<Ports, 'clock' | 'timers'> & Pick<Config, 'env'> & { readonly onError: (error: unknown) => void },
): () => void {
  return every(timers, everyMs, () => {
    const at = clock();
    // What ends now is kept until the next time, so that whoever is on the page is told that it ended.
    (env === 'local' ? Promise.resolve() : forgetDue(db, at).then(() => expireLeft(db, at)))
      .then(() => tidyAll(db, events, at))
      .then(() => events.relay())
      .catch(onError);
  });
}
