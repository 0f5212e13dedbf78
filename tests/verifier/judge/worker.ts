/** A thread that is told of judges by their address, and says of each whether its cases notice that it is another. */
import { parentPort } from 'node:worker_threads';
import type { judge } from '../../../verifier/judge/judge.ts';
import { casesOf, wrongs } from './cases.ts';

const cases = casesOf();
parentPort?.on('message', (address: string) => {
  void (async () => {
    const known = await cases;
    let noticed: boolean;
    try {
      const made = (await import(address)) as { readonly judge: typeof judge };
      noticed = wrongs(made.judge, known, true).length > 0;
    } catch {
      noticed = true;
    }
    parentPort?.postMessage(noticed);
  })();
});
