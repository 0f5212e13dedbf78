import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectDir } from '../../compile/disk.ts';
import { constructs, examples, nameOf, page } from './constructs.ts';

/** Words without an example, with the reason; to give one to a folder of tests/constructs, take the word out here. */
const WITHOUT: Readonly<Record<string, string>> = {
  'step: listen.as': 'what a channel of the lender tells is no word for an applicant; tests/core/listening plays it',
};

test('the table of constructs has every word of the language, as schemas/meta says it today', async () => {
  const file = join(projectDir, 'docs/constructs.md');
  await expect(page(readFileSync(file, 'utf8'))).toMatchFileSnapshot(file);
});

test('every construct has an example that is played, but those that are named with a reason', () => {
  const shown = examples();
  expect(
    constructs()
      .map(nameOf)
      .filter((one) => !shown.has(one))
      .toSorted(),
  ).toEqual(Object.keys(WITHOUT).toSorted());
});
