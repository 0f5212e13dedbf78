/**
 * Keeps a server running: starts it again when it ends by a fault, more slowly each time, and gives up when it never
 * stays.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as after } from 'node:timers/promises';
import { pinnedNode, root } from './paths.ts';

export interface Supervised {
  /** Arguments of Node: the server's file and what it is given. */
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Where sentences about a restart go; the server's own output passes through. */
  readonly say: (text: string) => void;
  /** Told the process of each life of the server, as it begins. */
  readonly started?: (pid: number) => void;
  /** A server that ends sooner than this after it was ready ended quickly. Default 30 s. */
  readonly quickMs?: number;
  /** So many quick ends in a row are enough. Default 5. */
  readonly most?: number;
  /** Wait before the first restart; doubled for each quick end that follows, at most 10 s. Default 250 ms. */
  readonly waitMs?: number;
}
export interface Supervisor {
  /** The code to end with: the server's own when it was told to end or never was ready, else 1. */
  readonly ended: Promise<number>;
  /** Passes a signal on; the server is not started again. */
  signal(name: NodeJS.Signals): void;
}

export function supervise({
  args,
  env = process.env,
  say,
  started,
  quickMs = 30_000,
  most = 5,
  waitMs = 250,
}: Supervised): Supervisor {
  let child: ChildProcess | undefined;
  let told: NodeJS.Signals | undefined;
  const wake = new AbortController();
  /** The port of the first start: with PORT=0 a restart must not move to another. */
  let port: number | undefined;

  /** One life of the server: how it ended, and for how long it had been ready (undefined: never). */
  const live = (): Promise<{ code: number | null; by: string; readyMs: number | undefined }> =>
    new Promise((resolve, reject) => {
      const own = port === undefined ? args : [...args, '--port', String(port)];
      const living = spawn(pinnedNode, own, { cwd: root, env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
      child = living;
      if (living.pid !== undefined) started?.(living.pid);
      let readyAt: number | undefined;
      living.on('message', (message: { readonly ready?: number }) => {
        port = message.ready;
        readyAt = performance.now();
      });
      living.on('error', reject);
      living.on('exit', (code, by) =>
        resolve({
          code,
          by: by ?? `code ${code}`,
          readyMs: readyAt === undefined ? undefined : performance.now() - readyAt,
        }),
      );
      if (told !== undefined) living.kill(told);
    });

  const keep = async (): Promise<number> => {
    let quick = 0;
    for (;;) {
      const wasReady = port !== undefined;
      const { code, by, readyMs } = await live();
      child = undefined;
      // Wrong content or a missing setting is told by the server itself, and no second start would mend it.
      if (told !== undefined || code === 0 || (!wasReady && readyMs === undefined)) return code ?? 1;
      quick = readyMs !== undefined && readyMs >= quickMs ? 1 : quick + 1;
      if (quick >= most) {
        say(
          `The server ended ${quick} times in a row soon after its start, the last time by ${by}: read its log above.`,
        );
        return 1;
      }
      const wait = Math.min(waitMs * 2 ** (quick - 1), 10_000);
      say(`The server ended by ${by}; it is started again in ${wait} ms.`);
      await after(wait, undefined, { signal: wake.signal }).catch(() => undefined); // woken by a signal
      if (told !== undefined) return 0;
    }
  };

  return {
    ended: keep(),
    signal(name) {
      told = name;
      wake.abort();
      child?.kill(name);
    },
  };
}
