/** Which mutants change an obligation and nothing besides. */
import type { Mutant } from './mutant.ts';

const FILE = /^compliance\/obligations\/([^/]+)\.json$/;

/** The obligation that alone is changed; undefined for every other mutant. */
export function obligationOf({ change }: Mutant): string | undefined {
  const [file = '', ...more] = Object.keys(change);
  return more.length === 0 ? FILE.exec(file)?.[1] : undefined;
}
