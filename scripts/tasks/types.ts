/** `npm run types`: writes the types of the operations and the table of the statuses anew from `schemas/api`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { operationTypes } from '../../compile/operation-types.ts';
import { statusTable } from '../../compile/status-table.ts';
import { operationFiles, statusFile } from '../lib/operations.ts';
import { root } from '../lib/paths.ts';

const made = {
  'contract/generated/operations.ts': operationTypes(operationFiles()),
  'contract/generated/statuses.ts': statusTable(statusFile(), operationFiles()),
};
for (const [file, text] of Object.entries(made)) {
  writeFileSync(join(root, file), text);
  console.log(file);
}
