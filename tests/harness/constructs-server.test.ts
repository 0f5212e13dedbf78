import { constructFolders } from '../constructs/folders.ts';
import { constructTests } from './fixture-tests.ts';

/** The fixtures of every construct of the language, over the real server. */
constructTests('server', constructFolders);
