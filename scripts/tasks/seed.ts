/** `npm run seed [-- --print]`: the test people and the documented inputs. */
import { join } from 'node:path';
import { become } from '../lib/become.ts';
import { root } from '../lib/paths.ts';

await become([join(root, 'server', 'seed', 'main.ts'), ...process.argv.slice(2)]);
