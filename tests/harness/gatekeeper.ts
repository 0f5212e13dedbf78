/** A proxy before the product, as a data centre has one: passes everything on, or answers 502 or 504 in its place. */
import { createServer, request } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { places } from '../../contract/places.ts';

export interface Gatekeeper {
  readonly address: string;
  /** `pass`, or the status by which calls of the product's own addresses are refused from now on. */
  set(mode: 'pass' | 502 | 504): void;
  /** How many calls were refused so far. */
  refused(): number;
  /** What becomes of files: one that is held gets no further than its beginning; `lose` ends it, and each after it. */
  files(how: 'pass' | 'hold' | 'lose'): void;
  close(): Promise<void>;
}

/** Calls that fail in an outage; the page's own files come from elsewhere and go on coming. */
const failing = /^\/(graphql|auth|version|products|footer-links|locations|ws)\b/;

export async function startGatekeeper(product: string): Promise<Gatekeeper> {
  const target = new URL(product);
  let mode: 'pass' | 502 | 504 = 'pass';
  let refused = 0;
  let files: Parameters<Gatekeeper['files']>[0] = 'pass';
  const held = new Set<Socket>();
  const sockets = new Set<Socket>();
  const server = createServer((incoming, outgoing) => {
    if (mode !== 'pass' && failing.test(incoming.url ?? '')) {
      refused += 1;
      incoming.resume();
      outgoing.writeHead(mode, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>');
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
    if (files !== 'pass' && incoming.method === 'POST' && incoming.url?.startsWith(places.files)) {
      incoming.once('data', (beginning: Buffer) => {
        incoming.pause();
        passed.write(beginning);
        // The browser sends a request again by itself where a line was lost that had served before.
        if (files === 'lose') incoming.socket.destroy();
      });
      incoming.socket.once('close', () => passed.destroy());
      held.add(incoming.socket);
      return;
    }
    incoming.pipe(passed);
  });
  server.on('upgrade', (incoming, socket: Socket) => {
    if (mode !== 'pass') {
      socket.destroy();
      return;
    }
    const upstream = connect(Number(target.port), target.hostname, () => {
      const lines = Object.entries(incoming.headers).flatMap(([name, value]) =>
        (Array.isArray(value) ? value : [value]).map((one) => `${name}: ${one}`),
      );
      upstream.write(`GET ${incoming.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
      upstream.pipe(socket).pipe(upstream);
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
    refused: () => refused,
    files(how) {
      files = how;
      if (how === 'lose') for (const socket of held) socket.destroy();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
