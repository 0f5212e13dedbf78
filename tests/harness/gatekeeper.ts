/** A proxy before the product, as a data centre has one: passes everything on, or answers 502 or 504 in its place. */
import { createServer, request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { places } from '../../contract/places.ts';

export interface Gatekeeper {
  readonly address: string;
  /** `pass`, or the status by which calls of the product's own addresses are refused from now on. */
  set(mode: 'pass' | 502 | 504): void;
  /** Ends every open socket as a network does that goes away: without a word. */
  cut(): void;
  /** How many calls were refused so far. */
  refused(): number;
  /**
   * What becomes of requests of these kinds: one that is held gets no further than its beginning; `lose` ends it, and
   * each after it.
   */
  line(of: 'files' | 'singleSignOn' | 'late', how: 'pass' | 'hold' | 'lose'): void;
  /**
   * Whether sockets are let through; else each is refused before it is one, or swallowed: its line stands and nothing
   * is ever answered. All calls go on passing.
   */
  sockets(how: 'pass' | 'refuse' | 'swallow'): void;
  close(): Promise<void>;
}

/** Calls that fail in an outage; the page's own files come from elsewhere and go on coming. */
const failing = /^\/(graphql|auth|version|products|footer-links|locations|ws)\b/;

type Kind = Parameters<Gatekeeper['line']>[0];
function kindOf({ method, url = '', headers }: IncomingMessage, late: readonly string[]): Kind | undefined {
  if (late.some((address) => url.startsWith(address))) return 'late';
  if (method !== 'POST') return undefined;
  if (url.startsWith(places.files)) return 'files';
  return String(headers['x-amz-target']).endsWith('.SingleSignOn') ? 'singleSignOn' : undefined;
}

/** @param late what is asked for below these addresses has a line of its own */
export async function startGatekeeper(product: string, late: readonly string[] = []): Promise<Gatekeeper> {
  const target = new URL(product);
  let mode: 'pass' | 502 | 504 = 'pass';
  let refused = 0;
  let ofSockets: Parameters<Gatekeeper['sockets']>[0] = 'pass';
  const become: Record<Kind, Parameters<Gatekeeper['line']>[1]> = {
    files: 'pass',
    singleSignOn: 'pass',
    late: 'pass',
  };
  const held: Record<Kind, Set<Socket>> = { files: new Set(), singleSignOn: new Set(), late: new Set() };
  const sockets = new Set<Socket>();
  const upgraded = new Set<Socket>();
  const server = createServer((incoming, outgoing) => {
    if (mode !== 'pass' && failing.test(incoming.url ?? '')) {
      refused += 1;
      incoming.resume();
      outgoing.writeHead(mode, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>');
      return;
    }
    const kind = kindOf(incoming, late);
    if (kind === 'late' && become.late !== 'pass') {
      if (become.late === 'lose') incoming.socket.destroy();
      else held.late.add(incoming.socket);
      return;
    }
    const passed = request(
      {
        host: target.hostname,
        port: target.port,
        method: incoming.method,
        path: incoming.url,
        headers: incoming.headers,
      },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    passed.on('error', () => outgoing.destroy());
    if (kind !== undefined && become[kind] !== 'pass') {
      incoming.once('data', (beginning: Buffer) => {
        incoming.pause();
        // Of what is small the beginning is all.
        if (kind === 'files') passed.write(beginning);
        // The browser sends a request again by itself where a line was lost that had served before.
        if (become[kind] === 'lose') incoming.socket.destroy();
      });
      incoming.socket.once('close', () => passed.destroy());
      held[kind].add(incoming.socket);
      return;
    }
    incoming.pipe(passed);
  });
  server.on('upgrade', (incoming, socket: Socket) => {
    if (mode !== 'pass') {
      socket.destroy();
      return;
    }
    if (ofSockets === 'swallow') return;
    if (ofSockets === 'refuse') {
      socket.end('HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
      return;
    }
    const upstream = connect(Number(target.port), target.hostname, () => {
      const lines = Object.entries(incoming.headers).flatMap(([name, value]) =>
        (Array.isArray(value) ? value : [value]).map((one) => `${name}: ${one}`),
      );
      upstream.write(`GET ${incoming.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
      upstream.pipe(socket).pipe(upstream);
    });
    upgraded.add(socket);
    socket.on('close', () => {
      upgraded.delete(socket);
      upstream.destroy();
    });
    upstream.on('error', () => socket.destroy());
    socket.on('error', () => upstream.destroy());
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://localhost:${(server.address() as AddressInfo).port}`,
    set: (next) => {
      mode = next;
    },
    cut() {
      for (const socket of upgraded) socket.destroy();
    },
    refused: () => refused,
    line(of, how) {
      become[of] = how;
      if (how === 'lose') for (const socket of held[of]) socket.destroy();
    },
    sockets(how) {
      ofSockets = how;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
