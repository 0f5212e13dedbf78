import { browserTests } from './fixture-tests.ts';

/** The other half of the fixtures in a browser. */
await browserTests(1, 2);
