/** `npm run soak -- matrix`: every cell of the lock's matrix over a running server, out of the definitions. */
import { judgedCalls } from '../../lock/calls.ts';
import { wholeMatrix } from '../../lock/over-server.ts';

const { cells, honest, wrong, refused } = await wholeMatrix(await judgedCalls(), { every: 1 });
for (const one of wrong.slice(0, 20)) console.log(one);
for (const one of refused.slice(0, 20)) console.log(`an honest call is refused: ${one}`);
console.log(
  `matrix: ${cells} cells of ${honest} honest calls over a server, ${wrong.length} not refused as they must be; ${refused.length} honest calls refused`,
);
process.exitCode = wrong.length > 0 || refused.length > 0 || honest === 0 ? 1 : 0;
