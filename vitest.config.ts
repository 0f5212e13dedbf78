import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import react from '@vitejs/plugin-react';

/** Tests of rooms without side effects (tests/architecture/purity.test.ts holds them to it): their files can share loaded modules. */
const pure = ['architecture', 'compile', 'content', 'core', 'trials', 'verifier'].map(
  (room) => `tests/${room}/**/*.test.{ts,tsx}`,
);
const browser = ['tests/e2e/**/*.test.{ts,tsx}', 'tests/harness/**/*.test.{ts,tsx}', 'tests/react/**/*.test.{ts,tsx}'];

/** Files that take a minute and more begin first, so that none of them is left to run alone at the end. */
const LONG =
  /\/(harness\/(fixtures|wrong)-|docs\/|e2e\/(outage|generality)|verifier\/(verify|damaged|prove|mutants\/))/;

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [
      ...sorted.filter(({ moduleId }) => LONG.test(moduleId)),
      ...sorted.filter(({ moduleId }) => !LONG.test(moduleId)),
    ];
  }
}

/** Three projects: what computes alone, what needs nothing but Node, then what drives a server and a browser. */
export default defineConfig({
  plugins: [react()],
  test: {
    maxWorkers: 2,
    pool: 'forks',
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          include: pure,
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'node',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: [...pure, ...browser, '**/node_modules/**'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          // They wait for pages more than they compute.
          maxWorkers: 3,
          include: browser,
          globalSetup: ['tests/harness/setup.ts'],
          testTimeout: 240_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
