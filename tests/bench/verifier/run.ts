/**
 * The verifier's benchmark: what exploring the real flows costs, how it grows on generated content, and the whole
 * verification of the full size against its budget. `npm run bench -- verifier`.
 */
import { projectDir, readFiles } from '../../../compile/disk.ts';
import { survey } from '../../../verifier/explore/survey.ts';
import { OBLIGATIONS } from '../../../verifier/prove/questions.ts';
import { productNamed } from '../../../cli/products.ts';
import { FULL, generated, type Size } from '../../verifier/generated/index.ts';
import { growths, load, type Effort } from './growth.ts';
import { entries, lists, questions } from './independent.ts';
import { whole, type Whole } from './whole.ts';

/** Seconds that all brands and jurisdictions of the full size may take on two cores. */
const BUDGET = 60;
const BASE: Size = { ...FULL, routes: 64, rules: 64, states: 28, brands: 1 };

const say = (text: string): void => void process.stdout.write(`${text}\n`);
const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
const times = (after: number, before: number): string => `x${(after / before).toFixed(2)}`;
const effort = ({ states, moves, ms }: Effort): string =>
  `${String(states).padStart(7)} states ${String(moves).padStart(8)} moves ${seconds(ms).padStart(8)}`;

say('The flows of this project\n');
const real = await load(readFiles([projectDir]));
for (const brand of Object.values(real.resolved.brands)) {
  for (const flow of Object.keys(brand.flows)) {
    const from = process.cpuUsage();
    const { exploration } = survey({
      source: real.resolved.source,
      brand,
      product: productNamed(real.products, brand.id),
      flow,
      today: real.options.today,
      questions: OBLIGATIONS,
    });
    const { user, system } = process.cpuUsage(from);
    say(
      `${`${brand.id}/${flow}`.padEnd(28)}${effort({ states: exploration.nodes.length, moves: exploration.legs.length, ms: (user + system) / 1000 })}`,
    );
  }
}
say('');
tell(await whole(real.files));
say(
  `\nGrowth on generated content: ${BASE.routes} routes, ${BASE.rules} rules, ${BASE.states} jurisdictions, ${BASE.brands} brand, one of them doubled\n`,
);
for await (const { what, from, to, before, after } of growths(BASE)) {
  say(
    `${`${what} ${from} -> ${to}`.padEnd(22)}${effort(before)}  ->${effort(after)}   states ${times(after.states, before.states)}  moves ${times(after.moves, before.moves)}  time ${times(after.ms, before.ms)}`,
  );
}

say(
  '\nParts that ask nothing of each other: questions on one page with a page each, pages with a list, pages with entries\n',
);
for (const [what, of, count, most] of [
  ['questions', questions, 12, 2],
  ['questions', questions, 40, 10],
  ['lists', lists, 12, 2],
  ['lists', lists, 40, 10],
  // What somebody left at one entry stays left at the others: each is left or not, in each way, beside all of these.
  ['entries', entries, 2, 2],
  ['entries', entries, 4, 10],
] as const) {
  const cost = await of(count);
  say(`${`${count} ${what}`.padEnd(22)}${effort(cost)} of ${most} s`);
  if (cost.ms > most * 1000) {
    say(`OVER THE BUDGET of ${most} s`);
    process.exitCode = 1;
  }
}

say(
  `\nThe full size: ${FULL.routes} routes, ${FULL.rules} rules, ${FULL.states} jurisdictions, ${FULL.brands} brands\n`,
);
const full = await whole(generated(FULL, readFiles([])));
tell(full);
if (full.seconds > BUDGET) {
  say(`OVER THE BUDGET of ${BUDGET} s`);
  process.exitCode = 1;
}

/** Seconds of the pieces are processor time, those of all threads together. */
function tell({ seconds: took, cpu, states, problems, obligations, broken, fixtures, failed, gaps }: Whole): void {
  const pieces = Object.entries(cpu);
  say(
    `${states} states; ${problems} problems; ${obligations} obligations asked, ${broken} do not hold; ${fixtures} fixtures, ${failed} fail; ${gaps} things no fixture reaches`,
  );
  say(
    `processor time ${pieces.reduce((all, [, one]) => all + one, 0).toFixed(1)} s: ${pieces.map(([piece, one]) => `${piece} ${one.toFixed(1)} s`).join(', ')}`,
  );
  say(`npm run flow -- verify: ${took.toFixed(1)} s of ${BUDGET} s on two threads`);
}
