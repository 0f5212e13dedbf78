import { inspect } from 'node:util';

/** A value in clear that must not be printed: logs, JSON and templates show `[sealed]` only. */
export class Sealed<T> {
  readonly #value: T;
  constructor(value: T) {
    this.#value = value;
  }
  /** The value itself; the one place where it comes out. */
  reveal(): T {
    return this.#value;
  }
  toJSON(): string {
    return '[sealed]';
  }
  toString(): string {
    return '[sealed]';
  }
  [inspect.custom](): string {
    return '[sealed]';
  }
}
