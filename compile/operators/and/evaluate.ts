import { truthy } from '../../kit/truth.ts';

/** The first false value settles it; else unknown when any is unknown; else the last. */
export function and(...parts: (() => unknown)[]): unknown {
  let last: unknown;
  let unknown = false;
  for (const part of parts) {
    last = part();
    if (last === undefined) unknown = true;
    else if (!truthy(last)) return last;
  }
  return unknown ? undefined : last;
}
