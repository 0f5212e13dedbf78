/** What a flow (or app.json) uses, each with the place where it stands: the records that `uses.ts` collects. */
import type { Json, JsonObject } from '../runtime/core/facts.ts';
import type { Here } from './words.ts';

/** What an expression or text may see beside the facts that are always there. */
export interface Sight {
  /** Ids of the `keep: never` fields of the step. */
  readonly typed: readonly string[];
  readonly item: boolean;
  /** What the nearest repeat goes over, as it is written, and what that sees itself. */
  readonly over?: { readonly list: Json; readonly sight: Sight };
  readonly payload: boolean;
  /** What brings the payload: an event of a widget, or of a button of an item; a message of a channel without it. */
  readonly told?: { readonly widget?: string; readonly event: string };
  /** The operation whose error it is said of, as the message of one of its outcomes. */
  readonly problem?: string;
  /** What a word of the runtime reads as `here`, with the type of each. */
  readonly here?: Here;
  /** Whether arithmetic is allowed: in `values/` only. */
  readonly arithmetic: boolean;
}
export interface Use {
  readonly holder: object;
  readonly key: string | number;
  readonly sight: Sight;
  readonly step?: string;
  /** The dialog it stands in. */
  readonly dialog?: string;
  /** The conditions of what it stands in, outermost first. */
  readonly around: readonly Json[];
}
export interface ExpressionUse extends Use {
  readonly expression: Json;
  readonly as: 'rule' | 'value';
}
export interface TextUse extends Use {
  readonly text: string;
}
export interface TargetUse extends Use {
  readonly target: JsonObject;
}
export interface CallUse extends Use {
  readonly call: JsonObject;
  /** `told`: made on the way, and nobody waits for its answer. */
  readonly from: 'load' | 'action' | 'event' | 'told';
}
export interface FieldUse extends Use {
  readonly id: string;
  /** As it holds, with what its value brings. */
  readonly field: JsonObject;
  readonly written: JsonObject;
  /** Of a list that the person makes: the questions of its items, which see `item`. */
  readonly parts: readonly FieldUse[];
}
export interface ItemUse extends Use {
  readonly item: JsonObject;
  readonly kind: string;
}
export interface SetUse extends Use {
  readonly path: string;
  readonly value: Json;
  /** The action, reaction or target that sets it. */
  readonly act: JsonObject;
  readonly from: 'action' | 'event' | 'target';
}
export interface ClearUse extends Use {
  readonly path: string;
  readonly from:
    | { readonly kind: 'field'; readonly id: string }
    | { readonly kind: 'act'; readonly act: JsonObject }
    | { readonly kind: 'stay' };
}
export interface Uses {
  readonly expressions: ExpressionUse[];
  readonly texts: TextUse[];
  readonly targets: TargetUse[];
  readonly calls: CallUse[];
  readonly fields: FieldUse[];
  readonly items: ItemUse[];
  readonly sets: SetUse[];
  readonly clears: ClearUse[];
  readonly heard: HeardUse[];
}
/** A channel's last message, by the name that words of its step read. */
export interface HeardUse extends Use {
  readonly as: string;
}
