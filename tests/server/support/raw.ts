import { connect, type Socket } from 'node:net';
import type { TestServer } from './server.ts';

/** A TCP connection to the server, for what no HTTP client would send. */
export function dial(server: Pick<TestServer, 'port'>): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(server.port, 'localhost', () => resolve(socket));
    socket.once('error', reject);
  });
}

/** Sends bytes and gives back everything the server says until it closes the connection. */
export async function exchange(server: Pick<TestServer, 'port'>, text: string): Promise<string> {
  const socket = await dial(server);
  let heard = '';
  return await new Promise((resolve) => {
    socket.on('data', (chunk) => (heard += String(chunk)));
    socket.on('error', () => undefined); // a connection that is cut is an answer, too
    socket.on('close', () => resolve(heard));
    socket.write(text);
  });
}

/** The request that asks for a WebSocket at a target, in any form a client may write it. */
export function upgrade(target: string, headers: Readonly<Record<string, string>> = {}): string {
  const lines = Object.entries({
    host: 'localhost',
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `GET ${target} HTTP/1.1\r\n${lines.join('')}\r\n`;
}
