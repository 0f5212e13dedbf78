/**
 * A server's process for long runs: with what the environment asks to go wrong in its database
 * (tests/platform/postgres.ts).
 */
import { readConfig } from '../../../server/config/index.ts';
import { startServer } from '../../../server/main.ts';
import { databaseFaults } from '../../platform/postgres.ts';

const running = await startServer({
  config: readConfig(process.env, []),
  database: databaseFaults,
  seeded: false,
  paceMs: 0,
});
process.on('SIGTERM', () => {
  void running.stop().then(() => process.exit(0));
});
console.log(`ready ${running.address}`);
