/**
 * A compiled flow: what `compile/` hands to the engine and what a page loads from `/definitions/<hash>.js`.
 * Plain data plus pure closures; everything an analyst wrote has been checked before it takes this shape.
 */
import type { Facts, Json, JsonObject, Path } from './facts.ts';

export type StepId = string;
export type FieldId = string;

/** A pure expression over facts. `reads` lists every fact path it may read, named values unfolded. */
export interface Compute<T = unknown> {
  readonly reads: readonly Path[];
  readonly of: (facts: Facts) => T | undefined;
}
export interface Rule extends Compute<boolean> {
  readonly name?: string;
}
/** Words on a page; `{{...}}` placeholders are compiled to a Compute. */
export type Text = string | Compute<string>;

export type Access = 'public' | 'customer' | 'admin';

/**
 * Where answers and how pages were left are kept: nowhere, in this tab for the person until they sign out, or by the
 * server: as the loan application, or as a draft of the flow's own beside it.
 */
export type Saves = 'none' | 'session' | 'application' | Draft;

/** A document that the server keeps for a person: one open for each name. */
export interface Draft {
  readonly draft: string;
  /**
   * Where it can stand; it begins at `OPEN`. `keptDays`: days without a change after which it ends of itself; a status
   * without them is an end. `again`: whoever comes after that end begins another at once.
   */
  readonly statuses: Readonly<Record<string, { readonly keptDays?: number; readonly again?: true }>>;
  /** Types of application that are begun as this draft. */
  readonly applicationTypes?: readonly string[];
}

/** A question by where it stands. */
export interface Bound {
  readonly step: StepId;
  readonly field: FieldId;
}

export interface CompiledFlow {
  readonly id: string;
  readonly brand: string;
  /** Content hash of everything this flow was compiled from; an application stays on it (law 7). */
  readonly hash: string;
  /** URL prefix without a trailing slash, e.g. `/application`. */
  readonly base: string;
  readonly access: Access;
  readonly saves: Saves;
  /** The main line in order. A step that is not on it is reached by a target only. */
  readonly line: readonly StepId[];
  /** All steps; of a flow in pieces those whose piece is there. */
  readonly steps: Readonly<Record<StepId, Step>>;
  /**
   * Hashes of the modules in which the other steps come, in the order in which they are needed. Absent: every step
   * stands here.
   */
  readonly pieces?: readonly string[];
  /** Of a flow in pieces, what is known of every step before its piece is there, in the order of the flow. */
  readonly heads?: Readonly<Record<StepId, StepHead>>;
  readonly dialogs: Readonly<Record<string, Dialog>>;
  readonly stages: readonly Stage[];
  /** What was sent stands still: absent in flows compiled before there were locks. */
  readonly locks?: readonly Lock[];
  /** Bind path -> what asks it, for every field of the flow; of one in pieces, of the steps that came with it. */
  readonly binds: Readonly<Record<Path, readonly Bound[]>>;
  /** In order, the newest last; absent: none was written yet. */
  readonly migrations?: readonly Migration[];
  /** Path of a consent -> what it was given to; absent: none, or compiled before there were migrations. */
  readonly consents?: Readonly<Record<Path, Consent>>;
}

/** What becomes of the answers of earlier versions in one that was published later. */
export interface Migration {
  readonly moves: readonly Move[];
}
/** Paths below `answers`; each stands for all answers below it. */
export type Move =
  | { readonly kind: 'rename'; readonly from: Path; readonly to: Path }
  | { readonly kind: 'move'; readonly from: Path; readonly to: Path }
  | { readonly kind: 'default'; readonly path: Path; readonly value: Json }
  | { readonly kind: 'drop'; readonly path: Path }
  | { readonly kind: 'askAgain'; readonly path: Path };

/** What a consent was given to. */
export interface Consent {
  /** Hash of the words of its box and of its page. */
  readonly text: string;
  /** It is given to each document of a list; the version is written down nowhere. */
  readonly listed?: true;
}

/** Answers that can no longer be changed while a condition holds. */
export interface Lock {
  /** Reads no answers: what is locked does not hang on what could be changed. */
  readonly when: Rule;
  /** Paths below `answers`, each with everything under it; `*` is all of them. */
  readonly answers: readonly Path[];
  readonly except: readonly Path[];
  /** Answers among them that no field changes, but an action of an open page still sets. */
  readonly set?: readonly Path[];
  /** What the applicant is told. */
  readonly why: Text;
}

/** Some steps of a flow: what a page loads from `/definitions/<hash>.js` beside the flow itself. */
export interface FlowPiece {
  readonly hash: string;
  readonly steps: Readonly<Record<StepId, Step>>;
}
/** What is asked of a step though nobody is on the way to it: where it is, who may see it, what it may not tell. */
export interface StepHead
  extends Pick<Step, 'id' | 'kind' | 'path' | 'shown' | 'also' | 'access' | 'assurance' | 'origins'> {
  readonly page?: Pick<PageOf, 'of'>;
  readonly entry?: Rule | true;
  /** At least those that are sensitive, not kept, or erased once they are hidden. */
  readonly fields: Readonly<Record<FieldId, FieldHead>>;
  /** The place of its piece in the flow's `pieces`; absent: it stands in the flow. */
  readonly piece?: number;
}
export interface FieldHead extends Pick<Field, 'id' | 'bind' | 'sensitive' | 'keep' | 'hidden'> {
  readonly item?: { readonly fields: readonly FieldHead[] };
}

interface Stage {
  readonly id: string;
  readonly title: Text;
  readonly hiddenWhen?: Rule;
}

/**
 * How surely it must be known who the person is. `own`: as surely as the person themselves wants it
 * (`session.assuranceAsked`).
 */
export type Assurance = number | 'own';

/** `form`: a page; `wait`: calls and events route on; `route`: no page, decides. */
export type StepKind = 'form' | 'wait' | 'route';

/**
 * From where a page loads beside its own site, by kind of what is loaded: each a list of origins (`https://host`).
 * Nothing else may be loaded in its document.
 */
export type Origins = Readonly<
  Partial<Record<'script' | 'style' | 'frame' | 'connect' | 'image' | 'font', readonly string[]>>
>;

export interface Step {
  readonly id: StepId;
  readonly kind: StepKind;
  /** Path below the flow's base, without slashes at its ends; may hold `{name}` parameters. */
  readonly path: string;
  /** The path as an address shows it: without its sensitive parameters. Absent where it has none. */
  readonly shown?: string;
  readonly access: Access;
  /** How surely it must be known who the person is; absent: as access says. */
  readonly assurance?: Assurance;
  readonly stage?: string;
  /** Another path that leads here: that of the step whose first page this is. */
  readonly also?: string;
  /** From where its widgets load; absent where they need nothing but the site. */
  readonly origins?: Origins;
  /** Set on a page of a step that has several. */
  readonly page?: PageOf;
  readonly title: Text;
  readonly when?: Rule;
  /** While this holds the page's address, or another flow's target, begins the way here. It reads no answers. */
  readonly entry?: Rule;
  readonly load: readonly Call[];
  readonly fields: Readonly<Record<FieldId, Field>>;
  readonly fieldOrder: readonly FieldId[];
  readonly layout: readonly LayoutItem[];
  readonly checks: readonly Check[];
  readonly actions: readonly Action[];
  /** Where a `route` or `wait` step goes on its own; first that holds. */
  readonly next: readonly Choice[];
  readonly listen: readonly Listen[];
  readonly timers: readonly Timer[];
  /**
   * Milliseconds, from coming to the page, after which each thing that names its place here appears; read of the brand
   * and its flags. Absent: everything is there at once.
   */
  readonly appears?: readonly Compute<number>[];
  /**
   * Milliseconds, from when somebody set out for the page, until what is on it is seen; nothing waits for it. Absent:
   * it is seen at once.
   */
  readonly contentDelayMs?: number;
  /** Set on a step that waits where a part of its page stands or not by what a call of the page brings. */
  readonly isTold?: true;
  /** Set on a step where the journey ends; one of the flow's outcomes. */
  readonly outcome?: string;
  /** Fact path -> what on this page must be looked at again when it changes. */
  readonly affects: Readonly<Record<Path, readonly FieldId[]>>;
}

/** What a page of a step knows of it; its pages are steps of their own (decisions/0021). */
interface PageOf {
  /** The step as it is written. */
  readonly of: string;
  readonly title?: Text;
  /** The action that leads to the next page; absent on the last. */
  readonly onward?: string;
}

interface Violation {
  /** The JSON Schema keyword that failed, or `required`. */
  readonly keyword: string;
}

export interface Field {
  readonly id: FieldId;
  /** Path below `answers`. */
  readonly bind: Path;
  /** What draws it: the name of a folder of `runtime/react/controls` or of `widgets`. */
  readonly control: string;
  readonly type: 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object';
  readonly label: Text;
  readonly hint?: Text;
  readonly placeholder?: Text;
  readonly autocomplete?: string;
  readonly inputMode?: string;
  readonly maxLength?: number;
  readonly mask?: string;
  readonly when?: Rule;
  /** Optional fields say "(optional)"; a rule makes it depend on facts. */
  readonly required: boolean | Rule;
  /** Compiled ahead of time by ajv; `undefined` when the value fits. Never called with a missing value. */
  readonly validate: (value: Json) => Violation | undefined;
  /** Keywords whose limit is a fact (`pattern`, `minimum`, `maximum`, `minLength`, `maxLength`, `const`). */
  readonly dynamic: readonly { readonly keyword: string; readonly limit: Compute }[];
  /** Keyword -> message; `invalid` is the fallback. */
  readonly messages: Readonly<Record<string, Text>>;
  /** What is said where no message can be; absent where the field's own are sure to be known. */
  readonly otherwise?: { readonly required?: Text; readonly invalid?: Text };
  readonly choices?: Choices;
  readonly default?: Compute;
  /** Facts (`answers.<path>`, `typed.<field>`) that another answer here empties. Absent: none. */
  readonly clears?: readonly Path[];
  /** How its control says that an answer is said where it is shown and not asked. Default: as text, in its mask. */
  readonly says?: 'money' | 'parts' | ((value: Json) => string | undefined);
  /** The dots before the visible end of an answer, in the shape of the whole: no more than its end is ever shown. */
  readonly hides?: string;
  /** Cleaning before the value is stored, in order. */
  readonly normalise: readonly ('lines' | 'trim' | 'lower' | 'upper' | 'digits' | 'national' | 'compact')[];
  /** Sealed at rest and redacted everywhere (law 9). */
  readonly sensitive: boolean;
  /** What the owner sees of a stored value: all of it, or `{ "sealed": "1234" }`, its last four characters. */
  readonly reveal: 'owner' | 'lastFour';
  /** What becomes of the answer when it is no longer relevant. */
  readonly hidden: 'keep' | 'erase';
  /**
   * `never`: passwords and codes; the value is in no fact, save, storage or fixture output (law 9). `transient`: a fact
   * as long as the document lives, in no save or storage.
   */
  readonly keep: 'application' | 'never' | 'transient';
  /** Options of the control, constants or facts. */
  readonly options: Readonly<Record<string, Compute>>;
  /** The answer is files that the person sends: what they may be. Its `type` is `array`. */
  readonly file?: FileOf;
  /** Of a list that the person makes: what each of its items is asked. Its `type` is `array`. */
  readonly item?: ItemOf;
  /** The field's JSON Schema with the titles of its parts, for a control that draws from it. */
  readonly schema?: JsonObject;
}

/** What the files of an answer may be. */
export interface FileOf {
  /** Media types, as the first bytes of a file tell them. */
  readonly accept: readonly string[];
  /** How names of such files end (`.pdf`), for the device's own chooser. */
  readonly endings: readonly string[];
  /** The same as one says it: `PDF, JPEG or PNG`. */
  readonly says: string;
  /** Of one file. */
  readonly maxBytes: number;
  /** How many files there may be. */
  readonly most: number;
  /** Why a file is not taken and what to do, by `FileRefusal`; `fileLarger`: the server takes less than the field. */
  readonly words: Readonly<Record<string, Text>>;
}

/** The questions of one item of a list; what they read as `item` is the item they stand in. */
interface ItemOf {
  /** What one item is called: `person`. */
  readonly name: string;
  /** The name of an item's group; absent: its name and its place. */
  readonly title?: Text;
  /** In order; a `bind` is the name of a part of the item. */
  readonly fields: readonly Field[];
  /** Each at one of the fields. */
  readonly checks: readonly Check[];
  /** How many items there may be at most. */
  readonly most: number;
  /** Facts outside of the item that its questions and checks read. */
  readonly reads: readonly Path[];
}

export interface ChoiceItem {
  readonly value: string | number | boolean;
  readonly label: Text;
  readonly hint?: Text;
  readonly when?: Rule;
  /** Chosen with no other ("none of these"), where several may be. */
  readonly exclusive?: true;
}
export type Choices =
  | { readonly items: readonly ChoiceItem[] }
  | { readonly from: Compute<readonly Json[]>; readonly value: string; readonly label: string };

export type LayoutItem =
  | { readonly kind: 'field'; readonly field: FieldId }
  | {
      readonly kind: 'copy';
      readonly text: Text;
      readonly as: 'body' | 'heading' | 'note' | 'warning';
      readonly when?: Rule;
      readonly appears?: number;
    }
  | { readonly kind: 'disclosure'; readonly idTag: string; readonly consent?: FieldId; readonly when?: Rule }
  | { readonly kind: 'summary'; readonly steps: readonly StepId[]; readonly when?: Rule }
  | {
      readonly kind: 'group';
      /** What the flow shows beside its pages: drawn at the side where there is room. */
      readonly aside?: true;
      readonly title?: Text;
      /** Only the title is seen until it is opened. */
      readonly folded?: true;
      /** Drawn under the buttons of the page. */
      readonly below?: true;
      readonly items: readonly LayoutItem[];
      readonly when?: Rule;
      readonly appears?: number;
    }
  | {
      readonly kind: 'link';
      readonly text: Text;
      readonly target: Target;
      /** It looks like a button of the page. */
      readonly style?: 'primary' | 'secondary';
      readonly when?: Rule;
      readonly appears?: number;
    }
  | {
      readonly kind: 'widget';
      /** Unique on the page. */
      readonly id: string;
      readonly widget: string;
      readonly options: Readonly<Record<string, Compute>>;
      /** Options that are given as a repeat of the page shows its list; by option the id of the repeat. */
      readonly asListed?: Readonly<Record<string, string>>;
      /** The field the widget writes, if any. */
      readonly field?: FieldId;
      readonly events: Readonly<Record<string, Reaction>>;
      readonly when?: Rule;
    }
  | {
      readonly kind: 'repeat';
      /** Unique on the page. */
      readonly id: string;
      readonly each: Compute<readonly Json[]>;
      /** The part of an item that names it; absent where the items are plain values. */
      readonly key?: Path;
      /** Which items are shown: it reads the item. */
      readonly only?: Rule;
      /** How many are shown at first. */
      readonly show?: number;
      /** What is said where the list is there and nothing of it is shown. */
      readonly empty?: Text;
      /** The name of an item's group. */
      readonly title?: Text;
      /** What draws an item before its layout, if anything does. */
      readonly widget?: string;
      readonly items: readonly LayoutItem[];
      readonly options: Readonly<Record<string, Compute>>;
      readonly events: Readonly<Record<string, Reaction>>;
      readonly when?: Rule;
    }
  /** A button of an item: it tells an event of the repeat it stands in. */
  | {
      readonly kind: 'button';
      readonly event: string;
      readonly label: Text;
      readonly style: Action['style'];
      readonly when?: Rule;
    };

/** What an event of a widget does: calls in order, then a target. */
export interface Reaction {
  readonly set: readonly Assignment[];
  /** Absent in flows compiled before cookies could be written. */
  readonly cookies?: readonly CookieWrite[];
  /** Facts (`answers.<path>`, `typed.<field>`) that are emptied once the calls have come out. Absent: none. */
  readonly clears?: readonly Path[];
  readonly calls: readonly Call[];
  readonly next: readonly Choice[];
}

export interface Check {
  readonly assert: Rule;
  /** The field that shows the message. */
  readonly at?: FieldId;
  readonly message: Text;
  /** What is said of the page while the message reads what is unknown. */
  readonly otherwise?: Text;
}

/** A cookie that an act writes; without a value it is taken away. */
export interface CookieWrite {
  readonly name: string;
  readonly value: Compute;
  readonly maxAgeSeconds: number;
}
export interface Assignment {
  /** Path below `answers`; must be a declared answer. */
  readonly path: Path;
  readonly value: Compute;
}

export interface Action {
  readonly id: string;
  readonly label: Text;
  readonly busyLabel?: Text;
  readonly style: 'primary' | 'secondary' | 'link';
  /** It stands in the header of the page, not among its buttons: every page of the flow has it. */
  readonly inHeader?: true;
  readonly when?: Rule;
  /** Its place in the step's `appears`; absent: it is there at once. */
  readonly appears?: number;
  /** Whether the page's fields and checks must hold first; the default of a primary action. */
  readonly validates: boolean;
  readonly confirm?: string;
  /**
   * Of a dialog: whether the button that asked to confirm goes on. Absent where no button of the dialog says it: the
   * primary one does.
   */
  readonly confirms?: boolean;
  /** Absent: it can be pressed whenever it is offered. */
  readonly enabled?: Enabled;
  readonly set: readonly Assignment[];
  /** Absent in flows compiled before cookies could be written. */
  readonly cookies?: readonly CookieWrite[];
  /** Facts (`answers.<path>`, `typed.<field>`) that are emptied once the calls have come out. Absent: none. */
  readonly clears?: readonly Path[];
  readonly calls: readonly Call[];
  readonly next: readonly Choice[];
}

/** When an action that is offered can be pressed: all of these. */
export interface Enabled {
  /** The page's fields and checks hold. */
  readonly valid?: true;
  /** No error stands on the page. */
  readonly noError?: true;
  readonly when?: Rule;
  /** What the person is told while it cannot. */
  readonly why: Text;
}

/** How long a result lives. `application` results are written by the server alone. */
type Keeps = 'screen' | 'session' | 'application';

export interface Call {
  readonly operation: string;
  readonly kind: 'graphql' | 'rest' | 'identity';
  /** The outcomes with which it raises the assurance of the session. */
  readonly assures?: readonly string[];
  /** Having ended with `ok` it leads the flow's draft on, from status to status; absent: the draft stays. */
  readonly moves?: Readonly<Record<string, string>>;
  /** So many characters of what the back end says of an error may be quoted; absent: none. */
  readonly detail?: number;
  readonly with: Readonly<Record<string, Compute>>;
  readonly as?: string;
  readonly keeps: Keeps;
  readonly when?: Rule;
  readonly refresh?: { readonly on: readonly Path[]; readonly debounceMs: number };
  /**
   * Outcome -> where it leads. An outcome that is not here goes on to the next call (`ok`) or to the app's error
   * routing.
   */
  readonly on: Readonly<Record<string, Target>>;
}

export interface Choice {
  readonly when?: Rule;
  readonly target: Target;
}

/** What analytics is told when a target is taken. */
interface Track {
  readonly event: string;
  readonly with: Readonly<Record<string, Compute>>;
}
export type Target = Place & {
  readonly track?: Track;
  /** A call that is made on the way, and whose answer nobody waits for. */
  readonly tells?: Call;
};
type Place =
  | {
      readonly kind: 'to';
      readonly flow: string;
      readonly step: StepId;
      readonly carry?: Readonly<Record<string, Compute>>;
      /** That the step was left this way is not kept: whoever comes again is asked again. */
      readonly keep?: 'never';
      /** A step of this flow is come to as by its address: nothing of the way here goes along. */
      readonly reenter?: true;
    }
  | {
      readonly kind: 'leave';
      readonly address: string;
      /** Where exactly, at the origin of the address. */
      readonly url?: Compute;
      readonly hash?: Readonly<Record<string, Compute>>;
      readonly query?: Readonly<Record<string, Compute>>;
    }
  /**
   * The person leaves with a form post, or with everything after the # of the address: `supplies` names secrets, which
   * the engine never sees.
   */
  | {
      readonly kind: 'handOff';
      readonly address: string;
      readonly with?: Readonly<Record<string, Compute>>;
      readonly supplies?: Readonly<Record<string, string>>;
      readonly in?: 'hash';
      /** Written as the person leaves. Absent: none. */
      readonly cookies?: readonly CookieWrite[];
    }
  | { readonly kind: 'dialog'; readonly dialog: string }
  | {
      readonly kind: 'stay';
      readonly message?: Text;
      /** What is said where the message reads what is unknown. */
      readonly otherwise?: Text;
      readonly at?: FieldId;
      readonly tone?: 'error' | 'success';
      /** What is emptied as the page stays, as `clears` of an action empties. */
      readonly clears?: readonly Path[];
    }
  | { readonly kind: 'reopen'; readonly steps: readonly StepId[]; readonly message?: Text }
  | { readonly kind: 'signOut'; readonly then?: Target }
  /** The page is loaded as a new document. */
  | { readonly kind: 'reload' }
  /** To the page the person was led away from, else where signing in leads. */
  | { readonly kind: 'return' };

export interface Listen {
  readonly channel: string;
  readonly with: Readonly<Record<string, Compute>>;
  readonly on: Readonly<Record<string, Target>>;
  /** An index into `load`: the call asked while the socket is away. */
  readonly poll?: number;
  readonly giveUpAfterSeconds?: number;
  readonly onGiveUp?: Target;
  /** The last message is a result under this name until the page is left; words alone read it. */
  readonly as?: string;
  /** What is said while the connection is lost, and once there is nothing more to hear. */
  readonly onError?: Said;
  readonly onEnd?: Said;
  /** Its events are statuses of the flow's own draft. */
  readonly ofDraft?: true;
}
type Said = Extract<Target, { kind: 'stay' }>;

interface Timer {
  readonly afterMs: number;
  readonly do: Target;
}

export interface Dialog {
  readonly id: string;
  readonly title: Text;
  readonly layout: readonly LayoutItem[];
  readonly actions: readonly Action[];
}
