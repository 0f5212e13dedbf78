import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readFiles } from '../../compile/disk.ts';
import { root } from '../../scripts/lib/paths.ts';
import { fixturesIn, openTheater, type Theater } from '../harness/theater.ts';

/** A journey that has nothing to do with lending: content only, handed in by CONTENT_DIR. */
const content = join(root, 'tests', 'generality');
const fixtures = fixturesIn(readFiles([content]));

describe.each(['server', 'browser'] as const)('content of another trade, %s', (kind) => {
  let theater: Theater;
  beforeAll(async () => {
    theater = await openTheater(kind, { CONTENT_DIR: content });
  });
  afterAll(() => theater?.close());

  test.each(fixtures.map((fixture) => [fixture.title, fixture] as const))('%s', async (_title, fixture) => {
    expect(await theater.play(fixture)).toEqual([]);
  });
});
