import { expect, test } from 'vitest';
import { readFiles, projectDir } from '../../compile/disk.ts';
import { resolveContent } from '../../compile/index.ts';
import type { Files } from '../../compile/types.ts';
import { constructFolders } from '../constructs/folders.ts';
import { today } from './compiled.ts';

interface Step {
  readonly id: string;
  readonly title?: string;
}
const BRAND = 'payday';

/** The files with an overlay for each flow of the brand that has none, which says the title of every step as it is. */
function saidAgain(files: Files): Files {
  const { flows } = JSON.parse(files[`brands/${BRAND}/brand.json`] ?? '{}') as { readonly flows: readonly string[] };
  const overlays = flows.map((flow) => {
    const titles = Object.keys(files)
      .filter((file) => file.startsWith(`flows/${flow}/steps/`))
      .map((file) => JSON.parse(files[file] ?? '{}') as Step)
      .flatMap(({ id, title }) => (title === undefined ? [] : [[`steps/${id}/title`, title] as const]));
    return [`brands/${BRAND}/flows/${flow}.json`, JSON.stringify({ set: Object.fromEntries(titles) })] as const;
  });
  return { ...Object.fromEntries(overlays), ...files };
}

test('a brand may change any step of any journey: what its overlay leaves as it is, is as right as before', () => {
  const files = saidAgain(readFiles([projectDir, ...constructFolders]));
  const { problems, brands } = resolveContent(files, { env: 'local', today });
  expect(problems.map(({ file, line, message }) => `${file}:${line}: ${message}`)).toEqual([]);
  expect(Object.keys(brands[BRAND]?.flows ?? {}).length).toBeGreaterThan(constructFolders.length);
});
