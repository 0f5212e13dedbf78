/** What stands in a state's row decides something: a column that nothing reads is taken for law by whoever reads it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readFiles } from '../../compile/disk.ts';
import { root } from '../../scripts/lib/paths.ts';
import { codeFiles } from '../architecture/source.ts';

/** Columns whose names the server puts together, by the kind of the loan. */
const ofDays = { name: /^(minimum|maximum)(Payday|Installment)Days$/, read: '`$1${kind}Days`' };

test('every column of the rows of the states is read, by a condition of the content, the compiler or the server', () => {
  const files = readFiles([root]);
  const states = Object.entries(files).filter(([file]) => /(^|\/)compliance\/states\/[A-Z]{2}\.json$/.test(file));
  const columns = new Set(
    states.flatMap(([, text]) =>
      (JSON.parse(text) as { readonly rows: readonly object[] }).rows.flatMap((row) => Object.keys(row)),
    ),
  );
  const conditions = Object.entries(files).filter(
    ([file]) => /(^|\/)(flows|compliance\/obligations)\//.test(file) && !file.includes('/fixtures/'),
  );
  const code = codeFiles(root).filter((file) => /^(server|compile)\//.test(file));
  const read = [...conditions.map(([, text]) => text), ...code.map((file) => readFileSync(join(root, file), 'utf8'))]
    .join('\n')
    // What is written about a column reads nothing.
    .replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  const isRead = (column: string): boolean =>
    new RegExp(`['"]${column}['".]|\\??\\.${column}\\b|[{,]\\s*${column}\\s*[:,}=]`).test(read) ||
    (ofDays.name.test(column) && read.includes(column.replace(ofDays.name, ofDays.read)));
  expect([...columns].filter((column) => !isRead(column))).toEqual([]);
  expect([states.length, columns.size > 20]).toEqual([56, true]);
});
