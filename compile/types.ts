/** What the compiler takes and gives; decisions/0003. */
import type { Access, StepKind } from '../runtime/core/definition.ts';
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
}

export type Env = 'local' | 'qa' | 'prod';
export interface Options {
  readonly env: Env;
  /** Calendar date `YYYY-MM-DD` that picks the compliance rows and documents in force. */
  readonly today: string;
}

/** An ES module; its default export is a CompiledFlow, CompiledApp or CompiledCompliance. It imports `./kit-<hash>.js` only. */
export interface Module {
  readonly hash: string;
  readonly code: string;
}
interface Route {
  readonly step: string;
  readonly kind: StepKind;
  readonly path: string;
  readonly access: Access;
}
export interface FlowModule extends Module {
  readonly id: string;
  readonly title: string;
  readonly base: string;
  readonly access: Access;
  readonly saves: 'none' | 'application';
  readonly routes: readonly Route[];
}
export interface BrandContent {
  readonly facts: JsonObject;
  readonly theme: JsonObject;
  readonly flags: JsonObject;
  readonly flows: Readonly<Record<string, FlowModule>>;
  readonly app: Module;
  readonly compliance: Module;
}
/** One operation as `schemas/api/operations/<name>.json` declares it, with the text of its GraphQL document. */
export interface Operation {
  readonly name: string;
  readonly kind: 'graphql' | 'rest' | 'identity';
  readonly says?: string;
  readonly input: JsonObject;
  readonly value?: JsonObject;
  readonly valueAt?: string;
  readonly outcomeAt?: string;
  readonly outcomes: Readonly<Record<string, string>>;
  readonly access: Access;
  readonly timeoutMs: number;
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path?: string;
  readonly action?: string;
  readonly errors?: Readonly<Record<string, string>>;
  readonly document?: string;
}
export interface CompiledContent {
  readonly kit: Module;
  readonly brands: Readonly<Record<string, BrandContent>>;
  readonly operations: Readonly<Record<string, Operation>>;
}
export interface Compiled {
  readonly problems: readonly Problem[];
  /** Only when there are no problems. */
  readonly content?: CompiledContent;
}
export type { Json, JsonObject };
