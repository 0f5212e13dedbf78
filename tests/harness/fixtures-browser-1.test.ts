import { fixtureTests } from './fixture-tests.ts';

/** The same fixture files as the engine runs, in a real browser by keyboard only, with axe on every page; the first half. */
fixtureTests('browser', 0, 2);
