/** What the verbs that verify have in common: order, progress, what stops them, the exit code. */
import { relative } from 'node:path';
import { filesIn, projectDir } from '../../compile/disk.ts';
import { inOrder, type Files, type Problem } from '../../compile/index.ts';
import { shadowed } from '../../compile/laid-over.ts';
import { contentOf, type Command } from '../command.ts';
import { verify, type Verified } from './crew.ts';
import { blamedWays } from './blame.ts';
import { problemKey, type Order } from './order.ts';
import { problemsOf, reportsOf } from './problems.ts';

/** Exit code of a program that Ctrl-C ended: 128 and the number of the signal. */
const INTERRUPTED = 130;

/** What was found, with all problems where they are to be told. */
export type Told = Verified & { readonly problems: readonly Problem[] };

/** What a verb prints, and whether nothing is wrong. */
interface Report {
  readonly text: string;
  readonly well: boolean;
}

/** What a verb makes of what was found. */
interface Telling {
  readonly tell: (verified: Told, files: Files) => Report | Promise<Report>;
  /** What to do with problems of form instead of printing them on standard error. */
  readonly refused?: (problems: readonly Problem[]) => void;
}

/** What to tell of content that is refused because it is no whole one: it was meant to be laid over the project's. */
function standsAlone({ content }: Command, files: Files): string | undefined {
  if (content.includes(projectDir) || files['flows/app.json'] !== undefined) return undefined;
  const named = content.map((folder) => relative('', folder) || folder).join(':');
  return `${named} stands in the place of the project's content and has no flows/app.json: did you mean "+${named}", which lays it over the project's?`;
}

/**
 * Orders the work for a command, prints what `tell` makes of it, and gives the exit code: 0, or 1 when `tell` says that
 * something is wrong. Progress goes to standard error; so do problems of form and names that do not exist, with exit
 * code 1. Ctrl-C prints what is known so far and exits with 130.
 */
export async function ordered(
  command: Command,
  order: Pick<Order, 'pieces'> & Partial<Order>,
  { tell, refused }: Telling,
): Promise<number> {
  const content = contentOf(command);
  const [, ...over] = command.content;
  const lost = shadowed(over.map((folder) => ({ name: relative('', folder) || folder, files: filesIn(folder) })));
  const outcome = await verify(
    { ...content, whole: command.content.includes(projectDir), obligations: [], flows: [], ...order },
    (what, states) => process.stderr.write(`${what}: ${states} situations\n`),
    (problems) => process.stderr.write(`The walk is long. What is wrong without walking:\n${linesOf(problems)}`),
  );
  if ('unknown' in outcome) {
    process.stderr.write(`${outcome.unknown}\n`);
    return 1;
  }
  if ('refused' in outcome) {
    const all = [...lost, ...outcome.refused];
    if (refused) refused(all);
    else process.stderr.write(linesOf(all));
    const alone = standsAlone(command, content.files);
    if (alone !== undefined) process.stderr.write(`${alone}\n`);
    return 1;
  }
  const verified = await told(content, { ...outcome.verified, rules: [...lost, ...outcome.verified.rules] });
  const { text, well } = await tell(verified, content.files);
  process.stdout.write(text);
  if (!outcome.verified.interrupted) return well ? 0 : 1;
  process.stderr.write(
    'Interrupted: not everything was looked at. What is printed was found; of the rest nothing is known, and nothing is proved.\n',
  );
  return INTERRUPTED;
}

const linesOf = (problems: readonly Problem[]): string =>
  problems.map(({ file, line, column, message, fix }) => `${file}:${line}:${column}: ${message} ${fix}\n`).join('');

/** Examples go with the problems that are told elsewhere. */
async function told(content: Pick<Order, 'files' | 'options'>, verified: Verified): Promise<Told> {
  const found = problemsOf(verified);
  const { problems, from } = await blamedWays(content, found, reportsOf(verified));
  const examples = Object.fromEntries(
    problems.flatMap((one) => {
      const says = verified.examples[problemKey(from.get(one) ?? one)];
      return says === undefined ? [] : [[problemKey(one), says]];
    }),
  );
  return { ...verified, problems: inOrder(problems), examples: { ...verified.examples, ...examples } };
}
