/** Where the thread that answers spends its time, by room of the project or package, asked over Node's inspector. */
import { WebSocket } from 'ws';

interface Profile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string };
    readonly children?: readonly number[];
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}
export interface Part {
  readonly part: string;
  /** Of the time in which the thread worked. */
  readonly share: number;
}

/** Functions whose whole cost, with all they call, is told by name. */
const named: Readonly<Record<string, string>> = {
  'server/journeys/save.ts judgeSave': 'judging a save',
  'runtime/core/admit.ts admit': 'of that: the lock (walks, validation)',
  'server/journeys/sealing.ts sealAnswers': 'of that: sealing',
  'server/journeys/sealing.ts unsealAnswers': 'of that: unsealing',
  'server/journeys/acts/store.ts writeAct': 'writing an act',
  'server/journeys/acts/store.ts know': 'reading the application',
};

/**
 * Profiles the thread that answers while `work` runs.
 * @param inspector the address that Node prints when it is started with `--inspect`
 */
export async function profiled(
  inspector: string,
  work: () => Promise<unknown>,
): Promise<{ readonly profile: Profile; readonly rooms: readonly Part[]; readonly named: readonly Part[] }> {
  const socket = new WebSocket(inspector);
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  let asked = 0;
  const ask = <T>(method: string, params = {}): Promise<T> =>
    new Promise((resolve) => {
      const id = (asked += 1);
      socket.on('message', function hear(raw) {
        const answer = JSON.parse(String(raw)) as { id?: number; result: T };
        if (answer.id !== id) return;
        socket.off('message', hear);
        resolve(answer.result);
      });
      socket.send(JSON.stringify({ id, method, params }));
    });
  await ask('Profiler.enable');
  await ask('Profiler.setSamplingInterval', { interval: 500 });
  await ask('Profiler.start');
  await work();
  const { profile } = await ask<{ profile: Profile }>('Profiler.stop');
  socket.terminate();
  return { profile, ...summed(profile) };
}

function summed({ nodes, samples, timeDeltas }: Profile): {
  readonly rooms: readonly Part[];
  readonly named: readonly Part[];
} {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const own = new Map<number, number>();
  samples.forEach((id, index) => own.set(id, (own.get(id) ?? 0) + (timeDeltas[index] ?? 0)));
  const rooms = new Map<string, number>();
  const whole = new Map<string, number>();
  let worked = 0;
  for (const [id, time] of own) {
    const room = roomOf(byId.get(id)?.callFrame);
    if (room === undefined) continue;
    worked += time;
    rooms.set(room, (rooms.get(room) ?? 0) + time);
    const seen = new Set<string>();
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
      const frame = byId.get(at)?.callFrame;
      const name = frame && named[`${placeOf(frame.url)} ${frame.functionName}`];
      if (name !== undefined && !seen.has(name)) whole.set(name, (whole.get(name) ?? 0) + time);
      if (name !== undefined) seen.add(name);
    }
  }
  const shares = (of: ReadonlyMap<string, number>): Part[] =>
    [...of].map(([part, time]) => ({ part, share: time / worked })).toSorted((one, other) => other.share - one.share);
  return { rooms: shares(rooms), named: shares(whole) };
}

const placeOf = (url: string): string => /\/((?:server|runtime|contract|compile)\/.*)$/.exec(url)?.[1] ?? url;

/** Undefined while the thread waits. */
function roomOf(frame: Profile['nodes'][number]['callFrame'] | undefined): string | undefined {
  if (frame === undefined || frame.functionName === '(idle)' || frame.functionName === '(root)') return undefined;
  if (frame.functionName.startsWith('(')) return frame.functionName;
  const parts = frame.url.split('/node_modules/');
  if (parts.length > 1)
    return (parts.at(-1) ?? '')
      .split('/')
      .slice(0, frame.url.includes('/node_modules/@') ? 2 : 1)
      .join('/');
  if (frame.url.startsWith('node:')) return frame.url.split('/').slice(0, 2).join('/');
  if (frame.url === '') return 'native';
  return placeOf(frame.url).split('/').slice(0, 2).join('/');
}
