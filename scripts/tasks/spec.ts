/**
 * `npm run spec [-- area ...]`: of each row of the specification where the last `npm test` showed it, or that it did
 * not.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { resultsDir, root } from '../lib/paths.ts';
import { rowsShown, specRows } from '../lib/specification.ts';
import type { TestRow } from '../lib/tally.ts';

const last = join(resultsDir, 'rows.json');
if (!existsSync(last)) {
  console.error('No result of a test run: run npm test first.');
  process.exit(2);
}
const rows = specRows(root);
const { shown, wrong } = rowsShown(rows, JSON.parse(readFileSync(last, 'utf8')) as TestRow[]);

const asked = process.argv.slice(2);
const said = { browser: 'in a browser', server: 'over the server', own: 'by itself' };
for (const [area, inArea] of Map.groupBy(rows, (row) => row.area)) {
  if (asked.length > 0 && !asked.includes(area)) continue;
  console.log(`${area}: ${inArea.filter(({ id }) => shown.has(id)).length} of ${inArea.length}`);
  for (const { id, kind, text } of inArea) {
    const [first] = shown.get(id) ?? [];
    console.log(
      first === undefined
        ? `  not shown  ${id} (${kind}): ${text}`
        : `  ${said[first.where]}  ${id}: ${first.file}: ${first.title.replace(/ *\[[^\]]*\]/g, '')}`,
    );
  }
}
for (const sentence of wrong) console.log(sentence);
console.log(`${shown.size} of ${rows.length} rows shown`);
process.exitCode = wrong.length > 0 ? 1 : 0;
