/**
 * What a save costs: a real server in a process of its own, applicants who fill in their pages, on both databases.
 * `npm run bench -- server [--rates 50,100,200,300,600] [--seconds 10] [--minutes 0] [--people 200] [--sockets 500]
 * [--on embedded,postgres] [--profile file]`
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { WebSocket } from 'ws';
import { loadModule } from '../../../compile/load.ts';
import type { Boot } from '../../../contract/boot.ts';
import type { CompiledCompliance } from '../../../runtime/core/app-definition.ts';
import { startPostgres } from '../../../scripts/lib/postgres.ts';
import { allowance } from '../../../server/sockets/allowance.ts';
import { startProcess, type ServerProcess } from '../../soak/process.ts';
import { doorOf } from './door.ts';
import { openApplicant, type Applicant, type Site } from './journey.ts';
import { load, type Held } from './load.ts';
import { makePeople, signIn, type Person } from './people.ts';
import { between, memoryOf, used, type Used } from './processor.ts';
import { profiled } from './profile.ts';

const { values } = parseArgs({
  options: {
    rates: { type: 'string', default: '50,100,200,300,600' },
    seconds: { type: 'string', default: '10' },
    minutes: { type: 'string', default: '0' },
    people: { type: 'string', default: '200' },
    sockets: { type: 'string', default: '500' },
    on: { type: 'string', default: 'embedded,postgres' },
    /** A file for what the profiler saw, which the tools of a browser show. */
    profile: { type: 'string' },
  },
});
const rates = values.rates.split(',').map(Number);
const seconds = Number(values.seconds);
const minutes = Number(values.minutes);
if (Number(values.sockets) > Number(values.people) * allowance.perPerson)
  throw new Error(`One person has at most ${allowance.perPerson} sockets: take more --people or fewer --sockets.`);

const say = (text: string): void => void process.stdout.write(`${text}\n`);
const ms = (value: number): string => `${value.toFixed(value < 10 ? 2 : 0)} ms`.padStart(9);

/** One server with its people, ready for load. */
interface Scene {
  readonly server: ServerProcess;
  readonly site: Site;
  readonly people: readonly Person[];
  readonly applicants: readonly Applicant[];
  usage(): Used;
}

async function scene(env: Readonly<Record<string, string>>, beside: number | undefined): Promise<Scene> {
  const dataDir = env['DATA_DIR'] ?? '';
  const people = await makePeople(env, Number(values.people));
  // The client's address is told by a proxy: limits for one address are not what is measured.
  const server = await startProcess({
    ...env,
    TRUSTED_PROXIES: '1',
    NODE_OPTIONS: '--inspect=127.0.0.1:0',
  });
  const pid = server.child.pid ?? 0;
  try {
    const door = doorOf(server.address);
    await signIn(door, people);
    const boot = (await (await fetch(`${server.address}/definitions/boot.json?brand=payday`)).json()) as Boot;
    const compliance = await loadModule<CompiledCompliance>(join(dataDir, 'definitions'), boot.compliance);
    const site: Site = {
      door,
      definition: boot.flows['apply']?.hash ?? '',
      documents: Object.fromEntries(
        Object.entries(boot.operations).flatMap(([name, { document }]) =>
          document === undefined ? [] : [[name, document]],
        ),
      ),
      disclosures: Object.fromEntries(Object.values(compliance.documents).map(({ idTag, hash }) => [idTag, hash])),
    };
    // Everybody is somewhere else on their way, as on any day.
    const applicants = await inGroups(people, (person, index) => openApplicant(site, person, index % 30));
    return { server, site, people, applicants, usage: () => used(pid, beside) };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

async function inGroups<T, Out>(all: readonly T[], make: (one: T, index: number) => Promise<Out>): Promise<Out[]> {
  const made: Out[] = [];
  for (let at = 0; at < all.length; at += 8)
    made.push(...(await Promise.all(all.slice(at, at + 8).map((one, index) => make(one, at + index)))));
  return made;
}

/** Sockets that listen to the applications, spread over the people; gives back how they are closed. */
async function listen({ server, people, applicants }: Scene, count: number): Promise<() => void> {
  const sockets = await inGroups(Array.from({ length: count }), (_, index) => {
    const { person, id } = applicants[index % applicants.length] as Applicant;
    const socket = new WebSocket(`${server.address.replace('http', 'ws')}/ws/application?idToken=${person.idToken}`, {
      origin: server.address,
      headers: { 'x-forwarded-for': person.address },
    });
    return new Promise<WebSocket>((resolve, reject) => {
      socket.on('open', () =>
        socket.send(JSON.stringify({ action: 'registerApplicationListener', applicationId: id })),
      );
      socket.on('error', reject);
      socket.once('message', () => resolve(socket));
    });
  });
  say(`${sockets.length} sockets of ${people.length} people listen`);
  return () => sockets.forEach((socket) => socket.terminate());
}

function tell(held: Held, cost: Used): void {
  const each = (value: number): string => ms(value / Math.max(held.saves, 1));
  const by = { main: each(cost.main), worker: each(cost.worker), others: each(cost.others), beside: each(cost.beside) };
  say(
    `${String(held.rate).padStart(5)}/s ${held.perSecond.toFixed(0).padStart(6)}/s   p50 ${ms(held.p50)}   p99 ${ms(held.p99)}   CPU a save ${each(cost.main + cost.worker + cost.others + cost.beside)} (answers ${by.main}, database ${cost.beside > 0 ? by.beside : by.worker}, garbage and compilers ${cost.beside > 0 ? each(cost.others + cost.worker) : by.others})   ${held.problems.length} errors${held.problems[0] === undefined ? '' : `, first: ${held.problems[0]}`}`,
  );
}

async function measure(place: Scene, rate: number, forSeconds: number): Promise<Held> {
  const before = place.usage();
  const held = await load(place.applicants, { rate, seconds: forSeconds });
  tell(held, between(before, place.usage()));
  return held;
}

/** Load for minutes, memory every ten seconds: the line should be flat once everything has been seen. */
async function endure(place: Scene, rate: number): Promise<void> {
  await signIn(place.site.door, place.people);
  const pid = place.server.child.pid ?? 0;
  const seen: number[] = [];
  const from = performance.now();
  const timer = setInterval(() => {
    seen.push(memoryOf(pid));
    say(
      `${((performance.now() - from) / 1000).toFixed(0).padStart(6)} s ${(seen.at(-1) ?? 0).toFixed(0).padStart(6)} MB`,
    );
  }, 10_000);
  await measure(place, rate, minutes * 60);
  clearInterval(timer);
  const mean = (part: readonly number[]): string =>
    (part.reduce((sum, one) => sum + one, 0) / Math.max(part.length, 1)).toFixed(0);
  const third = Math.ceil(seen.length / 3);
  say(
    `memory: first third ${mean(seen.slice(0, third))} MB, second ${mean(seen.slice(third, -third))} MB, last ${mean(seen.slice(-third))} MB`,
  );
}

async function bench(name: string, databaseUrl: string | undefined, beside: number | undefined): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'waymark-bench-'));
  const env = { DATA_DIR: join(folder, 'data'), ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }) };
  say(
    `\n${name}: ${values.people} applicants on their way, ${seconds} s at each rate, times from the moment a save was due\n`,
  );
  const place = await scene(env, beside);
  try {
    await load(place.applicants, { rate: 50, seconds: 4 }); // warm
    const held: Held[] = [];
    for (const rate of rates) held.push(await measure(place, rate, seconds));
    const best = held.filter(({ perSecond, rate, problems }) => problems.length === 0 && perSecond > rate * 0.8).at(-1);
    say(`the highest of these rates that was held: ${best === undefined ? 'none' : `${best.rate}/s`}`);
    if (Number(values.sockets) > 0) {
      const close = await listen(place, Number(values.sockets));
      await measure(place, 100, seconds);
      if (minutes > 0) await endure(place, Math.min(100, best?.rate ?? Math.min(...rates)));
      close();
    }
    await profile(place);
  } finally {
    await place.server.stop();
  }
  rmSync(folder, { recursive: true, force: true });
}

/** The same at 100 a second under the profiler, which itself costs: shares count, not times. */
async function profile({ server, applicants }: Scene): Promise<void> {
  const inspector = /ws:\/\/\S+/.exec(server.log.join('\n'))?.[0];
  if (inspector === undefined) throw new Error('The server does not say where its inspector listens.');
  const found = await profiled(inspector, () => load(applicants, { rate: 100, seconds: Math.max(seconds, 15) }));
  say('\nwhere the thread that answers spends its time at 100 a second');
  for (const { part, share } of found.rooms)
    if (share > 0.01) say(`${(share * 100).toFixed(1).padStart(6)} %  ${part}`);
  for (const { part, share } of found.named)
    say(`${(share * 100).toFixed(1).padStart(6)} %  ${part}, with all it calls`);
  if (values.profile !== undefined) writeFileSync(values.profile, JSON.stringify(found.profile));
}

for (const engine of values.on.split(',')) {
  if (engine === 'embedded') await bench('embedded database', undefined, undefined);
  else if (engine === 'postgres') {
    const postgres = await startPostgres({ durable: true });
    try {
      await bench(postgres.version, postgres.url, postgres.pid);
    } finally {
      await postgres.stop();
    }
  } else throw new Error(`There is no engine "${engine}": embedded, postgres.`);
}
