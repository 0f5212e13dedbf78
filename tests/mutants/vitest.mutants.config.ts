import { defineConfig } from 'vitest/config';

/** The tests of a copy of the project: the files that `MUTANT_TESTS` names, in that order, in one process. */
const files = (process.env['MUTANT_TESTS'] ?? '').split(',');
const covering = process.env['MUTANT_COVERAGE'] !== undefined;

export default defineConfig({
  test: {
    pool: 'forks',
    include: files,
    // What came by a mutant while it was loaded is known of each file only when each loads its modules itself.
    isolate: covering,
    maxWorkers: covering ? 2 : 1,
    bail: covering ? 0 : 1,
    setupFiles: covering ? ['tests/mutants/coverage.ts'] : [],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    execArgv: ['--liftoff-only'],
    experimental: { viteModuleRunner: false, nodeLoader: false },
  },
});
