/** `npm run flow -- <verb> [names] [--json]`. A verb is one file in `cli/verbs/`, found by its name. */
import { readdirSync } from 'node:fs';
import { nearest } from '../compile/suggest.ts';
import { parseCommand, type Verb } from './command.ts';
import { help } from './help.ts';
import { optionFault } from './options.ts';

const folder = new URL('verbs/', import.meta.url);
const known = readdirSync(folder)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -'.ts'.length))
  .sort();

const command = parseCommand(process.argv.slice(2));
const fault = optionFault(command);
if ('help' in command.options || command.verb === 'help') process.stdout.write(help(known));
else if (command.verb === '') {
  process.stderr.write(`Say what to do.\n${help(known)}`);
  process.exitCode = 2;
} else if (!known.includes(command.verb)) {
  const near = nearest(command.verb, known);
  process.stderr.write(
    `There is no verb "${command.verb}": ${known.join(', ')}.${near === undefined ? '' : ` Did you mean "${near}"?`}\n`,
  );
  process.exitCode = 2;
} else if (fault !== undefined) {
  process.stderr.write(`${fault}\n`);
  process.exitCode = 2;
} else {
  const { verb } = (await import(new URL(`${command.verb}.ts`, folder).href)) as { verb: Verb };
  process.exitCode = await verb(command);
}
