/**
 * Limits that slide: at most so many in any stretch of so many seconds, counted in the database, so in parallel and
 * over several processes alike.
 */
import { sql } from 'kysely';
import type { GroundAt } from './pool.ts';
import { later } from './pool.ts';

interface Limit {
  readonly most: number;
  readonly seconds: number;
}

/**
 * Everything that is limited. Figures: 10 tries a code stand in codes.ts, the lock-out for passwords in attempts.ts.
 */
const limits = {
  /** Wrong codes of an account over all its codes. */
  codeTry: { most: 20, seconds: 3600 },
  'asked:sign-up': { most: 5, seconds: 600 },
  'asked:sign-in': { most: 5, seconds: 600 },
  'asked:reset': { most: 5, seconds: 600 },
  'asked:change-email': { most: 5, seconds: 600 },
  'asked:verify-phone': { most: 5, seconds: 600 },
  'asked:prove-by-email': { most: 5, seconds: 600 },
  'asked:prove-by-phone': { most: 5, seconds: 600 },
  'asked:enroll-by-email': { most: 5, seconds: 600 },
  'asked:enroll-by-phone': { most: 5, seconds: 600 },
  /** Enrollments that are begun with one Social Security number, and from one network address. */
  enrolledOfPerson: { most: 10, seconds: 3600 },
  enrolledFromNetwork: { most: 30, seconds: 3600 },
  enrolledFromOwnMachine: { most: 6000, seconds: 3600 },
  /** Questions of applicants whether a store knows them: with one Social Security number, from one network address. */
  searchedOfPerson: { most: 5, seconds: 3600 },
  searchedFromNetwork: { most: 5, seconds: 3600 },
  searchedFromOwnMachine: { most: 6000, seconds: 3600 },
  /** Checks of a phone by its network that an account begins: each costs what the provider asks for it. */
  phoneChecked: { most: 5, seconds: 3600 },
  /** Mails of a sign-up: its own first one and those asked for again. */
  signUpMail: { most: 5, seconds: 600 },
  /** Requests whose answer may tell whether an address is known: about one address, and from one network address. */
  toldOfAddress: { most: 30, seconds: 3600 },
  /** Each costs a text message to whoever has the phone. */
  toldOfPhone: { most: 5, seconds: 3600 },
  toldToNetwork: { most: 60, seconds: 3600 },
  /** Codes that one network address asks for, whoever they are for: each leaves a code, a count and a mail. */
  askedFromNetwork: { most: 300, seconds: 3600 },
  /** On a developer's machine everybody comes from one network address: every page and person of every test run. */
  toldToOwnMachine: { most: 6000, seconds: 3600 },
  askedFromOwnMachine: { most: 6000, seconds: 3600 },
} as const satisfies Readonly<Record<string, Limit>>;

export type LimitKind = keyof typeof limits;

/**
 * Takes one of what is left for the subject.
 * @param subject a person's or stranger's id, or the blind index of an email or network address
 * @returns false when nothing is left; nothing is counted then
 */
export async function take(pool: GroundAt, subject: string, kind: LimitKind): Promise<boolean> {
  const { most, seconds } = limits[kind];
  const now = pool.at.toISOString();
  const from = later(pool.at, -seconds);
  const taken = await sql`
    insert into identity_limits as l (subject, kind, taken) values (${subject}, ${kind}, array[${now}::timestamptz])
    on conflict (subject, kind) do update
      set taken = array(select one from unnest(l.taken) as one where one > ${from}::timestamptz order by one) || excluded.taken
      where (select count(*) from unnest(l.taken) as one where one > ${from}::timestamptz) < ${most}
    returning subject`.execute(pool.db);
  return taken.rows.length > 0;
}

/** Gives the one taken last back: what was tried turned out to be right. */
export async function giveBack(pool: GroundAt, subject: string, kind: LimitKind): Promise<void> {
  await sql`update identity_limits set taken = trim_array(taken, 1)
    where subject = ${subject} and kind = ${kind} and cardinality(taken) > 0`.execute(pool.db);
}
