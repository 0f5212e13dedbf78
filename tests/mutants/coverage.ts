/** Set-up of a run that asks by which mutants each test file comes. */
import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, expect } from 'vitest';

declare global {
  var __stryker__: { readonly mutantCoverage?: { readonly static: Readonly<Record<string, number>> } } | undefined;
}

afterAll(() => {
  const file = expect.getState().testPath ?? '';
  writeFileSync(
    join(process.env['MUTANT_COVERAGE'] ?? '', `${basename(file)}.${process.pid}.json`),
    JSON.stringify({ file, mutants: Object.keys(globalThis.__stryker__?.mutantCoverage?.static ?? {}) }),
  );
});
