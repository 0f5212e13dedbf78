/** The end of a server: its port closes once what runs is answered. */
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { every, type Timers } from '../ports.ts';

/** So often connections are looked at while the server closes, in milliseconds. */
const LOOK_MS = 50;
/** So long what runs is waited for, in milliseconds: less than a supervisor gives a process to end. */
const WAIT_MS = 7_000;

/**
 * Watches the connections of a server from its beginning on; what it gives closes the port, once what runs is answered.
 * Connections that are idle are closed at once; one on which an answer is under way is kept alive when that has ended,
 * and would hold the server open until its time is over, 72 seconds. One on which nothing was ever asked (a browser
 * opens some ahead) is not idle to Node and would hold it open for ever, as would half a request: nobody looks at their
 * time once the server closes.
 * @param waitMs milliseconds until what is still open is cut
 */
export function closingOf(app: FastifyInstance, timers: Timers, waitMs = WAIT_MS): () => Promise<void> {
  const open = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return async () => {
    const look = (): void => {
      app.server.closeIdleConnections();
      for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
    };
    const end = every(timers, LOOK_MS, look);
    const cut = timers.after(waitMs, () => app.server.closeAllConnections());
    try {
      await app.close();
    } finally {
      end();
      cut();
    }
  };
}
