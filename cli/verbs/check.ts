/** `check`: every problem of the content as `file:line:column: message`, then what to do; exit 1 when there is any. */
import { compileContent } from '../../compile/index.ts';
import { contentOf, type Command } from '../command.ts';

export function verb(command: Command): number {
  const { files, options } = contentOf(command);
  const { problems } = compileContent(files, options);
  if (command.json) process.stdout.write(`${JSON.stringify(problems, undefined, 2)}\n`);
  else {
    for (const { file, line, column, message, fix } of problems) process.stdout.write(`${file}:${line}:${column}: ${message}\n    ${fix}\n`);
    process.stdout.write(problems.length === 0 ? 'No problems.\n' : `${problems.length} problem${problems.length === 1 ? '' : 's'}.\n`);
  }
  return problems.length === 0 ? 0 : 1;
}
