/** `npm run spec`: the rows of the specification that no test of the last `npm test` shows, by area. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { resultsDir, root } from '../lib/paths.ts';
import { rowsShown, type SpecRow } from '../lib/specification.ts';
import type { TestRow } from '../lib/tally.ts';

const last = join(resultsDir, 'rows.json');
if (!existsSync(last)) {
  console.error('No result of a test run: run npm test first.');
  process.exit(2);
}
const rows = JSON.parse(readFileSync(join(root, 'tests', 'spec', 'inventory.json'), 'utf8')) as SpecRow[];
const { shown, wrong } = rowsShown(rows, JSON.parse(readFileSync(last, 'utf8')) as TestRow[]);

for (const [area, inArea] of Map.groupBy(rows, (row) => row.area)) {
  const missing = inArea.filter((row) => !shown.has(row.id));
  console.log(`${area}: ${inArea.length - missing.length} of ${inArea.length}`);
  for (const row of missing) console.log(`  ${row.id} (${row.kind}): ${row.text}`);
}
for (const sentence of wrong) console.log(sentence);
console.log(`${shown.size} of ${rows.length} rows shown`);
process.exitCode = wrong.length > 0 ? 1 : 0;
