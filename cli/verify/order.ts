/** What a verification is asked and what comes of it: plain data, for it goes from thread to thread. */
import type { Files, Options, Problem } from '../../compile/index.ts';
import type { PathReport } from '../../verifier/check/paths.ts';
import type { FlowCover } from '../../verifier/cover/cover.ts';
import type { GoalKind } from '../../verifier/cover/goals.ts';
import type { Ran } from '../../verifier/fixture/verdict.ts';
import type { Finding } from '../../verifier/prove/prove-all.ts';

/** What can be asked: the verbs of these names, and `cover --write`. */
export type Piece = 'check' | 'prove' | 'test' | 'cover' | 'write';

export interface Order {
  readonly files: Files;
  readonly options: Options;
  readonly pieces: readonly Piece[];
  /**
   * Whether the content is the project's own: a folder of other content borrows the project's schemas and need not use
   * all of them.
   */
  readonly whole: boolean;
  /** Obligations to prove; all when empty. */
  readonly obligations: readonly string[];
  /** Flows whose ways are checked or covered; all when empty. */
  readonly flows: readonly string[];
}

/** One share of the work: what is asked of the ways of these flows on these brands, one brand after the other. */
export interface Share extends Pick<Order, 'pieces' | 'flows'> {
  readonly brands: readonly string[];
}
/** All fixtures of a brand, played once for `test` and `cover`. */
interface Playing {
  readonly plays: string;
}
/** The rules of all brands are a share of their own. */
export type Unit = Share | Playing | 'rules';

/** Of each brand the ids of the goals that its fixtures reach. */
export type Reached = Readonly<Record<string, ReadonlySet<string>>>;

/** A brand and its flows, in the order in which things are said of them. */
export interface BrandFlows {
  readonly id: string;
  readonly flows: readonly string[];
}

/** Something that no fixture reaches. */
export interface ToldGap {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly kind: GoalKind;
  readonly id: string;
  readonly says: string;
}
export interface ToldCover extends Pick<FlowCover, 'brand' | 'flow' | 'counts' | 'states' | 'inexact'> {
  readonly gaps: readonly ToldGap[];
  readonly apart: readonly ToldGap[];
}
/** What `cover --write` wants written, and what it found of the files that it wrote before. */
export interface ToldWriting {
  readonly add: readonly { readonly file: string; readonly text: string }[];
  readonly again: readonly { readonly file: string; readonly text: string; readonly differences: readonly string[] }[];
  readonly broken: readonly { readonly file: string; readonly failures: readonly string[] }[];
  readonly needless: readonly string[];
  readonly left: readonly ToldGap[];
}
export interface BrandPart {
  readonly brand: string;
  readonly reports: readonly PathReport[];
  readonly findings: readonly Finding[];
  readonly ran: readonly Ran[];
  readonly cover: readonly ToldCover[];
  readonly writing?: ToldWriting;
  /** States of the explorations, where all flows were explored. */
  readonly states: number;
  /** Where its fixtures were played: ids of the goals that they reach. */
  readonly reached?: ReadonlySet<string>;
  /** Seconds of processor time by what they were spent on. */
  readonly seconds: Seconds;
}
export type Seconds = Readonly<Record<string, number>>;

/** The example applicants of problems in words, by `problemKey`. */
export type Examples = Readonly<Record<string, string>>;
export const problemKey = ({ file, line, column, code }: Problem): string => `${file}:${line}:${column} ${code}`;

/** What a thread says. */
export type Reply =
  | {
      readonly kind: 'ready';
      readonly brands: readonly BrandFlows[];
      readonly units: readonly Unit[];
      readonly seconds: number;
    }
  /** The content has problems of form, so nothing can be walked. */
  | { readonly kind: 'refused'; readonly problems: readonly Problem[] }
  /** A name that was asked for does not exist. */
  | { readonly kind: 'unknown'; readonly says: string }
  | { readonly kind: 'progress'; readonly what: string; readonly states: number }
  | { readonly kind: 'parts'; readonly parts: readonly BrandPart[]; readonly examples: Examples }
  | {
      readonly kind: 'rules';
      readonly problems: readonly Problem[];
      readonly examples: Examples;
      readonly seconds: number;
    };
