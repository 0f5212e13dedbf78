import { constructFolders, trialFolders } from '../constructs/folders.ts';
import { constructTests } from './fixture-tests.ts';

/**
 * The fixtures of the constructs of the language and of the trials that run everywhere, in a real browser by keyboard
 * only, with axe on every page; the first half of those a browser plays.
 */
await constructTests('browser', [...constructFolders, ...trialFolders], { part: 0, parts: 2 });
