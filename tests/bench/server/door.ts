/** HTTP as a browser speaks it to the server: connections that stay open, one request at a time on each. */
import { Agent, request } from 'node:http';

export interface Door {
  readonly address: string;
  readonly agent: Agent;
}
interface Post {
  readonly path: string;
  /** The client's address, as a proxy in front of the server tells it. */
  readonly from: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export function doorOf(address: string): Door {
  return { address, agent: new Agent({ keepAlive: true, maxSockets: 256 }) };
}

/** Posts JSON; throws when the connection breaks. */
export function post(
  { address, agent }: Door,
  { path, from, headers, body }: Post,
): Promise<{ readonly status: number; readonly body: unknown }> {
  const { hostname, port } = new URL(address);
  const text = JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        agent,
        hostname,
        port,
        path,
        method: 'POST',
        headers: { ...headers, 'x-forwarded-for': from, 'content-length': Buffer.byteLength(text) },
      },
      (answer) => {
        let read = '';
        answer.setEncoding('utf8').on('data', (part: string) => (read += part));
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: parsed(read) }));
        answer.on('error', reject);
      },
    );
    asked.on('error', reject);
    asked.end(text);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text; // told with the status
  }
}
