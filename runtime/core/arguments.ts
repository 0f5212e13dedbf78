/** What a call's arguments must be: computed from the definition, with stored values in the place of masked markers. */
import type { Call, Compute } from './definition.ts';
import type { Facts, Json, JsonObject } from './facts.ts';
import type { World } from './state.ts';
import { isServers, originOf } from './origins.ts';
import { get, isObject, own, same } from './paths.ts';
import { isSealed, mask } from './sealed.ts';

export type Resolved =
  | { readonly ok: true; readonly arguments: JsonObject }
  /** The name of the first argument that is not what the definition gives. */
  | { readonly ok: false; readonly name: string };

/**
 * The arguments as they count, or the first that is wrong. What the server can compute must be equal; what only the
 * browser knows is taken as it is (the operation's input schema judges it) unless what it shows of itself contradicts
 * the expression.
 */
export function resolveArguments(
  call: Pick<Call, 'with'>,
  given: JsonObject,
  { facts, earlier }: { readonly facts: Facts; readonly earlier?: Partial<World> | undefined },
): Resolved {
  const stranger = Object.keys(given).find((name) => !Object.hasOwn(call.with, name));
  if (stranger !== undefined) return { ok: false, name: stranger };
  const out: Record<string, Json> = {};
  for (const [name, compute] of Object.entries(call.with)) {
    const value = own(given, name);
    const counts = argument(compute, value, { facts, earlier });
    if (counts === WRONG) return { ok: false, name };
    if (counts !== undefined) out[name] = counts;
  }
  return { ok: true, arguments: out };
}

const WRONG = Symbol('wrong');

function argument(
  compute: Compute,
  given: Json | undefined,
  { facts, earlier }: { readonly facts: Facts; readonly earlier?: Partial<World> | undefined },
): Json | undefined | typeof WRONG {
  const expected = compute.of(facts) as Json | undefined;
  const origin = originOf(compute);
  if (!isServers(compute) && !told(compute, facts)) return given;
  const settled = agreed(given, expected);
  if (settled !== WRONG || origin !== 'day' || !earlier) return settled;
  const other = compute.of({ ...facts, ...earlier }) as Json | undefined;
  if (same(given, other)) return given;
  return between(given, expected, other) ? given : WRONG;
}

/** Whether everything the expression reads of what only the browser knows is known here. */
function told(compute: Compute, facts: Facts): boolean {
  return compute.reads.every(
    (path) => isServers({ reads: [path] }) || get(facts as unknown as JsonObject, path) !== undefined,
  );
}

/** What counts where `given` came and `expected` is due: the stored value, also for its masked marker. */
function agreed(given: Json | undefined, expected: Json | undefined): Json | undefined | typeof WRONG {
  if (given === undefined || expected === undefined) return given === expected ? expected : WRONG;
  if (isSealed(given) && !isSealed(expected)) {
    const isText = typeof expected === 'string' || typeof expected === 'number';
    return isText && given.sealed === mask(expected).sealed ? expected : WRONG;
  }
  if (Array.isArray(given) && Array.isArray(expected)) {
    if (given.length !== expected.length) return WRONG;
    return given.some((one, index) => agreed(one as Json, expected[index] as Json) === WRONG) ? WRONG : expected;
  }
  if (isObject(given) && isObject(expected)) {
    const keys = Object.keys(expected);
    return keys.length === Object.keys(given).length &&
      keys.every((key) => agreed(own(given, key), expected[key]) !== WRONG)
      ? expected
      : WRONG;
  }
  return given === expected ? expected : WRONG;
}

/** An instant, or a count of days or years, between what the two moments give. */
function between(given: Json | undefined, one: Json | undefined, other: Json | undefined): boolean {
  if (typeof given === 'string' && typeof one === 'string' && typeof other === 'string')
    return /^\d{4}-\d{2}-\d{2}/.test(given) && given.length === one.length && inside(given, one, other);
  return typeof given === 'number' && typeof one === 'number' && typeof other === 'number' && inside(given, one, other);
}

function inside<T extends string | number>(value: T, one: T, other: T): boolean {
  return one < other ? one <= value && value <= other : other <= value && value <= one;
}
