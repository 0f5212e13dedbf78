/** What a flow only says: no way hangs on which words they are, so a brand may say others. */
import type { CompiledFlow, Compute } from '../../runtime/core/definition.ts';
import type { Readings } from './readings.ts';

/** Where words stand that are said as somebody stays or goes back (`stay` and `reopen` in definition.ts). */
const WORDS: ReadonlySet<string> = new Set(['message', 'otherwise']);
/** Where the inputs of calls, of what is tracked and of what is handed over stand. */
const INPUTS = 'with';

/**
 * The same flow, whose words and inputs are read as what is only said. An input counts when it reads the brand alone:
 * one that reads an answer, too, may be another on one brand and the same on the other, and then a call is made again.
 */
export function saidBy(flow: CompiledFlow, readings: Readings): CompiledFlow {
  const made = new Map<object, object>();
  const said = (compute: Compute): Compute => ({
    ...compute,
    of: (facts) => readings.saying(() => compute.of(facts)),
  });
  const isConstant = ({ reads }: Compute): boolean => reads.every((path) => path.startsWith('brand.'));
  const copy = (part: unknown, within: readonly string[]): unknown => {
    if (!isPlain(part)) return part;
    const before = made.get(part);
    if (before) return before;
    const [name = '', outer] = within;
    if (isCompute(part) && (WORDS.has(name) || (outer === INPUTS && isConstant(part)))) return said(part);
    const one: object = Array.isArray(part) ? [] : {};
    made.set(part, one);
    for (const [key, inner] of Object.entries(part)) Reflect.set(one, key, copy(inner, [key, name]));
    return one;
  };
  return copy(flow, []) as CompiledFlow;
}

const isCompute = (part: object): part is Compute => 'reads' in part && typeof Reflect.get(part, 'of') === 'function';

function isPlain(part: unknown): part is object {
  if (typeof part !== 'object' || part === null) return false;
  const kind: unknown = Object.getPrototypeOf(part);
  return kind === Object.prototype || kind === Array.prototype || kind === null;
}
