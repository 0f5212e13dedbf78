/**
 * What `prove` hands to the judge: which states there are, and of each everything that can happen next. It is data: no
 * state stands in it, the judge makes each of them anew with core.
 */
import type { CompiledFlow } from '../runtime/core/definition.ts';
import type { Event } from '../runtime/core/events.ts';
import type { Json, JsonObject, Path } from '../runtime/core/facts.ts';
import type { World } from '../runtime/core/state.ts';

/** Something that happens, as core is told it; the last three are put into core's words by the judge alone. */
export type Deed =
  | Exclude<Event, { readonly type: 'entered' | 'saved' | 'refused' | 'saveFailed' }>
  /** What is so of the person or the world becomes known. */
  | { readonly type: 'given'; readonly facts: JsonObject }
  /** An answer that was left open turns out to be this; without a value it was not given. */
  | { readonly type: 'supposed'; readonly bind: Path; readonly value?: Json }
  /** Whoever left the flow enters it again with what was saved. */
  | { readonly type: 'returned' };

export interface Certificate {
  readonly starts: readonly { readonly given: JsonObject; readonly entry?: string; readonly to: number }[];
  /** In an order in which each is led to from one before it, or is a start. */
  readonly states: readonly {
    /** `to`: the number of the state it leads to, or where out of the flow. */
    readonly moves: readonly { readonly deeds: readonly Deed[]; readonly to: number | string }[];
    /** Answers that are not told apart yet, with every value that they may have; `null` is none. */
    readonly open: Readonly<Record<Path, readonly Json[]>>;
  }[];
}

/** What must be so of everybody whom it is for, at each moment. */
export interface Duty {
  readonly name: string;
  /**
   * Somebody comes to one of the steps, whose page counts where the journey `ends` there; a consent becomes true; or
   * somebody is there, and must be able to go on.
   */
  readonly moment: { readonly steps: ReadonlySet<string> } & (
    | { readonly kind: 'arrives' | 'stands'; readonly ends: boolean }
    | {
        readonly kind: 'consents';
        readonly bind: Path;
        readonly fields: readonly { readonly step: string; readonly field: string }[];
      }
  );
  /** For whom it is: all of these conditions are true. */
  readonly scope: readonly unknown[];
  /** One of these is demanded; `agreed` comes with `holds`, that one of its boxes is ticked. */
  readonly shown?: string;
  readonly passed?: string;
  readonly agreed?: string;
  readonly holds?: unknown;
  readonly boxes: readonly Path[];
  /** Documents any of which counts as the one demanded. */
  readonly tags: readonly string[];
  /** Sentences that the document must say, and facts that it or its pages must. */
  readonly contains: readonly string[];
  readonly figures: readonly Path[];
  /** What makes earlier showing, passing and agreeing count no more. */
  readonly since?: { readonly facts: readonly Path[]; readonly outcomes: readonly string[] };
}

/** Sentences without their full stop; none where it is so. */
export type Faults = readonly string[];

/** What is claimed: that the certificate names everything that can happen in this flow, in this world. */
export interface Claim {
  readonly flow: CompiledFlow;
  /** What is so before anything is known of the person. */
  readonly world: World;
  readonly certificate: Certificate;
  /** Every way an operation may end. */
  readonly outcomes: (operation: string) => readonly string[];
  /** Facts of the person and the world of which something is asked: every value that counts, `null` is none. */
  readonly unknown: Readonly<Record<Path, readonly Json[]>>;
  /** The text of each document in force, by its idTag, blanks one each. */
  readonly texts: Readonly<Record<string, string>>;
  /** Everything that will be asked. */
  readonly duties: readonly Duty[];
  /** Consents, by path below the answers: one that nobody gave counts for no demand. */
  readonly consents: readonly Path[];
}

/** What is said of a claim. */
export interface Judgement {
  readonly states: number;
  readonly moves: number;
  /** What is wrong with the certificate: nothing is proved by it. */
  readonly faults: Faults;
  readonly of: (duty: Duty) => { readonly proved: boolean; readonly moments: number; readonly faults: Faults };
}
