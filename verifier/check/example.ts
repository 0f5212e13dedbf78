/** The example applicant of a problem in words, for who reads text. */
import type { Resolved } from '../../compile/index.ts';
import type { Problem } from '../../compile/types.ts';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { givenWords } from '../words/sentence.ts';
import { wordsOf, type Words } from '../words/words.ts';
import { isSealed } from '../../runtime/core/index.ts';

/**
 * Gives the example of a problem as a sentence fragment: `the state is Texas and ...`; undefined when it has none, or
 * when it is a fixture, which is to be run, not read.
 */
export function exampleWords({ source, brands }: Resolved): (problem: Problem) => string | undefined {
  const known = new Map<string, Words>();
  const flows = Object.values(brands).flatMap((brand) => Object.values(brand.flows));
  return ({ file, example }) => {
    if (example === undefined || isFixture(example)) return undefined;
    const flow =
      flows.find(({ id }) => file.startsWith(`flows/${id}/`) || file.endsWith(`/flows/${id}.json`)) ?? flows[0];
    if (!flow) return undefined;
    const words = known.get(flow.id) ?? wordsOf(source, flow);
    known.set(flow.id, words);
    return givenWords(Object.fromEntries(leaves(example, [])), words);
  };
}

/** Whether an example is a whole way, to be run as a fixture. */
function isFixture(example: JsonObject): boolean {
  return Array.isArray(example['do']);
}

function leaves(value: Json, path: readonly string[]): readonly (readonly [string, Json])[] {
  const inner =
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.entries(value as JsonObject)
      : undefined;
  if (path.length > 0 && (!inner || inner.length === 0 || isSealed(value))) return [[path.join('.'), value]];
  return (inner ?? []).flatMap(([name, one]) => leaves(one, [...path, name]));
}
