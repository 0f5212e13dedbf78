/** The end of a server: its port closes once what runs is answered. */
import type { FastifyInstance } from 'fastify';
import { every, type Timers } from '../ports.ts';

/** So often connections are looked at while the server closes, in milliseconds. */
const LOOK_MS = 50;

/**
 * Closes the port once what runs is answered. Connections that are idle are closed at once; one on which an answer is
 * under way is kept alive when that has ended, and would hold the server open until its time is over, 72 seconds.
 */
export async function closed(app: FastifyInstance, timers: Timers): Promise<void> {
  const end = every(timers, LOOK_MS, () => app.server.closeIdleConnections());
  try {
    await app.close();
  } finally {
    end();
  }
}
