/** Plain data that notes what is read of it: what nobody read has decided nothing, whatever it is elsewhere. */

/** What stands at a place, as far as one look tells: a value, or that there are members of which none was read yet. */
type Mark = string;

const isMembers = (value: unknown): value is object => typeof value === 'object' && value !== null;
const markOf = (value: unknown): Mark =>
  isMembers(value) ? (Array.isArray(value) ? 'list' : 'members') : (JSON.stringify(value) ?? 'undefined');
/** What stands there as far as words tell: that something of this kind is said. */
const kindOf = (value: unknown): Mark =>
  isMembers(value) || value === undefined || value === null || value === '' ? markOf(value) : typeof value;
const keysOf = (value: unknown): Mark => (isMembers(value) ? JSON.stringify(Reflect.ownKeys(value)) : 'none');

const copyOf = (all: ReadonlyMap<string, ReadonlyMap<string, Mark>>): Map<string, Map<string, Mark>> =>
  new Map([...all].map(([name, read]) => [name, new Map(read)]));

export class Readings {
  /** Name of the data -> the way to a member, as JSON -> what stood there. */
  readonly #values: Map<string, Map<string, Mark>>;
  /** The same of what was read to be said. */
  readonly #said: Map<string, Map<string, Mark>>;
  /** The same of the names of all members. */
  readonly #keys: Map<string, Map<string, Mark>>;
  #isSaying = false;

  /** @param before what was read already */
  constructor(before?: Readings) {
    this.#values = copyOf(before ? before.#values : new Map());
    this.#said = copyOf(before ? before.#said : new Map());
    this.#keys = copyOf(before ? before.#keys : new Map());
  }

  /** What comes of a look at these data that nobody looks at again: only that there was something to say is noted. */
  saying<T>(look: () => T): T {
    const before = this.#isSaying;
    this.#isSaying = true;
    try {
      return look();
    } finally {
      this.#isSaying = before;
    }
  }

  /**
   * The same data, each look at which is noted from now on. To change it is an error.
   * @param name by which the data of others are compared with it
   */
  noted<T extends object>(name: string, data: T): T {
    const values = new Map<string, Mark>();
    const said = new Map<string, Mark>();
    const keys = new Map<string, Mark>();
    this.#values.set(name, values);
    this.#said.set(name, said);
    this.#keys.set(name, keys);
    const made = new Map<string, object>();
    const at = (way: readonly string[], real: object): object => {
      const path = JSON.stringify(way);
      const known = made.get(path);
      if (known) return known;
      const own = (key: PropertyKey): unknown => (Object.hasOwn(real, key) ? Reflect.get(real, key) : undefined);
      const looked = new Map<string, { readonly value: unknown; readonly isExact: boolean }>();
      const look = (key: string): unknown => {
        const before = looked.get(key);
        if (before && (before.isExact || this.#isSaying)) return before.value;
        const value = own(key);
        const isExact = !this.#isSaying;
        const place = JSON.stringify([...way, key]);
        if (isExact) values.set(place, markOf(value));
        else said.set(place, kindOf(value));
        const shown = before ? before.value : isMembers(value) ? at([...way, key], value) : value;
        looked.set(key, { value: shown, isExact });
        return shown;
      };
      // What is behind a proxy limits what it may answer, so behind this one is nothing.
      const proxy = new Proxy<object>(Array.isArray(real) ? [] : {}, {
        get: (empty, key): unknown => {
          if (typeof key === 'symbol') return Reflect.get(empty, key);
          const value = look(key);
          return Object.hasOwn(real, key) ? value : Reflect.get(empty, key);
        },
        has: (_, key) => (typeof key === 'symbol' ? Reflect.has(real, key) : (look(key), Object.hasOwn(real, key))),
        ownKeys: () => {
          keys.set(path, keysOf(real));
          return Reflect.ownKeys(real);
        },
        getOwnPropertyDescriptor: (_, key) => {
          if (typeof key === 'symbol') return undefined;
          const value = look(key);
          if (!Object.hasOwn(real, key)) return undefined;
          const isLength = Array.isArray(real) && key === 'length';
          return { value, writable: true, enumerable: !isLength, configurable: !isLength };
        },
        set: () => false,
        defineProperty: () => false,
        deleteProperty: () => false,
      });
      made.set(path, proxy);
      return proxy;
    };
    return at([], data) as T;
  }

  /** Whether everything that was read so far reads the same in these data, by their names. */
  holdIn(others: Readonly<Record<string, object>>): boolean {
    const reached = (name: string, path: string): unknown =>
      (JSON.parse(path) as readonly string[]).reduce<unknown>(
        (value, key) => (isMembers(value) && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined),
        others[name],
      );
    const hold = (all: ReadonlyMap<string, ReadonlyMap<string, Mark>>, mark: (value: unknown) => Mark): boolean =>
      [...all].every(([name, read]) => [...read].every(([path, stood]) => mark(reached(name, path)) === stood));
    return hold(this.#values, markOf) && hold(this.#said, kindOf) && hold(this.#keys, keysOf);
  }
}
