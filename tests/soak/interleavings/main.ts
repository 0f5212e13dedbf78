/**
 * `npm run soak -- interleavings [--seed N] [--count N]`: 500 applications, each by two tabs at two servers on one
 * PostgreSQL; then as many again with NOTIFY off and every tenth commit giving way.
 */
import { readArguments } from '../arguments.ts';
import { ownDatabase } from '../database.ts';
import { interleavings } from './interleavings.ts';

/** How late news may be (server/database/news.ts). */
const latestMs = 2000;
const { seed, count } = readArguments(process.argv.slice(2), { seed: 1, count: 500 });
for (const faults of [false, true]) {
  const database = await ownDatabase();
  try {
    const found = await interleavings({ seed, count, faults, databaseUrl: database.url });
    const late = found.newsMs > latestMs ? [`news came after ${found.newsMs} ms`] : [];
    const complaints = [...found.complaints, ...late];
    for (const one of complaints.slice(0, 20)) console.log(one);
    const races = Object.entries(found.races).map(([race, times]) => `${race} ${times}`);
    console.log(
      `interleavings${faults ? ', NOTIFY off, every tenth commit gives way' : ''}: ${found.applications} applications, seed ${seed}; ${races.join(', ')}; ` +
        `news after at most ${found.newsMs} ms; ${complaints.length} complaints`,
    );
    if (complaints.length > 0) process.exitCode = 1;
  } finally {
    await database.remove();
  }
}
