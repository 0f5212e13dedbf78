/** `npm run typecheck [-- room ...]`: every room, or the named ones. */
import { table, typecheck, rooms } from '../lib/typecheck.ts';

const asked = process.argv.slice(2);
const unknown = asked.filter((room) => !rooms().includes(room));
if (unknown.length > 0) {
  console.error(`No room ${unknown.join(', ')}. Rooms: ${rooms().join(', ')}.`);
  process.exit(2);
}
const results = await typecheck(asked.length > 0 ? asked : rooms());
console.log(table(results));
process.exitCode = results.some((result) => result.errors.length > 0) ? 1 : 0;
