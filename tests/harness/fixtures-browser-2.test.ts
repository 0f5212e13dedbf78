import { browserTests } from './fixture-tests.ts';

/** The other half of the fixtures in a browser. */
await browserTests({ part: 1, parts: 2 });
