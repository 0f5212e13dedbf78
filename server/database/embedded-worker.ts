/** The embedded database's thread: a long query must not freeze the server's event loop. */
import { PGlite, types } from '@electric-sql/pglite';
import { parentPort, workerData } from 'node:worker_threads';
import type { Answer, Order } from './embedded.ts';
import { instant } from './instant.ts';
import { PreparedStatements } from './prepared.ts';

if (parentPort === null) throw new Error('embedded-worker.ts runs as a worker thread only; use openDatabase().');
const port = parentPort;
const { folder, engine } = workerData as { readonly folder: string; readonly engine: WebAssembly.Module };
const send = (answer: Answer): void => port.postMessage(answer);

const database = await PGlite.create({
  dataDir: folder,
  pgliteWasmModule: engine,
  // Of the 128 MB that it would take, each is filled with zeros at the start: longer than all the rest of a start.
  startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'],
  parsers: {
    [types.INT8]: String,
    [types.DATE]: String,
    [types.INTERVAL]: String,
    [types.TIMESTAMP]: String,
    [types.TIMESTAMPTZ]: instant,
  },
});
const prepared = new PreparedStatements(database);
/** Whether a text may change tables or types, after which what was prepared gives back other columns. */
const changesTables = /\b(create|alter|drop)\b/i;
port.on('message', (order: Order) => {
  perform(order).then(
    (result) => send({ kind: 'done', id: order.id, ...result }),
    (error: unknown) => send({ kind: 'failed', id: order.id, error: describe(error) }),
  );
});
send({ kind: 'ready' });

async function perform(order: Order): Promise<{ rows: unknown[]; affected: number }> {
  switch (order.does) {
    case 'query': {
      if (order.values.length > 0) return await prepared.run(order.text, order.values);
      // Without parameters several statements are allowed, as with the other engine.
      const result = (await database.exec(order.text)).at(-1);
      if (changesTables.test(order.text)) await prepared.forget();
      return { rows: result?.rows ?? [], affected: result?.affectedRows ?? 0 };
    }
    case 'listen':
      await database.listen(order.text, (payload) => send({ kind: 'heard', channel: order.text, payload }));
      return { rows: [], affected: 0 };
    case 'close':
      await database.close();
      return { rows: [], affected: 0 };
  }
}

function describe(error: unknown): Record<string, unknown> & { message: string } {
  if (!(error instanceof Error)) return { message: String(error) };
  const known = error as Error & Record<string, unknown>;
  return {
    message: error.message,
    code: known['code'],
    detail: known['detail'],
    constraint: known['constraint'],
    table: known['table'],
  };
}
