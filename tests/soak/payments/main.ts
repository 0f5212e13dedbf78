/**
 * `npm run soak -- payments [--seed N] [--count N]`: 200 payments, each asked for five times at once while the server
 * is killed.
 */
import { readArguments } from '../arguments.ts';
import { payments } from './payments.ts';

const { seed, count } = readArguments(process.argv.slice(2), { seed: 1, count: 200 });
const { complaints, states, ...found } = await payments({ seed, count });
for (const one of complaints.slice(0, 20)) console.log(one);
const became = Object.entries(states)
  .map(([state, number]) => `${number} ${state}`)
  .join(', ');
console.log(
  `payments: ${found.payments} payments, each pressed five times, a kill at each, seed ${seed}; ${found.unanswered} presses without an answer, ${found.between} payments taken before the kill and booked after it; ${became}; ${complaints.length} complaints`,
);
if (complaints.length > 0) process.exitCode = 1;
