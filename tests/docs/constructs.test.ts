import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectDir } from '../../compile/disk.ts';
import { constructs, examples, nameOf, page } from './constructs.ts';

test('the table of constructs has every word of the language, as schemas/meta says it today', async () => {
  const file = join(projectDir, 'docs/constructs.md');
  await expect(page(readFileSync(file, 'utf8'))).toMatchFileSnapshot(file);
});

test('every word of the language has an example that is played', () => {
  const shown = examples();
  expect(
    constructs()
      .map(nameOf)
      .filter((one) => !shown.has(one)),
  ).toEqual([]);
});
