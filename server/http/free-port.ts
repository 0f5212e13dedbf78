import { createServer } from 'node:net';

/** A port of this machine that nobody listens on. */
export function freePort(host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = createServer();
    asked.on('error', reject);
    asked.listen(0, host, () => {
      const at = asked.address();
      asked.close(() => resolve(typeof at === 'object' && at !== null ? at.port : 0));
    });
  });
}
