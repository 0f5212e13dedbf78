/** What the page is told about the operations it may perform and about the brand it stands for. Data only: the runtime knows kinds, never a single operation. */
import type { Access } from '../core/definition.ts';
import type { Json, JsonObject } from '../core/facts.ts';

/** One operation as `schemas/api/operations/<name>.json` declares it, with the text of its GraphQL document. */
export interface Operation {
  readonly name: string;
  readonly kind: 'graphql' | 'rest' | 'identity';
  /** Where the value of a good answer stands, as a dotted path below `data` (graphql) or below the body (rest). */
  readonly valueAt?: string;
  /** The place whose string is the outcome; without it a good answer is `ok`. */
  readonly outcomeAt?: string;
  readonly outcomes?: Readonly<Record<string, string>>;
  readonly access: Access;
  readonly timeoutMs: number;
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path?: string;
  readonly action?: string;
  /** Provider exception name -> outcome, for kind `identity`. */
  readonly errors?: Readonly<Record<string, string>>;
  readonly document?: string;
}

interface BootRoute {
  readonly step: string;
  readonly kind: string;
  readonly path: string;
  readonly access: Access;
}
interface BootFlow {
  readonly hash: string;
  readonly base: string;
  readonly title: string;
  readonly access: Access;
  readonly saves: 'none' | 'application';
  readonly routes: readonly BootRoute[];
}

/** `GET /definitions/boot.json?brand=`, also in the page's `<script type="application/json" id="boot">`. */
export interface Boot {
  readonly brand: string;
  readonly env: string;
  readonly version: string;
  readonly facts: JsonObject;
  readonly flags: JsonObject;
  readonly flows: Readonly<Record<string, BootFlow>>;
  /** Hash of the CompiledApp module. */
  readonly app: string;
  /** Hash of the CompiledCompliance module. */
  readonly compliance: string;
  readonly operations: Readonly<Record<string, Operation>>;
  readonly identity: { readonly userPoolId: string; readonly clientId: string; readonly endpoint: string };
  /** Instant of the request; the test clock's in local mode. */
  readonly now: string;
}

/** The answer to an operation: a declared outcome, or `unauthenticated`, `unavailable`, `failed`. */
export interface Outcome {
  readonly name: string;
  readonly value?: Json;
  /** What else the answer said about an error: `revision` of a conflict, `reason` and `path` of a refusal. */
  readonly detail?: JsonObject;
}
