/** What the compiler takes and gives; decisions/0003. */
import type { FlowMeta } from '../contract/boot.ts';
import type { Operation } from '../contract/operation.ts';
import type { Json, JsonObject } from '../runtime/core/facts.ts';

/** Path below the content folder, with forward slashes, to the text of the file: `'flows/apply/flow.json'`. */
export type Files = Readonly<Record<string, string>>;

export interface Place {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
}

/** Something wrong in the content: where, what, and what to do about it. */
export interface Problem extends Place {
  readonly code: string;
  /** A sentence an analyst understands. */
  readonly message: string;
  readonly fix: string;
  readonly example?: JsonObject;
  /** The wrong name behind it: of the problems with one cause the first alone is told, and where the others are. */
  readonly cause?: string;
}

export type Env = 'local' | 'dev' | 'qa' | 'prod';
export interface Options {
  readonly env: Env;
  /** Calendar date `YYYY-MM-DD` that picks the compliance rows and documents in force. */
  readonly today: string;
}

/**
 * An ES module; its default export is a CompiledFlow, CompiledApp, CompiledCompliance or CompiledStandIns. It imports
 * `./kit-<hash>.js` only.
 */
export interface Module {
  readonly hash: string;
  readonly code: string;
}
export interface FlowModule extends Module, FlowMeta {
  readonly id: string;
  /** The modules of its other steps, whose hashes stand in its text; absent: it holds all of them. */
  readonly pieces?: readonly Module[];
}
export interface BrandContent {
  readonly facts: JsonObject;
  readonly theme: JsonObject;
  readonly flags: JsonObject;
  readonly flows: Readonly<Record<string, FlowModule>>;
  /** With the words of its widgets. */
  readonly app: Module & { readonly pieces: readonly Module[] };
  /** With the module of the whole, where it has not all. */
  readonly compliance: Module & { readonly pieces?: readonly Module[] };
}
export interface CompiledContent {
  readonly kit: Module;
  readonly brands: Readonly<Record<string, BrandContent>>;
  readonly operations: Readonly<Record<string, Operation>>;
  /** What the server answers for operations that nobody has built yet. */
  readonly standIns: Module;
}
export interface Compiled {
  readonly problems: readonly Problem[];
  /** Only when there are no problems. */
  readonly content?: CompiledContent;
}
export type { Json, JsonObject };
