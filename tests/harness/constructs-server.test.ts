import { constructFolders, trialFolders } from '../constructs/folders.ts';
import { constructTests } from './fixture-tests.ts';

/** The fixtures of every construct of the language and of the trials that run everywhere, over the real server. */
await constructTests('server', [...constructFolders, ...trialFolders]);
