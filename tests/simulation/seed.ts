/** One seed: a stretch in which everything goes wrong, then a stretch in which nothing does, then the judge. */
import { sql } from 'kysely';
import { chanceOf, type Chance } from './chance.ts';
import { began, isIn, type Ground, type Somebody } from './ground.ts';
import { act as act_, telling, type Deed } from './hand.ts';
import { judge, type Act, type Application, type Shown } from './judge.ts';
import { createNetwork, type Network } from './network.ts';
import { createScheduler, type Scheduler } from './scheduler.ts';
import { startServers, type Servers } from './servers.ts';
import { clearRows, fillRows, readRows, type Rows } from './rows.ts';
import { home, openTab, textOf, type Tab } from './tab.ts';
import { createTally, type Fault, type Tally } from './tally.ts';

export interface Found {
  readonly seed: number;
  readonly trace: readonly string[];
  readonly hash: string;
  readonly counts: Readonly<Record<Fault, number>>;
  /** Laws that were broken; none: passed. */
  readonly broken: readonly string[];
  readonly events: number;
  /** How many applications came to each status. */
  readonly statuses: readonly string[];
}

/** How often a fault happens where it can; a seed has a few of them, or a rare fault drowns in the frequent ones. */
const shares: Partial<Record<Fault, number>> = {
  'request lost': 0.05,
  'request late': 0.06,
  'request twice': 0.06,
  'answer lost': 0.08,
  'answer late': 0.06,
  'commit gave way': 0.03,
};
/** What happens to the whole now and then, in events of the hands. */
const blows: readonly Fault[] = [
  'tab killed',
  'process killed',
  'storage full',
  'clock jumped',
  'deployed',
  'token ended',
  'network gone',
];

interface Play {
  readonly ground: Ground;
  readonly chance: Chance;
  readonly scheduler: Scheduler;
  readonly tally: Tally;
  readonly servers: Servers;
  readonly network: Network;
  readonly tabs: readonly Tab[];
  readonly people: readonly Somebody[];
  readonly deeds: Deed[];
  readonly broken: string[];
  /** Faults happen. */
  wild: boolean;
}

/** How long the hands have to do their part, and the world to come to rest. */
const limits = { acts: 36, events: 6000, calmMs: { healed: 12_000, loaded: 4000 } } as const;

/** Plays one seed. `stages`: applications it may begin with; `acts`: how much people do. */
export async function runSeed(
  ground: Ground,
  seed: number,
  {
    wild = true,
    acts = limits.acts,
    stages,
  }: { readonly wild?: boolean; readonly acts?: number; readonly stages?: readonly Rows[] } = {},
): Promise<Found> {
  const chance = chanceOf(seed);
  const scheduler = createScheduler(chance, began + 600_000);
  const tally = createTally();
  const everybody = ground.people;
  const first = chance.below(everybody.length);
  const second = (first + 1 + chance.below(everybody.length - 1)) % everybody.length;
  const people = [everybody[first], everybody[second]].filter((one) => one !== undefined);
  await clearRows(ground.database.direct);
  const before =
    stages === undefined || stages.length === 0
      ? []
      : people.flatMap((one) => {
          const mine = stages.filter(({ owner }) => owner === one.sub);
          return mine.length > 0 && chance.happens(0.8) ? [chance.pick(mine)] : [];
        });
  for (const rows of before) await fillRows(ground.database.direct, rows);
  const likely = blows.filter(() => chance.happens(0.5));
  const probable = new Set(Object.keys(shares).filter(() => chance.happens(0.6)));
  const broken: string[] = [];
  const deeds: Deed[] = [];
  const play: { wild: boolean } = { wild };
  const stalls = chance.happens(0.4);
  const fault = (one: Fault): boolean => play.wild && probable.has(one) && chance.happens(shares[one] ?? 0);
  const servers = startServers(ground, scheduler, {
    tally,
    stallMs: () => (play.wild && stalls && chance.happens(0.5) ? 11_000 + chance.below(20_000) : undefined),
    givesWay: () => {
      if (!fault('commit gave way')) return false;
      tally.count('commit gave way');
      return true;
    },
  });
  const network = createNetwork(servers, {
    scheduler,
    tally,
    fault,
    presses: (tab) => deeds.filter((deed) => deed.kind === 'pressed' && deed.tab === tab).length,
  });
  const tabs = ['A', 'B'].map((name, index) =>
    openTab({
      name,
      ground,
      scheduler,
      tally,
      send: network.send,
      boot: () => ground.boots[servers.version()],
      forgets: () => deeds.push({ kind: 'other', tab: name, says: 'forgets', forgets: true }),
      first: (chance.happens(0.5) ? people[index] : people[0]) as Somebody,
      thrown: (error) =>
        broken.push(`tab ${name} threw ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`),
    }),
  );
  const all: Play = Object.assign(play, {
    ground,
    chance,
    scheduler,
    tally,
    servers,
    network,
    tabs,
    people,
    deeds,
    broken,
  });
  try {
    await scheduler.rest();
    for (const tab of tabs) {
      if (chance.happens(0.85)) {
        await tab.signIn();
        tab.load(home);
      } else tab.load('/login');
    }
    await scheduler.rest();
    await chaos(all, { likely, acts });
    await heal(all);
    const shown = await lookAgain(all);
    const applications = await readApplications(ground, people);
    const told = await sql<{ purpose: string }>`select purpose from messages`.execute(ground.database.direct);
    broken.push(
      ...network.wrong,
      ...servers.errors,
      ...judge({
        people: ground.people,
        before: new Map(before.map(({ application, acts: made }) => [application, made.length])),
        applications,
        sent: network.sent,
        deeds,
        loads: ground.loads,
        shown,
        devices: new Map(tabs.map(({ name, storage }) => [name, [...storage.values()].join(' ')])),
        messages: told.rows.map(({ purpose }) => purpose),
        interruptions: tally.counts['process killed'] + tally.counts['lease taken'],
      }),
    );
    return {
      seed,
      trace: scheduler.trace(),
      hash: scheduler.traceHash(),
      counts: tally.counts,
      broken: [...new Set(broken)],
      events: scheduler.events(),
      statuses: applications.map(
        ({ status, isOpen, acts: { length } }) => `${status}${isOpen ? '' : ' closed'} ${length}`,
      ),
    };
  } finally {
    ground.enter(undefined);
  }
}

async function chaos(
  play: Play,
  { likely, acts }: { readonly likely: readonly Fault[]; readonly acts: number },
): Promise<void> {
  const { scheduler, chance, tabs, people, deeds } = play;
  let left = acts;
  const deed = (one: Deed): void => {
    deeds.push(one);
    scheduler.note(
      `${one.tab} ${one.kind === 'other' ? one.says : one.kind === 'typed' ? `types ${one.path}` : `presses ${one.action}`}`,
    );
  };
  const next = (tab: Tab): void => {
    scheduler.after(50 * 2 ** (chance.next() * 6), {
      label: `${tab.name}: hand`,
      alive: () => left > 0,
      happen() {
        left -= 1;
        act_(tab, { chance, people, deed, steady: !play.wild });
        if (play.wild && likely.length > 0 && chance.happens(0.12)) strike(play, chance.pick(likely), tab);
        next(tab);
      },
    });
  };
  for (const tab of tabs) next(tab);
  while (left > 0 && scheduler.events() < limits.events && (await scheduler.step(Infinity))) look(play);
}

function strike(play: Play, fault: Fault, tab: Tab): void {
  const { scheduler, chance, tally, servers } = play;
  const later = (ms: number, label: string, happen: () => void): void =>
    void scheduler.after(ms, { label, alive: () => true, happen });
  scheduler.note(`fault: ${fault}, ${tab.name}`);
  switch (fault) {
    case 'tab killed':
      if (!tab.isAlive()) return;
      tally.count(fault);
      tab.kill();
      return later(200 + chance.below(3000), `${tab.name}: opened again`, () => {
        if (!tab.isAlive()) tab.load(home);
      });
    case 'process killed':
      if (servers.kill()) tally.count('process killed in a request');
      return tally.count(fault);
    case 'storage full':
      tab.setFull(true);
      return later(5000, `${tab.name}: storage has room`, () => tab.setFull(false));
    case 'clock jumped':
      tally.count(fault);
      return scheduler.jump(chance.pick([2_000, 12_000, 70_000, 400_000]));
    case 'deployed':
      if (servers.deploy()) tally.count(fault);
      return;
    case 'token ended':
      if (!tab.isSignedIn()) return;
      tally.count(fault);
      return tab.endToken();
    case 'network gone':
      if (!tab.isOnline()) return;
      tally.count(fault);
      tab.setOnline(false);
      return later(500 + chance.below(20_000), `${tab.name}: network is back`, () => tab.setOnline(true));
  }
}

/** Nothing of somebody else may be on a page or in the storage of the one who sits there, at any moment. */
function look({ tabs, ground, broken }: Pick<Play, 'tabs' | 'ground' | 'broken'>): void {
  for (const tab of tabs) {
    if (!tab.isAlive()) continue;
    const journey = tab.runtime().journey();
    const owner = tab.runtime().person()?.claims['sub'];
    const answers = textOf(journey?.store.getState().answers);
    for (const one of ground.people)
      if (one.sub !== owner && isIn(answers, one))
        broken.push(`${tab.name} shows what ${one.word} typed to ${owner === undefined ? 'nobody' : 'somebody else'}`);
    for (const [key, value] of tab.storage)
      for (const one of ground.people)
        if (key.includes('.person.') && !key.includes(one.sub) && isIn(value, one))
          broken.push(`${tab.name} keeps what ${one.word} typed under ${key}`);
  }
}

/** Whether anything is still to be done. */
function busy({ tabs, network }: Play): string | undefined {
  if (network.sent.some(({ isOpen }) => isOpen())) return 'a call is not answered';
  for (const tab of tabs) {
    if (tab.hasLeft()) continue;
    const runtime = tab.runtime();
    const journey = runtime.journey();
    if (journey === undefined) return `${tab.name} shows nothing`;
    if (journey.queue.target() !== undefined && !journey.queue.isEmpty()) return `${tab.name} has not saved`;
    if (journey.store.getState().page.busy !== undefined) return `${tab.name} is busy`;
    const { offline, outage } = runtime.waiting();
    if (offline !== undefined || outage !== undefined) return `${tab.name} waits`;
  }
  return undefined;
}

/** Lets everything run out; what does not come to rest is a defect. */
async function calm(play: Play, what: string, calmMs: number = limits.calmMs.loaded): Promise<void> {
  const { scheduler, broken, ground } = play;
  let since = scheduler.now();
  const most = scheduler.events() + 2500;
  const until = scheduler.now() + 900_000;
  while (scheduler.now() - since < calmMs) {
    if (scheduler.events() > most || scheduler.now() > until)
      return void broken.push(
        `${what}: it does not come to rest (${busy(play) ?? 'the server works on'}); ${scheduler.waiting().slice(0, 5).join('; ')}`,
      );
    const before = scheduler.now();
    if (!(await scheduler.step(Infinity))) return;
    look(play);
    if (busy(play) !== undefined) since = scheduler.now();
    else if (scheduler.now() > before) {
      const due = await sql`select 1 from applications where due_at is not null and is_open`.execute(
        ground.database.direct,
      );
      if (due.rows.length > 0) since = scheduler.now();
    }
  }
}

async function heal(play: Play): Promise<void> {
  const { tabs, servers, scheduler } = play;
  play.wild = false;
  scheduler.note('everything is well again');
  servers.heal();
  for (const tab of tabs) {
    tab.setFull(false);
    tab.setOnline(true);
    if (tab.isAlive() && !tab.hasLeft() && tab.isSignedIn()) continue;
    if (!tab.isAlive() || tab.hasLeft()) tab.load(home);
  }
  await scheduler.rest();
  await calm(play, 'after healing', limits.calmMs.healed);
}

/** Everybody signs in again at a page loaded anew: what it shows is what is stored. */
async function lookAgain(play: Play): Promise<readonly Shown[]> {
  const { tabs, scheduler, network } = play;
  for (const tab of tabs) {
    if (!tab.isSignedIn()) {
      tab.load('/login');
      await calm(play, `${tab.name} before it signs in`);
      const journey = tab.runtime().journey();
      journey?.dispatch({ type: 'answered', field: 'email', value: tab.sitting().email });
      journey?.dispatch({ type: 'answered', field: 'password', value: 'Marigold42' });
      journey?.dispatch({ type: 'pressed', action: 'log-in' });
      await scheduler.rest();
      await calm(play, `${tab.name} signs in`);
    }
  }
  const before = network.sent.length;
  for (const tab of tabs) tab.load(home);
  await scheduler.rest();
  await calm(play, 'loaded anew');
  if (network.sent.length > before) {
    // What one saved while it came to rest, the other sees when it looks again.
    for (const tab of tabs) tab.load(home);
    await scheduler.rest();
    await calm(play, 'loaded again');
  }
  return tabs.flatMap((tab) => {
    const runtime = tab.runtime();
    const journey = runtime.journey();
    const owner = runtime.person()?.claims['sub'];
    const target = journey?.queue.target();
    if (journey === undefined || target === undefined || typeof owner !== 'string') return [];
    const steps = Object.values(journey.flow.steps);
    const paths = Object.keys(telling).flatMap((id) => steps.flatMap((step) => step.fields[id]?.bind ?? []));
    const state = journey.store.getState();
    return [
      {
        tab: tab.name,
        owner,
        application: target.id,
        answers: Object.fromEntries(
          [...new Set(paths)].flatMap((path) => {
            const value = path
              .split('.')
              .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], state.answers);
            return typeof value === 'string' ? [[path, value] as const] : [];
          }),
        ),
      },
    ];
  });
}

async function readApplications({ database }: Ground, people: readonly Somebody[]): Promise<readonly Application[]> {
  const rows = await readRows(
    database.direct,
    people.map(({ sub }) => sub),
  );
  return rows.map(({ row, acts }) => ({
    id: String(row['id']),
    owner: String(row['owner']),
    revision: Number(row['revision']),
    version: Number(row['version']),
    status: String(row['status']),
    isOpen: row['is_open'] === true,
    acts: acts.map((act) => ({ ...act, body: JSON.parse(String(act['body'])) as Act['body'] }) as unknown as Act),
  }));
}
