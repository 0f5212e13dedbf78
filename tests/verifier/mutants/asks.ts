/** What `npm run mutants` may be asked. */

export const HELP = `npm run mutants [-- words ...] [options]
  Makes every small mistake in the content, one at a time, and prints by kind what notices it: check, a fixture, or
  walking every way. Exit 1 when nothing notices one that tests/verifier/mutants/survivors.json does not name, or
  something notices one that it says nothing does.
  words           only those whose id holds one of them, or of a kind of that name
  --count=N       of these a sample of N, of each kind in turn, the same every time
  --share         only those that npm test asks about
  --threads=N     how many at a time; else as many as there are cores
  --results=file  verdicts go to the file as they come, and those it holds already are not asked for again
  --write         corrects survivors.json by what was asked now; the reasons it has stay
  --json          the verdicts as JSON
  --content, --env, --today as of npm run flow
npm run mutants -- code [room ...] [--count N] [--seed N] [--changed revision]
  The same of the code.
`;

const FLAGS = ['share', 'write', 'json'];
const VALUED = ['count', 'threads', 'results', 'content', 'env', 'today'];

export interface Asks {
  readonly count?: number;
  readonly threads?: number;
  readonly results?: string;
}

/** What is asked; `help`, or what is wrong with it in one sentence. */
export function asksOf(options: Readonly<Record<string, string>>): Asks | string {
  if ('help' in options) return 'help';
  const known = [...FLAGS, ...VALUED];
  const wrong = Object.entries(options).find(
    ([name, value]) => !known.includes(name) || (value === '') === VALUED.includes(name),
  );
  if (wrong)
    return known.includes(wrong[0])
      ? `--${wrong[0]} ${wrong[1] === '' ? `needs a value: --${wrong[0]}=...` : 'takes no value'}.`
      : `There is no option --${wrong[0]}. It takes ${known.map((one) => `--${one}`).join(', ')}.`;
  const numbers = (['count', 'threads'] as const).flatMap((name) =>
    options[name] === undefined ? [] : [[name, Number(options[name])] as const],
  );
  const odd = numbers.find(([, number]) => !Number.isInteger(number) || number < 1);
  if (odd) return `--${odd[0]} needs a whole number from 1, not ${options[odd[0]]}.`;
  return { ...Object.fromEntries(numbers), ...(options['results'] !== undefined && { results: options['results'] }) };
}
