import { sql } from 'kysely';
import { findApplication, forgetAnswers, link, writeAct } from '../journeys/acts/store.ts';
import type { ApplicationRow } from '../journeys/tables.ts';
import { withLoan } from '../loans/store.ts';
import type { Services } from '../services.ts';
import type { Status } from './graph.ts';
import type { Work } from './steps.ts';

export { movedChannel } from '../journeys/acts/store.ts';

export interface MachineOptions {
  readonly services: Pick<Services, 'db' | 'log' | 'clock' | 'id' | 'timers'>;
  readonly steps: Partial<Record<Status, Work>>;
  /** How long a process may be silent before another takes its application over. */
  readonly leaseMs: number;
  /** How often the table is looked at when nobody wakes the machine. */
  readonly pollMs: number;
  /** Least time that an application stands in a status before the lender goes on with it. */
  readonly paceMs: number;
}
export interface Machine {
  wake(): void;
  stop(): Promise<void>;
}

/** Answers to calls are kept this long, and looked through this often. */
const answersMs = 24 * 3_600_000;
const tidyMs = 60_000;

/**
 * Walks applications through their statuses: claims one that is due (lease, SKIP LOCKED), does the work of its status,
 * and moves it in one guarded statement. Any process goes on where another died. A failed step is tried again later.
 */
export function startMachine(options: MachineOptions): Machine {
  const { services } = options;
  const holder = services.id();
  let stopped = false;
  let wakeUp: (() => void) | undefined;
  let woken = false;

  let tidied = 0;
  /** When there is nothing else to do, once in a while: answers are kept for their repeats for a day. */
  const tidy = async (): Promise<void> => {
    const now = services.clock().getTime();
    if (now - tidied < tidyMs) return;
    while (!stopped && (await forgetAnswers(services.db, new Date(now - answersMs))));
    tidied = now;
  };

  const work = async (): Promise<void> => {
    while (!stopped) {
      const claimed = await claim(options, holder).catch((error: unknown) =>
        services.log.error({ err: error }, 'status machine cannot read its table'),
      );
      if (claimed) await one(options, holder, claimed);
      else if (!stopped) {
        await tidy().catch((error: unknown) =>
          services.log.error({ err: error }, 'old answers could not be forgotten'),
        );
        await idle();
      }
    }
  };
  const idle = (): Promise<void> =>
    new Promise((resolve) => {
      if (woken) {
        woken = false;
        resolve();
        return;
      }
      // What somebody has just done is due when its pace is over.
      const cancel = services.timers.after(Math.min(options.pollMs, options.paceMs || options.pollMs), done);
      wakeUp = done;
      function done(): void {
        cancel();
        wakeUp = undefined;
        woken = false;
        resolve();
      }
    });
  const working = work();
  return {
    wake() {
      woken = true;
      wakeUp?.();
    },
    async stop() {
      stopped = true;
      wakeUp?.();
      await working;
    },
  };
}

async function claim(
  { services, leaseMs, paceMs }: MachineOptions,
  holder: string,
): Promise<ApplicationRow | undefined> {
  const claimed =
    await sql<ApplicationRow>`update applications set lease_by = ${holder}, lease_until = now() + ${`${leaseMs} milliseconds`}::interval, attempt = attempt + 1
    where id = (select id from applications where due_at <= now() - ${`${paceMs} milliseconds`}::interval and (lease_until is null or lease_until < now()) order by due_at limit 1 for update skip locked)
    returning *`.execute(services.db);
  return claimed.rows[0];
}

async function one(options: MachineOptions, holder: string, row: ApplicationRow): Promise<void> {
  const { services } = options;
  const step = options.steps[row.status];
  try {
    if (!step) throw new Error(`Application ${row.id} is due in ${row.status}, a status that waits for the applicant.`);
    let current: ApplicationRow | undefined = row;
    // The applicant may write while the step works (a page left): the step is worked out again on what stands then.
    while (current && current.step === row.step) {
      const { operation, loan, ...body } = await step(current);
      const next = link(current, { actor: 'lender', operation, body, now: services.clock() });
      const makes = loan && withLoan({ ...current, at: next.act.at }, loan);
      if (await writeAct(services.db, next, { lease: holder, makes })) return;
      const fresh: ApplicationRow | undefined = await findApplication(services.db, row.id);
      if (fresh && fresh.version === current.version) return; // the lease is another's
      current = fresh;
    }
  } catch (error) {
    services.log.error(
      { err: error, application: row.id, status: row.status },
      'a step of the status machine failed; it is tried again',
    );
    await sql`update applications set lease_by = null, lease_until = null, last_error = ${error instanceof Error ? error.name : 'unknown'},
      due_at = now() + least(power(2, attempt) * interval '200 milliseconds', interval '60 seconds') where id = ${row.id}::uuid and lease_by = ${holder} and step = ${row.step}`
      .execute(services.db)
      .catch((failed: unknown) => services.log.error({ err: failed }, 'the lease runs out by itself'));
  }
}
