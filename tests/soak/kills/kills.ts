/**
 * Servers that are killed at seeded moments while applicants press on: nothing acknowledged may be lost, nothing be
 * done twice.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { sql } from 'kysely';
import { openDatabase } from '../../../server/database/index.ts';
import type { JsonObject } from '../../../runtime/core/facts.ts';
import type { Page } from '../../server/support/applicant.ts';
import { temporaryFolder } from '../../server/support/server.ts';
import {
  call,
  codesOf,
  creation,
  newApplicant,
  opened,
  pages,
  offerOf,
  pressesOf,
  revisionOf,
  send,
  siteOf,
  type Applicant,
  type Open,
  type Press,
  type Site,
} from '../applicant.ts';
import { chanceOf } from '../chance.ts';
import { judge, type Acknowledged } from '../judge.ts';
import { startSupervised, type SupervisedServer } from '../process.ts';

export interface KillsOptions {
  readonly seed: number;
  readonly kills: number;
  /** An empty database that two servers share; without it one server has the embedded one. */
  readonly databaseUrl?: string;
}
export interface KillsFound {
  readonly kills: number;
  readonly presses: number;
  readonly applications: number;
  /**
   * Presses whose answer a kill took, and those of them that had been done all the same: their repeat was answered from
   * memory.
   */
  readonly unanswered: number;
  readonly remembered: number;
  /** From a kill until the supervisor had the server ready again, the middle one, in milliseconds. */
  readonly backMs: number;
  readonly complaints: readonly string[];
}

const applicants = 3;
/** Between two presses of one applicant, so that the servers that are left have time to bring the killed one back. */
const betweenMs = 20;
/** A kill comes after so many more requests at most, and so many milliseconds later at most. */
const [mostRequests, mostMs] = [25, 25];

export async function kills({ seed, kills: wanted, databaseUrl }: KillsOptions): Promise<KillsFound> {
  const chance = chanceOf(seed);
  const folder = temporaryFolder();
  const dataDir = join(folder, 'data');
  const env = {
    DATA_DIR: dataDir,
    TRUSTED_PROXIES: '1',
    PUBLIC_URL: 'http://kills.test', // tokens name it, whatever port a server has
    LOG_LEVEL: 'error',
    ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
  };
  const first = await startSupervised(env);
  const servers = databaseUrl === undefined ? [first] : [first, await startSupervised(env)];
  const run: Run = {
    servers,
    site: await siteOf(first.address, dataDir),
    acknowledged: [],
    answers: new Map(),
    complaints: [],
    unanswered: new Map(),
    sent: 0,
    onSent: () => undefined,
    isOver: false,
  };
  const backMs: number[] = [];
  try {
    const people: Applicant[] = [];
    for (let at = 0; at < applicants; at += 1) people.push(await newApplicant(first.address, at));
    const living = people.map((one, at) => live(run, one, servers[at % servers.length] ?? first));
    const pressing = Promise.all(living);
    pressing.catch(() => {
      run.isOver = true; // told below
      run.onSent();
    });
    // As many as are wanted, and on until one of them took an answer: the others show nothing of what was done.
    for (let at = 0; (at < wanted || run.unanswered.size === 0) && !run.isOver; at += 1) {
      const victims = servers.length > 1 && chance.below(4) === 0 ? servers : [chance.pick(servers)];
      await moreSent(run, 1 + chance.below(mostRequests));
      await after(chance.below(mostMs));
      backMs.push(...(await Promise.all(victims.map((one) => one.kill()))));
      at += victims.length - 1;
    }
    run.isOver = true;
    await pressing;
    for (const one of chance.shuffled(run.acknowledged).slice(0, 150)) await again(run, one, people);
  } finally {
    for (const one of servers) await one.stop();
  }
  const database = await openDatabase({ dataDir, databaseUrl });
  let remembered = 0;
  try {
    run.complaints.push(...(await judge(database.db, run.acknowledged)));
    const done = await sql<{
      key: string;
      at: string;
    }>`select key, at from application_acts where key = any(${[...run.unanswered.keys()]})`.execute(database.db);
    for (const { key, at } of done.rows) if (Date.parse(at) < (run.unanswered.get(key) ?? 0)) remembered += 1;
  } finally {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  }
  return {
    kills: backMs.length,
    presses: run.acknowledged.length,
    applications: new Set(run.acknowledged.map(({ id }) => id)).size,
    unanswered: run.unanswered.size,
    remembered,
    backMs: Math.round(backMs.sort((a, b) => a - b)[Math.trunc(backMs.length / 2)] ?? 0),
    complaints: [...run.complaints, ...servers.flatMap(({ log }) => log.filter((line) => /"level":[56]0/.test(line)))],
  };
}

interface Run {
  readonly servers: readonly SupervisedServer[];
  readonly site: Site;
  readonly acknowledged: Acknowledged[];
  /** The answer that came, by key. */
  readonly answers: Map<string, string>;
  readonly complaints: string[];
  /** By key, when it was known that no answer comes: an act from before then was done all the same. */
  readonly unanswered: Map<string, number>;
  sent: number;
  onSent: () => void;
  isOver: boolean;
}

/** Resolves when so many more requests were sent. */
function moreSent(run: Run, count: number): Promise<void> {
  const until = run.sent + count;
  return new Promise((resolve) => {
    run.onSent = () => {
      if (run.sent >= until || run.isOver) resolve();
    };
  });
}

/** Presses on, one application after the other, until the kills are over and the last one is originated. */
async function live(run: Run, applicant: Applicant, home: SupervisedServer): Promise<void> {
  let server = home;
  const { site, servers } = run;
  /**
   * As the gateway does: the same press with the same key until an answer comes, at another server when there is one.
   */
  const press = async (one: Press, about?: Open): Promise<NonNullable<Awaited<ReturnType<typeof send>>>> => {
    for (let tries = 1; ; tries += 1) {
      const answering = send(server.address, { site, applicant }, one);
      run.sent += 1;
      run.onSent();
      const answer = await answering;
      if (answer === undefined) {
        run.unanswered.set(one.key, Date.now());
        server = servers.find((other) => other !== server) ?? server;
        await Promise.race(servers.map((other) => other.up()));
        continue;
      }
      const [no] = codesOf(answer);
      if (no !== undefined) throw new Error(`${one.operation} was answered ${no}, in try ${tries}`);
      const id = about?.id ?? opened(answer).id;
      run.acknowledged.push({ id, owner: applicant.sub, press: one });
      run.answers.set(one.key, JSON.stringify(answer));
      await after(betweenMs);
      return answer;
    }
  };
  const walk = async (open: Open, list: readonly Page[]): Promise<Open> => {
    let now = open;
    for (const page of list)
      for (const make of pressesOf({ site, applicant }, page)) {
        const one = make(now);
        const answer = await press(one, now);
        if (one.operation === 'saveJourney') now = { ...now, revision: revisionOf(answer) };
      }
    return now;
  };
  /** Undefined when no answer came. */
  const ask = async (question: Pick<Press, 'operation' | 'variables'>): ReturnType<typeof send> => {
    await Promise.race(servers.map((other) => other.up()));
    const answer = await send(server.address, { site, applicant }, question);
    run.sent += 1;
    run.onSent();
    if (answer === undefined) server = servers.find((other) => other !== server) ?? server;
    return answer;
  };
  const reach = async (open: Open, status: string): Promise<void> => {
    for (;;) {
      const { operation, variables } = call(open, 'applicationState');
      const answer = await ask({ operation, variables });
      if (answer !== undefined && (answer.data?.['applicationState'] as JsonObject | null)?.['status'] === status)
        return;
      await after(25);
    }
  };
  do {
    const open = await walk(opened(await press(creation(site))), [...pages.toSubmit, pages.submit]);
    await reach(open, 'SUBMIT_APPROVED');
    const shown = await walk(open, pages.approved);
    while ((await ask(offerOf(shown))) === undefined);
    await walk(shown, pages.toSign);
    await reach(open, 'ORIGINATED');
  } while (!run.isOver);
}

/** The same press with the same key, long afterwards, is given the first answer. */
async function again(run: Run, { press, owner }: Acknowledged, people: readonly Applicant[]): Promise<void> {
  const applicant = people.find(({ sub }) => sub === owner);
  const [server] = run.servers;
  if (applicant === undefined || server === undefined) throw new Error('Nobody to repeat a press.');
  const answer = await send(server.address, { site: run.site, applicant }, press);
  if (JSON.stringify(answer) !== run.answers.get(press.key))
    run.complaints.push(
      `${press.operation} ${press.key} was answered otherwise when it was repeated: ${JSON.stringify(answer).slice(0, 300)}`,
    );
}
