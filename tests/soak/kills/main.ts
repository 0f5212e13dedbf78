/**
 * `npm run soak -- kills [--seed N] [--count N]`: 300 kills under load, half of them with the embedded database, half
 * with two servers on one PostgreSQL.
 */
import { readArguments } from '../arguments.ts';
import { ownDatabase } from '../database.ts';
import { kills, type KillsFound } from './kills.ts';

const { seed, count } = readArguments(process.argv.slice(2), { seed: 1, count: 300 });
const tell = (where: string, found: KillsFound): void => {
  for (const one of found.complaints.slice(0, 20)) console.log(one);
  console.log(
    `kills, ${where}: ${found.kills} kills, seed ${seed}, back after ${found.backMs} ms; ${found.presses} presses for ${found.applications} applications, ` +
      `${found.unanswered} without an answer, ${found.remembered} of them done all the same and remembered; ${found.complaints.length} complaints`,
  );
  if (found.complaints.length > 0) process.exitCode = 1;
};
const half = Math.ceil(count / 2);
tell('embedded database', await kills({ seed, kills: half }));
const database = await ownDatabase();
try {
  tell('two servers on one PostgreSQL', await kills({ seed, kills: count - half, databaseUrl: database.url }));
} finally {
  await database.remove();
}
