/**
 * `npm run types`: writes anew the types of the operations and the tables of the statuses and groups from
 * `schemas/api`, the words of the runtime, and what is made of the operators and the widgets.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { groupTable } from '../../compile/group-table.ts';
import { operationTypes } from '../../compile/operation-types.ts';
import { logicSchema, operatorsPage } from '../../compile/operator-pages.ts';
import { WRITTEN } from '../../compile/operators/index.ts';
import { statusTable } from '../../compile/status-table.ts';
import { widgetsPage } from '../../compile/widget-page.ts';
import { wordTypes } from '../../compile/word-types.ts';
import { groupFile, operationFiles, statusFile, widgetFiles } from '../lib/operations.ts';
import { root } from '../lib/paths.ts';
import type { JsonObject } from '../../runtime/core/facts.ts';

const COMMON = 'schemas/meta/common.schema.json';
const common = JSON.parse(readFileSync(join(root, COMMON), 'utf8')) as JsonObject;

const made = {
  'contract/generated/groups.ts': groupTable(groupFile()),
  'contract/generated/operations.ts': operationTypes(operationFiles()),
  'contract/generated/statuses.ts': statusTable(statusFile(), operationFiles()),
  'runtime/core/generated/words.ts': wordTypes(readFileSync(join(root, 'schemas/meta/words.schema.json'), 'utf8')),
  [COMMON]: `${JSON.stringify(logicSchema(common, WRITTEN), undefined, 2)}\n`,
  'docs/operators.md': operatorsPage(WRITTEN),
  'docs/widgets.md': widgetsPage(widgetFiles()),
};
for (const [file, text] of Object.entries(made)) {
  writeFileSync(join(root, file), text);
  console.log(file);
}
