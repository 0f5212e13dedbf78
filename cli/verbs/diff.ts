/**
 * `diff <folder or revision>`: what the content here changes, for whom, against another version of it, in sentences.
 */
import { differencesOf, type Differences } from '../../verifier/diff/differences.ts';
import { contentOf, type Command } from '../command.ts';
import { loadSeen, versionNamed } from '../versions.ts';

/**
 * Prints one sentence a difference, and on what it rests; 0 whether or not there are any, 2 when there is nothing to
 * compare with. Progress goes to standard error; Ctrl-C ends it with nothing printed, for half a comparison says
 * nothing.
 */
export async function verb(command: Command): Promise<number> {
  const other = versionNamed(command, 'to compare with: diff HEAD~1');
  if (!other) return 2;
  const { files, options } = contentOf(command);
  const [before, after] = [await loadSeen(other.files, options), await loadSeen(files, options)];
  if (!before || !after) {
    process.stderr.write(
      `${before ? 'This content' : other.name} has problems, so nobody can say what people see of it; run check.\n`,
    );
    return 2;
  }
  let told = 0;
  const found = differencesOf(before, after, (flow, states) => {
    if (states < told) told = 0;
    if (states >= told + 1000) process.stderr.write(`${flow}: ${(told = states)} situations\n`);
    return true;
  });
  process.stdout.write(command.json ? `${JSON.stringify(found, undefined, 2)}\n` : report(found));
  return 0;
}

function report({ differences, notes, states, inexact }: Differences): string {
  const none =
    inexact.length === 0
      ? 'Nobody sees a difference.'
      : 'Nobody was found who sees a difference; not everything was tried.';
  const lines = differences.length === 0 ? [none] : differences.map(({ sentence }) => sentence);
  if (notes.length > 0) lines.push('', 'Changed, but seen by nobody today:', ...notes.map((note) => `  ${note}`));
  if (states > 0) lines.push('', `${states} situations of the two versions were looked at.`);
  if (inexact.length > 0) lines.push('More may differ than is said here:', ...inexact.map((why) => `  ${why}`));
  return `${lines.join('\n')}\n`;
}
