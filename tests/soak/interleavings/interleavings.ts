/** Two servers on one PostgreSQL, two tabs of each person, everything at once in an order that a seed decides. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { WebSocket } from 'ws';
import { openDatabase } from '../../../server/database/index.ts';
import { isObject } from '../../../runtime/core/index.ts';
import { readActs } from '../../../server/journeys/acts/store.ts';
import type { Page } from '../../server/support/applicant.ts';
import { brokenWrites, watchWrites } from '../../server/support/watched.ts';
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
  save,
  send,
  siteOf,
  type Answer,
  type Applicant,
  type Open,
  type Press,
  type Site,
} from '../applicant.ts';
import { chanceOf, type Chance } from '../chance.ts';
import { judge, type Acknowledged } from '../judge.ts';
import { startProcess, type ServerProcess } from '../process.ts';

export interface InterleavingsOptions {
  readonly seed: number;
  /** Applications, each from its creation to its end. */
  readonly count: number;
  /** An empty database that two servers share; without it both tabs are at one server with the embedded one. */
  readonly databaseUrl?: string;
  /** Nobody hears NOTIFY, and every tenth commit gives way to another one. */
  readonly faults: boolean;
}
export interface InterleavingsFound {
  readonly applications: number;
  /** How often each race was run. */
  readonly races: Readonly<Record<string, number>>;
  /** From the move of an application until a tab at the other server had heard of it, the longest, in milliseconds. */
  readonly newsMs: number;
  readonly complaints: readonly string[];
}

const entry = fileURLToPath(new URL('./server.ts', import.meta.url));
/** People at once, and the most milliseconds between what two tabs send. */
const [lanes, mostMs] = [3, 6];

export async function interleavings(options: InterleavingsOptions): Promise<InterleavingsFound> {
  const { seed, databaseUrl, count, faults } = options;
  const folder = temporaryFolder();
  const dataDir = join(folder, 'data');
  const env = {
    DATA_DIR: dataDir,
    TRUSTED_PROXIES: '1',
    PUBLIC_URL: 'http://interleavings.test', // tokens name it, whatever port a server has
    LOG_LEVEL: 'error',
    ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
    ...(faults && { TEST_NOTIFY: 'off', TEST_CONFLICTS: '10' }),
  };
  const first = await startProcess(env, entry);
  const servers = databaseUrl === undefined ? [first] : [first, await startProcess(env, entry)];
  const site = await siteOf(first.address, dataDir);
  // Two servers' transactions at once, each to one application: the database itself notes them.
  const watch = databaseUrl === undefined ? undefined : await openDatabase({ dataDir, databaseUrl });
  if (watch) await watchWrites(watch.db);
  const run: Run = { servers, site, acknowledged: [], complaints: [], races: {}, heard: new Map() };
  try {
    let next = 0;
    const lane = async (at: number): Promise<void> => {
      const applicant = await newApplicant(first.address, at);
      while (next < count) {
        const index = next++;
        await live({
          run,
          applicant,
          chance: chanceOf(seed * 100_003 + index),
          ends: endings[index % endings.length] as Ending,
        });
      }
    };
    await Promise.all(Array.from({ length: Math.min(lanes, count) }, (_, at) => lane(at)));
  } finally {
    await watch?.close();
    for (const one of servers) await one.stop();
  }
  const database = await openDatabase({ dataDir, databaseUrl });
  let newsMs = 0;
  try {
    run.complaints.push(...(await judge(database.db, run.acknowledged)));
    if (watch) run.complaints.push(...(await brokenWrites(database.db)));
    for (const [id, heardAt] of run.heard) {
      const decided = (await readActs(database.db, id)).find(({ operation }) => operation === 'decide');
      newsMs = Math.max(newsMs, heardAt - Date.parse(decided?.at ?? ''));
    }
    const drafts = await sql<{ owner: string }>`select owner from applications where is_open
      group by owner, brand having count(*) > 1`.execute(database.db);
    for (const { owner } of drafts.rows) run.complaints.push(`${owner} has two open applications`);
  } finally {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  }
  const logged = servers.flatMap(({ log }) => log.filter((line) => /"level":[56]0/.test(line)));
  return { applications: count, races: run.races, newsMs, complaints: [...run.complaints, ...logged] };
}

interface Run {
  readonly servers: readonly ServerProcess[];
  readonly site: Site;
  readonly acknowledged: Acknowledged[];
  readonly complaints: string[];
  readonly races: Record<string, number>;
  /** By application: when a tab had heard of its approval, in milliseconds since 1970. */
  readonly heard: Map<string, number>;
}
type Maker = (open: Open) => Press;
interface Life {
  readonly run: Run;
  readonly applicant: Applicant;
  readonly chance: Chance;
  /** How it ends: each way in its turn, or a longer journey would leave one of them out of a short run. */
  readonly ends: Ending;
}

/** One application from its creation to its end; whatever is done, is done by two tabs at once. */
async function live(life: Life): Promise<void> {
  const { run, applicant } = life;
  const begun = await begin(life);
  const pressesOfAll = (list: readonly Page[]): Maker[] =>
    list.flatMap((page) => pressesOf({ site: run.site, applicant }, page));
  const last = await walk(life, begun, pressesOfAll(pages.toSubmit));
  const listener = await listen(life, last.id);
  await listener.registered;
  const isWithdrawn = await life.ends(life, last);
  if (!isWithdrawn) {
    run.heard.set(last.id, await listener.reach('SUBMIT_APPROVED'));
    const stands = await send(
      run.servers[0]?.address ?? '',
      { site: run.site, applicant: life.applicant },
      call(last, 'application'),
    );
    if (!isObject(stands?.data?.['application']))
      throw new Error(`${last.id} cannot be read: ${JSON.stringify(stands)}`);
    const revision = Number(stands.data['application']['revision']);
    const leaving = pressesOf({ site: run.site, applicant }, pages.submit).slice(-1);
    const shown = await walk(life, { ...last, revision }, [...leaving, ...pressesOfAll(pages.approved)]);
    await send(run.servers[0]?.address ?? '', { site: run.site, applicant: life.applicant }, offerOf(shown));
    await walk(life, shown, pressesOfAll(pages.toSign));
    await listener.reach('ORIGINATED');
  }
  listener.close();
}

/** Creation against creation: one draft a person, whether it is one press that came twice or two. */
async function begin(life: Life): Promise<Open> {
  const { run, chance } = life;
  const one = creation(run.site);
  const isSame = chance.below(2) === 0;
  const answers = await together(life, isSame ? 'one creation twice' : 'two creations', [
    one,
    isSame ? one : creation(run.site),
  ]);
  for (const answer of answers) mustBeTaken(answer, one);
  const [open, other] = answers.map((answer) => opened(answer));
  if (open === undefined || other === undefined || open.id !== other.id)
    throw new Error(`Two creations at once gave ${open?.id} and ${other?.id}.`);
  if (isSame) {
    mustBeAlike(answers, one);
    run.acknowledged.push({ id: open.id, owner: life.applicant.sub, press: one });
  }
  return open;
}

/** Every press of the pages, each as one press that came twice or as two tabs that save on the same revision. */
async function walk(life: Life, open: Open, makers: readonly Maker[]): Promise<Open> {
  const { run, chance, applicant } = life;
  let now = open;
  for (const make of makers) {
    const press = make(now);
    const isSave = press.operation === 'saveJourney';
    const copies = Array.from({ length: 2 + chance.below(2) }, () => press);
    let winner = { press, answer: undefined as Answer | undefined };
    if (isSave && chance.below(2) === 0) {
      const rival = make(now);
      const answers = await together(life, 'two saves on one revision', [press, rival]);
      const won = answers.flatMap((answer, at) =>
        codesOf(answer).length === 0 ? [{ press: at === 0 ? press : rival, answer }] : [],
      );
      const lost = answers.find((answer) => codesOf(answer).length > 0);
      // The last page of all is left while the lender may be closing the application.
      const code = lost && codesOf(lost)[0];
      if (won.length !== 1 || (code !== 'CONFLICT' && code !== 'REFUSED closed'))
        throw new Error(`Two saves on revision ${now.revision} were answered ${JSON.stringify(answers.map(codesOf))}.`);
      const told = lost?.errors[0]?.extensions['revision'];
      if (code === 'CONFLICT' && told !== now.revision + 1)
        throw new Error(`The save that lost was told of revision ${String(told)}, not ${now.revision + 1}.`);
      winner = won[0] ?? winner;
    } else {
      const answers = await together(life, 'one press several times', copies);
      mustBeAlike(answers, press);
      winner = { press, answer: answers[0] };
    }
    run.acknowledged.push({ id: now.id, owner: applicant.sub, press: winner.press });
    if (isSave && winner.answer) now = { ...now, revision: revisionOf(winner.answer) };
  }
  return now;
}

type Ending = (life: Life, open: Open) => Promise<boolean>;

/** The submission from two tabs, by one press or by two: it is sent once. */
const submitTwice: Ending = async (life, open) => {
  const one = submission(life, open);
  const isSame = life.chance.below(2) === 0;
  const answers = await together(life, 'submit against submit', [one, isSame ? one : submission(life, open)]);
  for (const answer of answers) mustBeTaken(answer, one);
  return false;
};

/** What was sent stands still: the other tab's change is in it, or is refused. */
const submitAndSave: Ending = async (life, open) => {
  const submits = submission(life, open);
  const saves = save(open, { 'loan.amount': 20_000 });
  const [sent, saved] = await together(life, 'submit against save', [submits, saves]);
  mustBeTaken(sent, submits);
  if (saved && codesOf(saved).length === 0)
    life.run.acknowledged.push({ id: open.id, owner: life.applicant.sub, press: saves });
  else mustBeRefused(saved, saves);
  return false;
};

/** One of them comes first, and the other one is told. */
const submitAndWithdraw: Ending = async (life, open) => {
  const submits = submission(life, open);
  const withdraws = call(open, 'withdrawApplication', {
    act: { step: 'submit', by: { by: 'action', action: 'withdraw' } },
  });
  const [sent, gone] = await together(life, 'submit against withdraw', [submits, withdraws]);
  const isSent = sent !== undefined && codesOf(sent).length === 0;
  const isGone = gone !== undefined && codesOf(gone).length === 0;
  if (!isSent) mustBeRefused(sent, submits);
  if (!isGone) mustBeRefused(gone, withdraws);
  if (!isSent && !isGone) throw new Error('Neither the submission nor the withdrawal was taken.');
  for (const press of [...(isSent ? [submits] : []), ...(isGone ? [withdraws] : [])])
    life.run.acknowledged.push({ id: open.id, owner: life.applicant.sub, press });
  return isGone;
};

const endings: readonly Ending[] = [submitTwice, submitAndSave, submitAndWithdraw];

function submission({ run, applicant }: Life, open: Open): Press {
  const made = pressesOf({ site: run.site, applicant }, pages.submit).map((make) => make(open));
  const press = made.find(({ operation }) => operation === 'submitApplication');
  if (press === undefined) throw new Error('The page of the submission makes no call.');
  return press;
}

/**
 * Sends presses at once: which server each goes to, and how many milliseconds apart, is chance. Answers in the order of
 * the presses.
 */
async function together({ run, applicant, chance }: Life, race: string, presses: readonly Press[]): Promise<Answer[]> {
  run.races[race] = (run.races[race] ?? 0) + 1;
  const from = chance.shuffled(run.servers);
  const sent = presses.map((press, at) => ({ press, server: from[at % from.length], waitMs: chance.below(mostMs) }));
  return await Promise.all(
    chance.shuffled(sent.map((one, at) => ({ ...one, at }))).map(async (one) => {
      await after(one.waitMs);
      const answer = await send(one.server?.address ?? '', { site: run.site, applicant }, one.press);
      if (answer === undefined) throw new Error(`${one.press.operation} got no answer.`);
      return { at: one.at, answer };
    }),
  ).then((answers) => answers.sort((a, b) => a.at - b.at).map(({ answer }) => answer));
}

function mustBeTaken(answer: Answer | undefined, { operation }: Press): void {
  if (answer === undefined || codesOf(answer).length > 0)
    throw new Error(`${operation} was answered ${answer && codesOf(answer)[0]}.`);
}
function mustBeRefused(answer: Answer | undefined, { operation }: Press): void {
  const [code = 'nothing'] = answer === undefined ? [] : codesOf(answer);
  if (!/^(REFUSED|CONFLICT)/.test(code)) throw new Error(`${operation} lost and was told ${code}.`);
}
function mustBeAlike(answers: readonly Answer[], { operation, key }: Press): void {
  const [first] = answers;
  mustBeTaken(first, { operation, key, variables: {} });
  for (const answer of answers)
    if (JSON.stringify(answer) !== JSON.stringify(first))
      throw new Error(`${operation} ${key} was answered ${JSON.stringify(first)} and ${JSON.stringify(answer)}.`);
}

interface Listening {
  readonly registered: Promise<void>;
  /** When it was told, in milliseconds since 1970. */
  reach(status: string): Promise<number>;
  close(): void;
}

/** A tab that listens to the application at one of the servers. */
async function listen({ run, applicant, chance }: Life, id: string): Promise<Listening> {
  const { address } = chance.pick(run.servers);
  const idToken = await applicant.token(address);
  const socket = new WebSocket(`${address.replace('http', 'ws')}/ws/application?idToken=${idToken}`, {
    headers: { 'x-forwarded-for': applicant.from },
  });
  const heard = new Map<string, PromiseWithResolvers<number>>();
  const of = (status: string): PromiseWithResolvers<number> => {
    const known = heard.get(status) ?? Promise.withResolvers<number>();
    heard.set(status, known);
    return known;
  };
  const registered = new Promise<void>((resolve, reject) => {
    socket.on('error', reject);
    socket.on('open', () => socket.send(JSON.stringify({ action: 'registerApplicationListener', applicationId: id })));
    socket.on('message', (raw) => {
      const { data } = JSON.parse(String(raw)) as { data?: { message: { body: { status: string } } } };
      if (!data) return reject(new Error(`${id} is not told to its owner: ${String(raw)}`));
      of(data.message.body.status).resolve(Date.now());
      resolve();
    });
  });
  return { registered, reach: (status) => of(status).promise, close: () => socket.close() };
}
