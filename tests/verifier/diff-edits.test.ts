import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectDir } from '../../compile/disk.ts';
import { editsOf, problemsOf } from './edits.ts';

// Every fourteenth member; all of them, and those of the other constructs, are `npm run soak -- differences`.
test.each(['buttons', 'files', 'lists'])(
  'of every edit of the construct %s that check accepts diff says what differs, or what was compiled is the same',
  async (name) => {
    const edits = await editsOf(join(projectDir, 'tests/constructs', name), new Set(), 14);
    expect(edits.length).toBeGreaterThan(2);
    expect(edits.filter(({ said, same }) => said.length === 0 && !same).map(({ edit }) => edit)).toEqual([]);
    expect(edits.flatMap(({ said }) => said.filter((one) => /""|undefined|other settings/.test(one)))).toEqual([]);
  },
  120_000,
);

// Both made check throw instead of telling where the slip is.
test('a step that asks and places nothing, and an aside under a rule that is not there, are problems with a place', async () => {
  const folder = join(projectDir, 'tests/constructs/aside');
  const step = { file: 'flows/bid/steps/buyer.json', path: ['pages'], other: undefined };
  expect(await problemsOf(folder, step)).toContain('The field "name" is on no place of the page.');
  const aside = { file: 'flows/bid/flow.json', path: ['aside', 'when'], other: 'no-such-rule' };
  expect((await problemsOf(folder, aside)).join()).toContain('There is no rule "no-such-rule".');
});
