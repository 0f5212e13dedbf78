import { trialFolders } from '../constructs/folders.ts';
import { constructTests } from './fixture-tests.ts';

/** The fixtures of the trials that run everywhere, over the real server, apart from the constructs. */
constructTests('server', trialFolders);
