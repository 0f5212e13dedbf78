/** `npm run types`: writes the types of the operations anew from their schemas. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { operationTypes } from '../../compile/operation-types.ts';
import { operationFiles } from '../lib/operations.ts';
import { root } from '../lib/paths.ts';

const file = 'contract/generated/operations.ts';
writeFileSync(join(root, file), operationTypes(operationFiles()));
console.log(file);
