/**
 * Completeness of the lock: whatever an honest person's pages call is admitted, with the arguments the pages computed.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { loadContent, productNamed, type Loaded } from '../../cli/products.ts';
import type { Compute } from '../../runtime/core/definition.ts';
import { fixtureFiles, readFixture } from '../../verifier/fixture/fixture.ts';
import { runFixture } from '../../verifier/fixture/run.ts';
import { filesOf, today } from '../content/compiled.ts';

const files = filesOf(['.']);
let loaded: Loaded;
beforeAll(async () => {
  const load = await loadContent(files, { env: 'local', today });
  if ('problems' in load)
    throw new Error(load.problems.map((one) => `${one.file}:${one.line}: ${one.message}`).join('\n'));
  loaded = load.loaded;
});

describe('every fixture of the product', () => {
  test('plays to its end through the lock of saves and the lock of calls', () => {
    let judged = 0;
    const failing = fixtureFiles(files).flatMap((file) => {
      const fixture = readFixture(file, files[file] ?? '');
      const ran = runFixture(productNamed(loaded.products, fixture.brand), fixture);
      judged += ran.judged?.length ?? 0;
      return ran.failures.map((why) => `${file}: ${why}`);
    });
    expect(failing).toEqual([]);
    expect(judged).toBeGreaterThan(300);
  });
});

describe('where an applicant stopped', () => {
  test('is told with the address of the page that tells it', () => {
    const told = Object.values(loaded.products).flatMap(({ flows }) =>
      Object.values(flows).flatMap((flow) =>
        Object.values(flow.steps).flatMap((step) =>
          step.actions
            .flatMap(({ calls }) => calls)
            .filter(({ operation }) => operation === 'saveLoanApplicationProgress')
            .map(({ with: given }) => ({
              page: `${flow.base}/${step.path}`,
              told: given['applicationUrl']?.of({} as Parameters<Compute['of']>[0]),
            })),
        ),
      ),
    );
    expect(told.length).toBeGreaterThan(0);
    for (const { page, told: url } of told) expect(url).toBe(page);
  });
});
