import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { json } from '../journeys/applications.ts';
import type { ApplicationRow, Progress } from '../journeys/tables.ts';
import { applicationChannel } from '../journeys/trail.ts';
import type { Services } from '../services.ts';
import { isFinal, mayGo, workingStatuses, type Status } from './graph.ts';
import type { Step } from './steps.ts';

/** Notification channel on which the id of an application that moved is sent. */
export const movedChannel = 'application_moved';

export interface MachineOptions {
  readonly services: Pick<Services, 'db' | 'log' | 'clock'>;
  readonly steps: Partial<Record<Status, Step>>;
  /** How long a process may be silent before another takes its application over. */
  readonly leaseMs: number;
  /** How often the table is looked at when nobody wakes the machine. */
  readonly pollMs: number;
  /** Least time between two steps of one application. */
  readonly paceMs: number;
}
export interface Machine {
  wake(): void;
  stop(): Promise<void>;
}

/**
 * Walks applications through their statuses: claims one that is due (lease, SKIP LOCKED), does the work of its status,
 * and moves it in one guarded statement. Any process goes on where another died. A failed step is tried again later.
 */
export function startMachine(options: MachineOptions): Machine {
  const { services } = options;
  const holder = randomUUID();
  let stopped = false;
  let wakeUp: (() => void) | undefined;
  let woken = false;

  const work = async (): Promise<void> => {
    while (!stopped) {
      const claimed = await claim(options, holder).catch((error: unknown) =>
        services.log.error({ err: error }, 'status machine cannot read its table'),
      );
      if (claimed) await one(options, holder, claimed);
      else if (!stopped) await idle();
    }
  };
  const idle = (): Promise<void> =>
    new Promise((resolve) => {
      if (woken) {
        woken = false;
        resolve();
        return;
      }
      const timer = setTimeout(done, options.pollMs);
      wakeUp = done;
      function done(): void {
        clearTimeout(timer);
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

async function claim({ services, leaseMs }: MachineOptions, holder: string): Promise<ApplicationRow | undefined> {
  const claimed =
    await sql<ApplicationRow>`update applications set lease_by = ${holder}, lease_until = now() + ${`${leaseMs} milliseconds`}::interval, attempt = attempt + 1
    where id = (select id from applications where due_at <= now() and (lease_until is null or lease_until < now()) order by due_at limit 1 for update skip locked)
    returning *`.execute(services.db);
  return claimed.rows[0];
}

async function one(options: MachineOptions, holder: string, row: ApplicationRow): Promise<void> {
  const { services } = options;
  const step = options.steps[row.status];
  try {
    if (!step) throw new Error(`Application ${row.id} is due in ${row.status}, a status that waits for the applicant.`);
    const { next, progress } = await step(row);
    await move(services, row, {
      next,
      progress: { action: null, ...progress },
      lease: holder,
      delayMs: options.paceMs,
    });
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

/**
 * One transition in one statement: row, history, trail and notification, all or nothing, only from the step that was
 * read (and, for the machine, only under its lease). False when somebody else moved it. Throws on a way the status
 * graph does not have.
 */
export async function move(
  services: Pick<Services, 'db' | 'clock'>,
  row: ApplicationRow,
  how: { next: Status; progress?: Progress; lease?: string; delayMs?: number },
): Promise<boolean> {
  const { next } = how;
  if (!mayGo(row.status, next)) throw new Error(`The status graph has no way from ${row.status} to ${next}.`);
  const now = services.clock().toISOString();
  const due = workingStatuses.includes(next) ? `${how.delayMs ?? 0} milliseconds` : null;
  const action = how.progress?.action ?? null;
  const moved = await sql<{ moved: string }>`with moved as (
      update applications set status = ${next}, progress = progress || ${json(how.progress ?? {})}::jsonb, step = step + 1, attempt = 0, lease_by = null, lease_until = null, last_error = null,
        due_at = now() + ${due}::interval, is_open = is_open and not ${isFinal(next)}::boolean,
        modified_at = ${now}::timestamptz,
        finished_at = case when ${isFinal(next)}::boolean then ${now}::timestamptz else finished_at end
      where id = ${row.id}::uuid and step = ${row.step} and (${how.lease ?? null}::text is null or lease_by = ${how.lease ?? null}::text)
      returning id, step, brand
    ), history as (
      insert into application_history (application_id, step, from_status, to_status) select id, step, ${row.status}, ${next} from moved
    ), trail as (
      insert into application_trail (application_id, brand, operation, outcome)
      select moved.id, moved.brand, ${applicationChannel}, one.outcome from moved, (select unnest(array[${next}, ${action}]::text[]) as outcome) as one where one.outcome is not null
      on conflict ((coalesce(application_id::text, '')), (coalesce(owner, '')), (coalesce(session, '')), brand, operation, outcome) do update set at = now()
    ) select pg_notify(${movedChannel}, id::text) as moved from moved`.execute(services.db);
  return moved.rows.length === 1;
}
