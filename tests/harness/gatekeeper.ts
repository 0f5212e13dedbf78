/** A proxy before the product, as a data centre has one: passes all on, or answers 403, 502 or 504 in its place. */
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { places } from '../../contract/places.ts';

export interface Gatekeeper {
  readonly address: string;
  /** `pass`, or the status by which calls of the product's own addresses are refused from now on. */
  set(mode: 'pass' | 403 | 502 | 504): void;
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
  /** From now on calls of one operation of the data service are answered so; all others pass. */
  answers(operation: string, how: Broken): void;
  close(): Promise<void>;
}
/**
 * How the answer to a call is broken: a fault, no JSON, JSON that says nothing, none at all; or the call is carried
 * out, and its answer lost, or it is carried out twice.
 */
export type Broken = 'pass' | 'fails' | 'garbage' | 'nothing' | 'hangs' | 'loses its answer' | 'is heard twice';

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
  let mode: 'pass' | 403 | 502 | 504 = 'pass';
  let refused = 0;
  let ofSockets: Parameters<Gatekeeper['sockets']>[0] = 'pass';
  const become: Record<Kind, Parameters<Gatekeeper['line']>[1]> = {
    files: 'pass',
    singleSignOn: 'pass',
    late: 'pass',
  };
  const held: Record<Kind, Set<Socket>> = { files: new Set(), singleSignOn: new Set(), late: new Set() };
  let broken: { readonly isIt: RegExp; readonly how: Broken } | undefined;
  /** Answers a call of the data service, whose body is read for its operation. */
  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const parts: Buffer[] = [];
    for await (const part of incoming as AsyncIterable<Buffer>) parts.push(part);
    const body = Buffer.concat(parts);
    const how = broken?.isIt.test(body.toString()) === true ? broken.how : 'pass';
    if (how === 'hangs') return;
    if (how === 'fails') return void outgoing.writeHead(500).end('Internal Server Error');
    if (how === 'garbage' || how === 'nothing')
      return void outgoing
        .writeHead(200, { 'content-type': 'application/json' })
        .end(how === 'nothing' ? '{}' : '<html>}{ nonsense');
    const { host: _, connection: _c, 'content-length': _l, ...rest } = incoming.headers;
    const headers = Object.entries(rest).map(([name, value]): [string, string] => [name, String(value)]);
    const send = () => fetch(`${product}${incoming.url ?? ''}`, { method: 'POST', headers, body });
    if (how === 'is heard twice') await send();
    const heard = await send();
    const text = await heard.text();
    if (how === 'loses its answer') return void incoming.socket.destroy();
    outgoing.writeHead(heard.status, { 'content-type': heard.headers.get('content-type') ?? 'text/plain' }).end(text);
  };
  const sockets = new Set<Socket>();
  const upgraded = new Set<Socket>();
  const server = createServer((incoming, outgoing) => {
    if (mode !== 'pass' && failing.test(incoming.url ?? '')) {
      refused += 1;
      incoming.resume();
      outgoing.writeHead(mode, { 'content-type': 'text/html' }).end('<h1>Not now</h1>');
      return;
    }
    if (broken !== undefined && incoming.method === 'POST' && incoming.url?.startsWith(places.graphql)) {
      void answer(incoming, outgoing).catch(() => outgoing.destroy());
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
      (heard) => {
        outgoing.writeHead(heard.statusCode ?? 502, heard.headers);
        heard.pipe(outgoing);
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
    answers(operation, how) {
      broken = { isIt: new RegExp(`(query|mutation) ${operation}\\b`), how };
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
