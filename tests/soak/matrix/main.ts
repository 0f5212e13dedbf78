/**
 * `npm run soak -- matrix`: every cell of both locks over a running server, out of the definitions: applications' and
 * identity's.
 */
import { judgedCalls } from '../../lock/calls.ts';
import { identityMatrix } from '../../lock/identity.ts';
import { wholeMatrix } from '../../lock/over-server.ts';

const identity = await identityMatrix({ every: 1 });
for (const one of identity.wrong.slice(0, 20)) console.log(one);
console.log(
  `matrix: ${identity.cells} cells of ${identity.requests.size} identity requests, ${identity.wrong.length} not answered as they must be`,
);
const { cells, honest, wrong, refused } = await wholeMatrix(await judgedCalls(), { every: 1 });
for (const one of wrong.slice(0, 20)) console.log(one);
for (const one of refused.slice(0, 20)) console.log(`an honest call is refused: ${one}`);
console.log(
  `matrix: ${cells} cells of ${honest} honest calls over a server, ${wrong.length} not refused as they must be; ${refused.length} honest calls refused`,
);
const isWrong =
  identity.wrong.length > 0 || identity.cells === 0 || wrong.length > 0 || refused.length > 0 || honest === 0;
process.exitCode = isWrong ? 1 : 0;
