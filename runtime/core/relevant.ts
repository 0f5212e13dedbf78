import type { Json, JsonObject, Path } from './facts.ts';
import { isObject, segments } from './paths.ts';

/** The answers counted so far: filled in place during one walk, so that a walk of n answers costs n. */
export class Relevant {
  readonly root: Record<string, Json>;
  readonly #mine: WeakSet<object>;
  #added: Path[] = [];
  /** Whether nothing added since the mark took the place of something that was there. */
  addsAlone = true;

  constructor(from: JsonObject = {}) {
    this.root = { ...from };
    this.#mine = new WeakSet<object>([this.root]);
  }

  mark(): void {
    this.#added = [];
    this.addsAlone = true;
  }

  add(path: Path, value: Json): void {
    const way = segments(path);
    let at = this.root;
    for (let index = 0; index < way.length - 1; index += 1) {
      const key = way[index] as string;
      const old = Object.hasOwn(at, key) ? at[key] : undefined;
      let next: Record<string, Json>;
      if (typeof old === 'object' && old !== null && this.#mine.has(old)) next = old as Record<string, Json>;
      else {
        if (old !== undefined && !isObject(old)) this.addsAlone = false;
        next = typeof old === 'object' && old !== null && !Array.isArray(old) ? { ...(old as JsonObject) } : {};
        this.#mine.add(next);
        at[key] = next;
      }
      at = next;
    }
    const last = way[way.length - 1] as string;
    if (Object.hasOwn(at, last)) this.addsAlone = false;
    else this.#added.push(path);
    at[last] = value;
  }

  /** The answers without those added since the mark. */
  unmarked(): JsonObject {
    const added = new Set(this.#added);
    const without = (at: JsonObject, below: string): JsonObject => {
      const out: Record<string, Json> = {};
      for (const key of Object.keys(at)) {
        const path = below === '' ? key : `${below}.${key}`;
        const value = at[key] as Json;
        if (added.has(path)) continue;
        if (typeof value !== 'object' || value === null || !this.#mine.has(value)) out[key] = value;
        else {
          const rest = without(value as JsonObject, path);
          if (Object.keys(rest).length > 0) out[key] = rest;
        }
      }
      return out;
    };
    return added.size === 0 ? this.root : without(this.root, '');
  }
}
