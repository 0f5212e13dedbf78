/** What the verbs that verify have in common: order, progress, what stops them, the exit code. */
import { relative } from 'node:path';
import { filesIn, projectDir } from '../../compile/disk.ts';
import type { Files, Problem } from '../../compile/index.ts';
import { shadowed } from '../../compile/laid-over.ts';
import { contentOf, type Command } from '../command.ts';
import { verify, type Verified } from './crew.ts';
import type { Order } from './order.ts';

/** Exit code of a program that Ctrl-C ended: 128 and the number of the signal. */
const INTERRUPTED = 130;

/** What a verb makes of what was found. */
interface Telling {
  readonly tell: (verified: Verified, files: Files) => { readonly text: string; readonly well: boolean };
  /** What to do with problems of form instead of printing them on standard error. */
  readonly refused?: (problems: readonly Problem[]) => void;
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
  );
  if ('unknown' in outcome) {
    process.stderr.write(`${outcome.unknown}\n`);
    return 1;
  }
  if ('refused' in outcome) {
    const all = [...lost, ...outcome.refused];
    if (refused) refused(all);
    else
      for (const { file, line, column, message, fix } of all)
        process.stderr.write(`${file}:${line}:${column}: ${message} ${fix}\n`);
    return 1;
  }
  const { text, well } = tell({ ...outcome.verified, rules: [...lost, ...outcome.verified.rules] }, content.files);
  process.stdout.write(text);
  if (!outcome.verified.interrupted) return well ? 0 : 1;
  process.stderr.write(
    'Interrupted: not everything was looked at. What is printed was found; of the rest nothing is known, and nothing is proved.\n',
  );
  return INTERRUPTED;
}
