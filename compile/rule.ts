/**
 * What every rule of `check` says of itself. From it come its place in docs/rules.md, `npm run flow -- rules <name>`,
 * and its test.
 */

/** What stood in a file and what stands there instead; or the text of a whole file. */
export type Edit = readonly [file: string, from: string, to: string] | readonly [file: string, text: string];

export interface RuleText {
  /** Codes that its problems carry. */
  readonly codes: readonly [string, ...string[]];
  /**
   * `refused`: such content compiles to nothing. `concern`: a server starts with it all the same; `check` tells it and
   * exits 1.
   */
  readonly severity: 'refused' | 'concern';
  /** What is wrong, in a sentence or two. */
  readonly says: string;
  /** What to do. */
  readonly remedy: string;
  /** Changes of the small lending flow (tests/verifier/lending) that it tells: where `»` stands. */
  readonly bad: readonly Edit[];
  /** The like of it that is right. */
  readonly good: readonly Edit[];
}
