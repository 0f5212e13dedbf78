/**
 * Truth as json-logic has it (`[]`, `''` and `0` are false, `'0'` is true), with unknown as the third value (Kleene):
 * unknown stays unknown unless the other side settles it.
 */
export type Lazy = () => unknown;

/** json-logic's truthiness of a known value. */
export function truthy(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
}

/** A rule's result: true, false, or `undefined` for unknown. */
export function truth(value: unknown): boolean | undefined {
  return value === undefined ? undefined : truthy(value);
}

/** `and`: the first false value settles it; else unknown when any is unknown; else the last. */
export function and(...parts: Lazy[]): unknown {
  let last: unknown;
  let unknown = false;
  for (const part of parts) {
    last = part();
    if (last === undefined) unknown = true;
    else if (!truthy(last)) return last;
  }
  return unknown ? undefined : last;
}

/** `or`: the first true value settles it; else unknown when any is unknown; else the last. */
export function or(...parts: Lazy[]): unknown {
  let last: unknown;
  let unknown = false;
  for (const part of parts) {
    last = part();
    if (last === undefined) unknown = true;
    else if (truthy(last)) return last;
  }
  return unknown ? undefined : last;
}

export function not(value: unknown): boolean | undefined {
  return value === undefined ? undefined : !truthy(value);
}

/** `if`: pairs of condition and result, then an optional else. An unknown condition makes the result unknown. */
export function when(...parts: Lazy[]): unknown {
  let i = 0;
  for (; i < parts.length - 1; i += 2) {
    const condition = parts[i]?.();
    if (condition === undefined) return undefined;
    if (truthy(condition)) return parts[i + 1]?.();
  }
  return i < parts.length ? parts[i]?.() : null;
}
