import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Tests of rooms without side effects (tests/architecture/purity.test.ts holds them to it). */
const pure = ['architecture', 'compile', 'content', 'constructs', 'core', 'trials', 'verifier'].map(
  (room) => `tests/${room}/**/*.test.{ts,tsx}`,
);
/** Tests that drive the product from outside: before a browser, or without one. */
const driven = ['tests/e2e/**/*.test.{ts,tsx}', 'tests/harness/**/*.test.{ts,tsx}', 'tests/react/**/*.test.{ts,tsx}'];
/** Those of them in whose own process the gateway plays the page (`headlessSeat`). */
const headless = ['tests/e2e/generality.test.ts', 'tests/harness/{*-server,wrong-fixtures,new}.test.ts'];

/**
 * Files that take half a minute and more begin first in their project, so that none of them is left to run alone at the
 * end.
 */
const LONG =
  /\/(harness\/|docs\/(?!page)|e2e\/|soak\/|simulation\/|platform\/(identity-strangers|database)|server\/(limits|canaries|process|restart|notices|stands-still|supervisor|user-pool)|verifier\/(verify|damaged|prove|mutants\/|brute\/))/;

/** The longest project first. */
const ORDER = ['browser', 'headless', 'node', 'pure'];

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
 * Four projects: what computes alone, what needs nothing but Node, what drives a server and a browser, and what drives
 * a server from this process. They run beside each other; how many files at a time, `npm test` says.
 */
export default defineConfig({
  test: {
    pool: 'forks',
    sequence: { sequencer: LongestFirst },
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // What comes by itself is waited for as long as a page is: on a busy machine a report takes more than a second.
    expect: { poll: { timeout: 30_000 } },
    // Files of a project share the modules they load, and nothing else: who leaves something behind in a module fails
    // the next one.
    isolate: false,
    setupFiles: ['tests/harness/keep-code.ts'],
    // A database of a test lives for seconds: code that is compiled better, but later, costs it four times as much as
    // it saves. Most of what a test makes is gone at once: with room for it, it need not be copied before it is thrown
    // away.
    execArgv: ['--liftoff-only', '--max-semi-space-size=64'],
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
          exclude: [...pure, ...driven, '**/node_modules/**'],
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: driven,
          exclude: [...headless, '**/node_modules/**'],
          globalSetup: ['tests/harness/setup.ts'],
          testTimeout: 240_000,
          // What is played before the first test takes as long as a test.
          hookTimeout: 240_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'headless',
          include: headless,
          globalSetup: ['tests/harness/setup.ts'],
          testTimeout: 240_000,
          hookTimeout: 240_000,
          // The real gateway runs in these files: what one of them leaves in its modules is not the next one's tab.
          isolate: true,
        },
      },
    ],
  },
});
