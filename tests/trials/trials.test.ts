import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { json, root } from '../content/compiled.ts';
import { play } from '../content/play.ts';

interface Trial {
  readonly trial: number;
  readonly title: string;
  /** A content folder laid over the project's own. */
  readonly folder?: string;
  /** Its fixtures run over the server and in a browser too, with those of the constructs. */
  readonly everywhere?: true;
  /** Or fixtures of the real flows. */
  readonly fixtures?: readonly string[];
}
const { trials } = json<{ trials: Trial[] }>('tests/trials/index.json');
const none = (failures: Readonly<Record<string, readonly string[]>>) =>
  Object.fromEntries(Object.keys(failures).map((file) => [file, []]));

test('there are fourteen trials, and every folder is one of them', () => {
  expect(trials.map((one) => one.trial)).toEqual(Array.from({ length: 14 }, (_, index) => index + 1));
  const folders = readdirSync(join(root, 'tests/trials'), { withFileTypes: true })
    .filter((one) => one.isDirectory())
    .map((one) => one.name);
  expect(trials.flatMap((one) => one.folder ?? []).sort()).toEqual(folders.sort());
});

describe('each trial passes the check and its fixtures run over the engine', () => {
  const folders = trials.filter((one): one is Trial & { folder: string } => one.folder !== undefined);
  test.each(folders.map((one) => [one.trial, one.title, one.folder] as const))(
    '%i: %s',
    async (_trial, _title, folder) => {
      const own = join(root, 'tests/trials', folder);
      const failures = await play([root, own], (file) => existsSync(join(own, file)));
      expect(Object.keys(failures).length).toBeGreaterThan(0);
      expect(failures).toEqual(none(failures));
    },
  );
});

test('the other trials are the real flows', async () => {
  const wanted = [...new Set(trials.flatMap((one) => one.fixtures ?? []))].map(
    (name) => `flows/${name.replace('/', '/fixtures/')}.json`,
  );
  const failures = await play([root], (file) => wanted.includes(file));
  expect(Object.keys(failures).sort()).toEqual(wanted.sort());
  expect(failures).toEqual(none(failures));
});
