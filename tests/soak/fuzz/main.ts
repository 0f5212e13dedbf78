/** `npm run soak -- fuzz [--seed N] [--count N]`: 10,000 fuzzed bodies over every door, that of files too. */
import { buildFrontEnd, frontEndIsStale } from '../../../scripts/lib/front-end.ts';
import { readArguments } from '../arguments.ts';
import { complaints, fuzz } from './fuzz.ts';

// Pages are asked for too.
if (frontEndIsStale()) await buildFrontEnd(false);
const options = readArguments(process.argv.slice(2), { seed: 1, count: 10_000 });
const found = await fuzz(options);
const wrong = complaints(found, { cpuMs: 250, clockMs: 250 });
const { asked, p50, p99, p100, machineMs, cpuMs } = found.bystander;
for (const one of wrong.slice(0, 20)) console.log(one);
console.log(
  Object.entries(found.answers)
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([answer, times]) => `${answer}: ${times}`)
    .join(', '),
);
console.log(
  `fuzz: ${found.bodies} bodies, seed ${options.seed}: ${found.faults.length} answers 500, ${found.internals.length} INTERNAL, ${found.errors.length} errors logged, ${found.exited ? 1 : 0} exits; ` +
    `a bystander asked ${asked} times beside it and waited p50 ${p50} ms, p99 ${p99} ms, p100 ${p100} ms by the clock (the machine itself was late by ${machineMs} ms), at most ${cpuMs} ms of the server's CPU`,
);
process.exitCode = wrong.length > 0 ? 1 : 0;
