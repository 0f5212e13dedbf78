/** What a kind of new thing says of itself. */
/** Path below the content folder to the text of the file; a file that is copied as it is stands by its source. */
export interface Made {
  readonly written: Readonly<Record<string, string>>;
  readonly copied: Readonly<Record<string, string>>;
  /** What is left to do by hand, if anything is. */
  readonly says?: string;
}
export interface Order {
  /** What the new thing is called; a step `<flow>/<step>`, a state row by the letters of its state. */
  readonly name: string;
  /** Content as it is, later folders over earlier ones. */
  readonly folders: readonly string[];
  readonly options: Readonly<Record<string, string | undefined>>;
}
/** Something that the person who gave the order can mend. */
export class Unmade extends Error {}

/** A kind of thing that `npm run new` makes: a file of kinds/, called like it. */
export interface Kind {
  /** What `--help` says after the kind. */
  readonly says: string;
  readonly name: RegExp;
  /** What a name looks like, in words. */
  readonly named: string;
  readonly make: (order: Order) => Made;
}

/** The words for names of files and addresses. */
export const HYPHENED = 'small letters, digits and hyphens, a letter first, like ask-us';
