import { constructFolders } from '../constructs/folders.ts';
import { constructTests } from './fixture-tests.ts';

/** The fixtures of the constructs of the language, in a real browser by keyboard only, with axe on every page. */
constructTests('browser', constructFolders);
