import { browserTests } from './fixture-tests.ts';

/**
 * Fixture files that the engine runs too, in a real browser by keyboard only, with axe on every page; the first half of
 * those a browser plays.
 */
await browserTests({ part: 0, parts: 2 });
