/** The words of the runtime as the project's own content says them, for tests that read a page. */
import { readFileSync } from 'node:fs';
import { sayer } from '../../runtime/core/index.ts';

const said = JSON.parse(readFileSync(new URL('../../schemas/words.json', import.meta.url), 'utf8')) as Readonly<
  Record<string, Readonly<Record<string, string>>>
>;
const words = Object.fromEntries(
  Object.entries(said).flatMap(([part, table]) =>
    Object.entries(table).map(([name, text]) => [`${part}.${name}`, text] as const),
  ),
);

/** Says the words that read nothing. */
export const { say } = sayer({ words }, {});
