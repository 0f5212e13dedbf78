/**
 * `node supervised.ts <entry of a server>`: a supervisor that says which process its server is, and starts it again at
 * once, however often it ends.
 */
import { supervise } from '../../scripts/lib/supervise.ts';

const supervisor = supervise({
  args: process.argv.slice(2),
  say: (text) => console.error(text),
  started: (pid) => console.log(`server ${pid}`),
  quickMs: 0,
  waitMs: 1,
});
process.on('SIGTERM', () => supervisor.signal('SIGTERM'));
process.exit(await supervisor.ended);
