/** What the explorer is told and what it finds. */
import type { Call, CompiledFlow, Compute, Field, Step, StepId } from '../../runtime/core/definition.ts';
import type { Effect } from '../../runtime/core/events.ts';
import type { Facts, Json, Path } from '../../runtime/core/facts.ts';
import type { Journey, State } from '../../runtime/core/state.ts';

/** What an obligation needs told apart, and until when. */
export interface Asked {
  /** Decides whether it applies to this applicant, and what it demands of the facts: true, false or unknown. */
  readonly scope: readonly Compute[];
  /** What must be so of the way. */
  readonly memory?: Memory;
  /** A step that must have been left. */
  readonly passed?: StepId;
  /** The steps at which it is asked: coming there is the moment. */
  readonly at: readonly StepId[];
  /** The moment is coming there, not a box that is ticked there. */
  readonly arrives?: true;
  /** Nothing is asked of who comes there: it tells states apart for whoever follows the ways afterwards. */
  readonly apart?: true;
  /**
   * Nothing is asked any more of whoever keeps it once nothing that it hangs on can be otherwise by then: they are one
   * with those whom it is not for.
   */
  readonly settles?: boolean;
}

/** Something done, and what came of it at once. */
export interface Passage {
  readonly from: Pick<Node, 'state' | 'pending'>;
  readonly move: Move;
  readonly after: State;
  /** Disclosures that were on the page when it was left. */
  readonly shown: readonly string[];
  /** Answers given that are not told apart yet. */
  readonly later?: ReadonlyMap<Path, Later>;
}

/** Something that is remembered of the way and that no fact says. Two of one name are one. */
export interface Memory {
  readonly name: string;
  /** Disclosures whose conditions decide it. */
  readonly tags: readonly string[];
  /** Whether it is so after a passage, where it was so before, or was not. */
  readonly after: (before: boolean, passage: Passage) => boolean;
  /** Whether something done at this step may end it: who passed the step may go back there and do it. */
  readonly endsAt?: (step: Step) => boolean;
}

/** What is given to a field. */
export interface Tries {
  readonly values: readonly Json[];
  /** Each is tried; else the first that the field accepts. */
  readonly each: boolean;
  /**
   * Those of the values that no rule tells apart, any of which stands for all that the field accepts; `whole`: each is
   * tried all the same.
   */
  readonly open?: { readonly values: ReadonlySet<Json>; readonly whole: boolean };
  /** The values stand for those between them. */
  readonly between?: true;
}

/** What the explorer is told about the world it cannot read from the compiled flow. */
export interface Domain {
  /** Values for a field: each is tried where some rule reads the answer, else the first that the field accepts. */
  readonly answers: (step: StepId, field: Field) => Tries;
  /**
   * More values to try, around what the field's answer is compared with; they depend on the facts known when it is
   * asked.
   */
  readonly near: (field: Field, facts: Facts) => readonly Json[];
  /**
   * Every value the explorer gives the fact at this path, when it is a few and known beforehand; undefined stands for
   * no answer.
   */
  readonly candidates: (path: Path) => readonly (Json | undefined)[] | undefined;
  /** Values worth trying for a call's result with this outcome; undefined when it brings nothing. */
  readonly results: (call: Call, outcome: string) => readonly (Json | undefined)[];
  /** Every value that a result of this name may have; undefined where they are not known beforehand. */
  readonly resultsNamed: (name: string) => readonly (Json | undefined)[] | undefined;
  /** Declared outcomes of an operation. */
  readonly outcomes: (operation: string) => readonly string[];
  /** Whether this operation may sign the person in. */
  readonly signsIn: (operation: string) => boolean;
  /** Whether somebody else has the page after it, though they were signed in before. */
  readonly changesPerson: (operation: string) => boolean;
  /** Payload of an event of a widget, or undefined. */
  readonly payload: (widget: string, event: string) => Json | undefined;
  /**
   * How far the application is once this operation came out so, where something of the flow reads that; undefined where
   * it says nothing of it. What is told of it takes the place of what was known.
   */
  readonly tells?: (operation: string, outcome: string) => Json | undefined;
  /** Facts outside the answers that some rule reads, with the values that differ. */
  readonly world: Readonly<Record<Path, readonly Json[]>>;
  /**
   * How far the application is after this outcome of an operation or event of a channel; undefined where it says
   * nothing of that.
   */
  readonly progress: (step: StepId, record: Journey[string]) => Json | undefined;
  /** Conditions by which states differ for the whole journey, whether or not a later rule reads their facts. */
  readonly kept: readonly Compute[];
  /**
   * The parts of what locks hang on, each a condition by itself that says nothing of the others: what they come to says
   * which locks hold. Where nothing is said, the conditions of the locks as they are.
   */
  readonly locks?: readonly Compute[];
  /** What obligations need told apart, as long as they can still be asked. */
  readonly asked: readonly Asked[];
  /**
   * How many people answers may make before those that can are told apart where they first matter; 1,000 where nothing
   * is said.
   */
  readonly people?: number;
  /** Whether a check of a step is only a sample: a value it refuses may stand for one it would accept. */
  readonly sampled: (step: StepId, check: number) => string | undefined;
}

/** What is explored: a flow in its domain. */
export interface Terrain {
  readonly flow: CompiledFlow;
  readonly domain: Domain;
}

/** One thing a person or the world does, in the words of a fixture. */
export type Act =
  | { readonly at: StepId; readonly answer: Readonly<Record<string, Json>> }
  | { readonly press: string }
  | { readonly dialog: string }
  /** `inside`: the dialog of the page in which it stands; `item`: the item of a repeat. */
  | { readonly follow: number; readonly inside?: string; readonly item?: Json }
  | {
      readonly widget: string;
      readonly event: string;
      readonly inside?: string;
      readonly payload?: Json /** The row of a `repeat`, from 0. */;
      readonly item?: number;
    }
  | { readonly event: string; readonly channel: string }
  | { readonly giveUp: string }
  | { readonly elapsed: number }
  /** The person opens the address of a page that they passed, or from there that of the page they had come to. */
  | { readonly visits: StepId }
  /** Whoever left the flow for there comes back to it, with what was saved. */
  | { readonly returnsFrom: string }
  /** An answer given before that first matters here: what it was. */
  | { readonly earlier: { readonly at: StepId; readonly field: string; readonly value?: Json } }
  /** A fact about the person or the world that first matters here. */
  | { readonly given: Given };

/** Facts of the world by path. */
export type Given = Readonly<Record<Path, Json>>;

export type CallEffect = Extract<Effect, { readonly type: 'call' }>;

export interface Move {
  /** What the person or the world did; empty when a call came back. */
  readonly acts: readonly Act[];
  readonly outcome?: {
    readonly operation: string;
    readonly outcome: string /** What it brought. */;
    readonly value?: Json /** The call signed the person in. */;
    readonly signsIn?: true;
  };
}
/** An answer that was given and is not told apart yet, with every value that it may have. */
export interface Later {
  readonly step: StepId;
  readonly field: string;
  readonly values: readonly (Json | undefined)[];
}
export interface Node {
  readonly id: number;
  readonly step: StepId;
  readonly state: State;
  /** Calls under way, in the order they were asked. */
  readonly pending: readonly CallEffect[];
  readonly parent?: Node;
  readonly move?: Move;
  /** Names of what is remembered of the way here: what obligations hang on. */
  readonly remembered: ReadonlySet<string>;
  /** Path of an answer to what it may be, where that is not told apart yet. */
  readonly later: ReadonlyMap<Path, Later>;
  readonly depth: number;
}
export interface Leg {
  readonly from: Node;
  readonly move: Move;
  /** The node it leads to, or where out of the flow. */
  readonly to: Node | string;
  /** What is remembered at its end. */
  readonly remembered: ReadonlySet<string>;
  /**
   * The state as this way made it: where it leads out of the flow, and where the node led to was reached otherwise
   * first.
   */
  readonly after: State;
}
/** What happens to be true where a journey begins, and the node it begins at. */
export interface Start {
  readonly given: Given;
  /** The entry by whose address it begins; absent: the first page. */
  readonly entry?: StepId;
  readonly node: Node;
}
/**
 * Where a person stood, to the steps that they had passed and that came again from there though the rules alone did not
 * say so.
 */
export type Again = ReadonlyMap<StepId, ReadonlySet<StepId>>;

export interface Exploration {
  readonly starts: readonly Start[];
  /** Coming into the flow: from each start to itself. Whoever enters at a step arrives there as whoever walks does. */
  readonly entries: readonly Leg[];
  readonly nodes: readonly Node[];
  readonly legs: readonly Leg[];
  /** Nodes where nothing a person or the world can do leads anywhere, and that are no outcome. */
  readonly deadEnds: readonly Node[];
  /** One node of each way round on which calls go on for ever without an act of a person, an event or a wait. */
  readonly circles: readonly Node[];
  /**
   * False when the budget ended, or somebody interrupted, before everything was visited: nothing may be called proved.
   */
  readonly complete: boolean;
  readonly again: Again;

  /** Sentences: what was only a sample on these ways, and where. */
  readonly samples: readonly Sample[];
}
/** Something that was tried with some values and not with all that differ. */
export interface Sample {
  /** Where; undefined when it may be anywhere. */
  readonly step?: StepId;
  /** A sentence without its full stop. */
  readonly says: string;
  readonly of: SampleOf;
}
/** What was only a sample: how it is counted, and what can be done about it. */
export type SampleOf = 'comparison' | 'date' | 'fact' | 'limit' | 'list' | 'order' | 'question' | 'result';

/** What an event leads to. */
export interface Reached {
  readonly state: State;
  readonly pending: readonly CallEffect[];
  readonly exit?: string;
  /** Disclosures that were on the page when it was left. */
  readonly shown: readonly string[];
}
