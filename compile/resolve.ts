/** What holds for one brand: overlays applied, shared rules joined, state-required fields unfolded. */
import type { JsonObject } from '../runtime/core/facts.ts';
import type { Docs } from './content.ts';

/** A flow as it holds for one brand. */
export interface ResolvedFlow {
  readonly id: string;
  readonly brand: string;
  readonly flow: JsonObject;
  /** A step for each page of those that have pages. */
  readonly steps: Docs;
  /** The steps as they are written; absent where none has pages. */
  readonly written?: Docs;
  readonly dialogs: Docs;
  /** The flow's own and the shared ones. */
  readonly rules: Docs;
  readonly values: Docs;
}
export interface ResolvedBrand {
  readonly id: string;
  readonly facts: JsonObject;
  readonly theme: JsonObject;
  readonly flags: JsonObject;
  readonly app: JsonObject;
  readonly flows: Readonly<Record<string, ResolvedFlow>>;
}
