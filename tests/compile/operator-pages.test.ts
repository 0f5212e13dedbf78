import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectDir } from '../../compile/disk.ts';
import { logicSchema, operatorsPage } from '../../compile/operator-pages.ts';
import { WRITTEN } from '../../compile/operators/index.ts';
import { widgetsPage } from '../../compile/widget-page.ts';
import type { JsonObject } from '../../runtime/core/facts.ts';
import { widgetFiles } from '../../scripts/lib/operations.ts';

const read = (file: string): string => readFileSync(join(projectDir, file), 'utf8');

test('docs/operators.md is made of what the operators say: npm run types', () =>
  expect(read('docs/operators.md')).toBe(operatorsPage(WRITTEN)));

test('docs/widgets.md is made of what the widgets say, every event with what it brings: npm run types', () => {
  const page = read('docs/widgets.md');
  expect(page).toBe(widgetsPage(widgetFiles()));
  expect(page).toContain('| `success` | `payload.publicToken`: string |');
  expect(page).toContain('| `resend` | nothing |');
});

test('the meta schema offers every operator with what it says: npm run types', () => {
  const common = JSON.parse(read('schemas/meta/common.schema.json')) as JsonObject;
  expect(common).toEqual(logicSchema(common, WRITTEN));
});
