import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { filesOf, root } from '../content/compiled.ts';
import { runVerb } from '../docs/run.ts';
import { wayProblems } from './paths-content.ts';

const folders = (path: string): readonly string[] =>
  readdirSync(join(root, path), { withFileTypes: true })
    .filter((one) => one.isDirectory())
    .map((one) => one.name);
/** Flows that a content folder brings itself. */
const flowsOf = (path: string): readonly string[] =>
  folders(join(path, 'flows')).filter((name) => readdirSync(join(root, path, 'flows', name)).includes('flow.json'));

describe('nothing is said against the ways of', () => {
  // As somebody types it: what it finds is kept for the pages of docs/ that check the content after an edit.
  test('the real flows', async () => {
    expect(await runVerb(['check'], root)).toEqual({ exit: 0, output: expect.stringMatching(/^No problems\.$/m) });
  }, 240_000);

  test('the library card', async () => {
    expect(await wayProblems(filesOf([join(root, 'tests/generality')]))).toEqual([]);
  });

  const trials = folders('tests/trials').flatMap((trial) =>
    flowsOf(`tests/trials/${trial}`)
      .filter((flow) => !flowsOf('.').includes(flow))
      .map((flow) => [trial, flow] as const),
  );
  test.each(trials)('trial %s: %s', async (trial, flow) => {
    expect(await wayProblems(filesOf([root, join(root, 'tests/trials', trial)]), flow)).toEqual([]);
  });
});
