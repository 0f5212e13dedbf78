import { createServer, type AddressInfo } from 'node:net';

/**
 * A port that nobody has. The server is told it from the start: the tokens of its identity service name its address.
 */
export const freePort = (): Promise<string> =>
  new Promise((resolve, reject) => {
    const asked = createServer();
    asked.on('error', reject);
    asked.listen(0, '127.0.0.1', () => {
      const { port } = asked.address() as AddressInfo;
      asked.close(() => resolve(String(port)));
    });
  });
