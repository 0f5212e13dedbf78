/** `npm run flow -- <verb> [names] [--json]`. A verb is one file in `cli/verbs/`, found by its name. */
import { readdirSync } from 'node:fs';
import { parseCommand, type Verb } from './command.ts';

const folder = new URL('verbs/', import.meta.url);
const known = readdirSync(folder)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -'.ts'.length))
  .sort();

const command = parseCommand(process.argv.slice(2));
if (!known.includes(command.verb)) {
  process.stderr.write(`${command.verb === '' ? 'Say what to do' : `There is no verb "${command.verb}"`}: ${known.join(', ')}.\n`);
  process.exitCode = 2;
} else {
  const { verb } = (await import(new URL(`${command.verb}.ts`, folder).href)) as { verb: Verb };
  process.exitCode = await verb(command);
}
