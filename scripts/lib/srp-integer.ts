/** Where aws-amplify asks for its own numbers, runtime/gateway/srp-integer.ts answers: in the build, and in Node. */
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './paths.ts';

const own = join(root, 'runtime/gateway/srp-integer.ts');

/** The file that stands in the place of what is imported; undefined for all that stays as it is. */
export function ownSrpInteger(specifier: string, importer: string | undefined): string | undefined {
  const isTheirs = /[/\\]@aws-amplify[/\\]auth[/\\]/.test(importer ?? '');
  return isTheirs && specifier.endsWith('/BigInteger.mjs') ? own : undefined;
}

/** The same for a page that runs in this process. */
export function useOwnSrpInteger(): void {
  const url = pathToFileURL(own).href;
  registerHooks({
    resolve: (specifier, context, next) =>
      ownSrpInteger(specifier, context.parentURL) === undefined
        ? next(specifier, context)
        : { url, shortCircuit: true },
  });
}
