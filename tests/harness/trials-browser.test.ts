import { trialFolders } from '../constructs/folders.ts';
import { drawnTests } from './drawn.ts';

/**
 * Fixtures of the trials that run everywhere, in a real browser by keyboard only, with axe on every page. Apart
 * from the constructs: what one folder lays over the shell (a guard, say) holds for every folder laid beside it.
 */
await drawnTests(trialFolders);
