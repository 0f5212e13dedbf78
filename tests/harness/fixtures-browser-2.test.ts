import { fixtureTests } from './fixture-tests.ts';

/** The other half of the fixtures in a browser. */
fixtureTests('browser', 1, 2);
