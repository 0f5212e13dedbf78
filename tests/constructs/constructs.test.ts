import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadContent, productNamed } from '../../cli/products.ts';
import { projectDir, readFiles } from '../../compile/disk.ts';
import { fixtureFiles, readFixture } from '../../verifier/fixture/fixture.ts';
import { runFixture } from '../../verifier/fixture/run.ts';
import { today } from '../content/compiled.ts';
import { oneBrand } from '../verifier/one-brand.ts';
import { constructFolders } from './folders.ts';

describe.each(constructFolders.map((folder) => [basename(folder), folder] as const))(
  'the construct %s',
  (_, folder) => {
    test('passes the check, and its fixtures run in the engine', async () => {
      // All are of one brand; with the other brands they stand over the server.
      const files = oneBrand(readFiles([projectDir, folder]), 'payday');
      const load = await loadContent(files, { env: 'local', today });
      if ('problems' in load)
        throw new Error(load.problems.map((one) => `${one.file}:${one.line}: ${one.message}`).join('\n'));
      const own = fixtureFiles(files).filter((file) => existsSync(join(folder, file)));
      expect(own).not.toEqual([]);
      const failures = own.map((file) => {
        const fixture = readFixture(file, files[file] ?? '');
        return [file, runFixture(productNamed(load.loaded.products, fixture.brand), fixture).failures];
      });
      expect(failures).toEqual(own.map((file) => [file, []]));
    });
  },
);
