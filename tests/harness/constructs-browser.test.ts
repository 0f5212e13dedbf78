import { constructFolders, trialFolders } from '../constructs/folders.ts';
import { constructTests } from './fixture-tests.ts';

/**
 * The fixtures of every construct of the language and of the trials that run everywhere, in a real browser by keyboard
 * only, with axe on every page.
 */
constructTests('browser', [...constructFolders, ...trialFolders]);
