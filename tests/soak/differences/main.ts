/**
 * `npm run soak -- differences [words]`: each word of the language in each construct is changed in every way that fits
 * its value, and diff must say something of it, or what was compiled must be the same; exit 1 for one it says nothing
 * of. With words, only of the constructs whose folder has one of them in its name; `--trace` prints what diff says.
 */
import { basename } from 'node:path';
import { constructFolders } from '../../constructs/folders.ts';
import { editsOf, type Edited } from '../../verifier/edits.ts';

const wanted = process.argv.slice(2).filter((one) => !one.startsWith('--'));
const trace = process.argv.includes('--trace');
const known = new Set<string>();
const silent: Edited[] = [];
let count = 0;
for (const folder of constructFolders) {
  if (wanted.length > 0 && !wanted.some((one) => basename(folder).includes(one))) continue;
  const edits = await editsOf(folder, known);
  count += edits.length;
  for (const { edit, said } of trace ? edits : []) console.log(`${edit}\n  ${said.join('\n  ')}`);
  silent.push(...edits.filter(({ said, same }) => said.length === 0 && !same));
  console.error(`${basename(folder)}: ${edits.length} edits`);
}
for (const { edit } of silent) console.log(`nothing is said of ${edit}`);
console.log(`differences: ${count} edits, ${silent.length} of which nothing is said`);
process.exitCode = silent.length > 0 ? 1 : 0;
