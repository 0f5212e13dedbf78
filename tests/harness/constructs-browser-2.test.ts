import { constructFolders, trialFolders } from '../constructs/folders.ts';
import { constructTests } from './fixture-tests.ts';

/** The other half of the fixtures of constructs and trials in a browser. */
await constructTests('browser', [...constructFolders, ...trialFolders], { part: 1, parts: 2 });
