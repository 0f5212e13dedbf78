import { constructFolders } from '../constructs/folders.ts';
import { drawnTests } from './drawn.ts';

/**
 * Fixtures of every construct of the language, in a real browser by keyboard only, with axe on every page.
 */
await drawnTests(constructFolders);
