import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Tests of rooms without side effects (tests/architecture/purity.test.ts holds them to it). */
const pure = ['architecture', 'compile', 'content', 'constructs', 'core', 'trials', 'verifier'].map(
  (room) => `tests/${room}/**/*.test.{ts,tsx}`,
);
const browser = ['tests/e2e/**/*.test.{ts,tsx}', 'tests/harness/**/*.test.{ts,tsx}', 'tests/react/**/*.test.{ts,tsx}'];

/**
 * Files that take half a minute and more begin first in their project, so that none of them is left to run alone at the
 * end.
 */
const LONG =
  /\/(harness\/|docs\/(?!page)|e2e\/|soak\/|simulation\/|platform\/(identity-strangers|database)|server\/(limits|canaries|process|restart|notices|stands-still|supervisor)|verifier\/(verify|damaged|prove|mutants\/|brute\/))/;

/** The longest project first. */
const ORDER = ['browser', 'node', 'pure'];

/**
 * A process that ran a file takes the next one, with all its modules loaded, only when that one is of the same project:
 * so all files of a project stand together. In turns, half of the files began with a new process.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project, moduleId }: TestSpecification): number =>
      2 * ORDER.indexOf(project.name) + (LONG.test(moduleId) ? 0 : 1);
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}

/**
 * Three projects: what computes alone, what needs nothing but Node, and what drives a server and a browser. They run
 * beside each other; how many files at a time, `npm test` says.
 */
export default defineConfig({
  test: {
    pool: 'forks',
    sequence: { sequencer: LongestFirst },
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Files of a project share the modules they load, and nothing else: who leaves something behind in a module fails
    // the next one.
    isolate: false,
    // A database of a test lives for seconds: code that is compiled better, but later, costs it four times as much as
    // it saves.
    execArgv: ['--liftoff-only'],
    // Node runs the files, as it runs the product: nothing is translated first, and what the compiler writes is loaded
    // as a server loads it.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    projects: [
      { extends: true, test: { name: 'pure', include: pure } },
      {
        extends: true,
        test: {
          name: 'node',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: [...pure, ...browser, '**/node_modules/**'],
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: browser,
          globalSetup: ['tests/harness/setup.ts'],
          testTimeout: 240_000,
          // The real gateway runs in these files: what one of them leaves in its modules is not the next one's tab.
          isolate: true,
        },
      },
    ],
  },
});
