/** The text of one compiled expression with what it reads, and what an expression stands in. */

export interface Code {
  readonly js: string;
  /** Fact paths it may read, named rules and values unfolded. */
  readonly reads: ReadonlySet<string>;
  /** Whether it goes over a list and so needs the step budget. */
  readonly loops: boolean;
  /** Whether it comes to true, false or unknown, and to nothing else. */
  readonly isTruth?: boolean;
  /** Of a truth, whether it is never unknown. */
  readonly isKnown?: boolean;
}

/** What an expression stands in. */
export interface Scope {
  /**
   * `json-logic` is for the published compatibility suite only: missing is `null`, computed `var` and `reduce` exist.
   */
  readonly policy: 'unknown' | 'json-logic';
  /** The JavaScript name of the data that `var` reads: the facts, or the item inside a list operator. */
  readonly data: string;
  readonly depth: number;
  hoist(prefix: string, expression: string): string;
  rule(name: string): Code;
  value(name: string): Code;
}

export function code(js: string, reads: Iterable<string> = [], loops = false): Code {
  return { js, reads: new Set(reads), loops };
}
/** Code made of parts: it reads what they read. */
export function join(parts: readonly Code[], js: string, loops = false): Code {
  return {
    js,
    reads: new Set(parts.flatMap((part) => [...part.reads])),
    loops: loops || parts.some((part) => part.loops),
  };
}
