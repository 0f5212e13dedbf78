/** What the engine remembers. Everything else (place, progress, relevant answers) is derived from it. */
import type { ChoiceItem, FieldId, StepId } from './definition.ts';
import type { Facts, Json, JsonObject } from './facts.ts';

/**
 * How a step was left. `walk` looks the target up in the definition again, so a changed answer changes the way (law 2).
 */
export type Transition =
  | { readonly by: 'action'; readonly action: string; readonly outcome?: OutcomeOf }
  | { readonly by: 'load'; readonly outcome: OutcomeOf }
  | { readonly by: 'event'; readonly channel: string; readonly event: string }
  | { readonly by: 'giveUp'; readonly channel: string }
  | { readonly by: 'timer'; readonly index: number }
  /** `dialog`: where it stands in that dialog of the page, and not on the page itself. */
  | {
      readonly by: 'widget';
      readonly widget: string;
      readonly event: string;
      readonly dialog?: string;
      readonly outcome?: OutcomeOf;
    }
  | { readonly by: 'link'; readonly index: number; readonly dialog?: string }
  | { readonly by: 'dialog'; readonly dialog: string; readonly action: string; readonly outcome?: OutcomeOf };
export interface OutcomeOf {
  readonly operation: string;
  readonly name: string;
}

/** What made a call, as the browser names it to the server. */
export interface Made {
  readonly step: StepId;
  readonly by:
    | { readonly by: 'load' }
    | { readonly by: 'action'; readonly action: string }
    | { readonly by: 'dialog'; readonly dialog: string; readonly action: string }
    | { readonly by: 'widget'; readonly widget: string; readonly event: string; readonly dialog?: string };
  /** The disclosures that stood on the page, where leaving it asks for them. */
  readonly shown?: Shown;
}

/** Disclosure idTag -> content hash of the version that was on the page when the step was left. */
export type Shown = Readonly<Record<string, string>>;

export type Journey = Readonly<
  Record<
    StepId,
    Transition & {
      readonly shown?: Shown;
      /** No server is told of it, nor of what comes after it: it is gone with the document. */
      readonly keep?: 'never';
    }
  >
>;

/** What is remembered of a journey: the answers, and how each step was left. */
export interface Stored {
  readonly answers: JsonObject;
  readonly journey: Journey;
  /** The entry at which the way begins; absent: the first step of the line. */
  readonly start?: StepId;
}

/** What a call with `keeps: session` brought, and the input it was asked with. */
export interface SessionResult {
  readonly value: Json;
  readonly input: JsonObject;
}

/** A journey and the world it is walked in. */
export interface Remembered extends Stored {
  readonly world: World;
}

export interface Problem {
  readonly keyword: string;
  readonly message: string;
  /** It keeps the page from going on, and is said with the next press alone: an item that was only just added. */
  readonly unsaid?: true;
}

/** One field as the page shows it. Identity changes only when something in it changed. */
export interface FieldView {
  readonly id: FieldId;
  readonly value: Json | undefined;
  readonly visible: boolean;
  readonly required: boolean;
  readonly label: string;
  readonly hint?: string;
  /** Live validity, whether shown or not. */
  readonly problem?: Problem;
  /** What the person sees. */
  readonly message?: string;
  /** Why the answer can no longer be changed; absent while it can. */
  readonly locked?: string;
  readonly choices?: readonly {
    readonly value: ChoiceItem['value'];
    readonly label: string;
    readonly hint?: string;
    readonly exclusive?: true;
  }[];
  /** Of a list that the person makes. */
  readonly items?: readonly ItemView[];
  /** Of an answer that is files: those that are stored, then those that are on their way. */
  readonly files?: readonly FileView[];
  readonly options: JsonObject;
}

/** A file that the person chose, as the page shows it. */
export interface FileView {
  readonly id: string;
  readonly name: string;
  readonly bytes: number;
  /** Bytes that have been sent; absent: it is stored, or it was refused. */
  readonly sent?: number;
  /** Why it is not stored, and what to do. */
  readonly problem?: string;
  /** The same file may be sent once more. */
  readonly again?: true;
}

/** A file that the server stores, as an answer holds it. */
export interface StoredFile extends JsonObject {
  readonly id: string;
  readonly name: string;
  readonly bytes: number;
  /** Its media type, by its content. */
  readonly type: string;
  /** SHA-256 of its content, 64 hexadecimal digits. */
  readonly hash: string;
}

/** Why a file is not stored. */
export type FileRefusal =
  /** Its content is of no accepted type. */
  | 'fileType'
  | 'fileSize'
  | 'fileEmpty'
  | 'maxItems'
  /** The person sent as much as they may for now. */
  | 'fileLimit'
  /** The network went away on the way. */
  | 'fileLost'
  /** Nobody is signed in any more. */
  | 'fileSignIn'
  | 'fileFailed';

/** A file on its way to the server, or one that did not come there. */
export interface Upload {
  readonly id: string;
  readonly name: string;
  readonly bytes: number;
  readonly sent: number;
  /** How many files of the answer were chosen before it: it comes after these, however fast the others are stored. */
  readonly before: number;
  readonly refused?: FileRefusal;
  /** Bytes that the server takes at most, where it told of them. */
  readonly most?: number;
}

/** One item of a list that the person makes, as the page shows it. */
export interface ItemView {
  /** By which events name it; another item never gets it on this page. */
  readonly id: number;
  readonly title: string;
  /** The questions that are asked of it, in order. */
  readonly fields: readonly FieldView[];
}

/** What a page says above its content. `lasting`: pages that go on by themselves hand it to the next, until an act. */
export interface Notice {
  readonly text: string;
  readonly tone: 'error' | 'success';
  readonly lasting?: true;
}

export interface PageView {
  readonly step: StepId;
  readonly fields: Readonly<Record<FieldId, FieldView>>;
  /** Messages are shown from the first Continue on, then live. */
  readonly asked: boolean;
  readonly notice?: Notice;
  readonly dialog?: string;
  /** The documents of dialogs that were open on this page; absent: none. */
  readonly seen?: Shown;
  /** Set while calls of an action, reaction or the page's `load` are under way. */
  readonly busy?: Busy;
  /** Results (or operations without `as`) that `load` is asking for. */
  readonly loading: readonly string[];
  /** Grows with every page shown; calls of an earlier page are known by it and ignored. */
  readonly serial: number;
  /** Relevant answers of the steps before this page: what its first field's `when` sees. */
  readonly before: JsonObject;
  /** `before` and the answers of this page's visible fields: what its rules see. */
  readonly relevant: JsonObject;
  /** Messages that an outcome put at a field; gone when the field is answered. */
  readonly remarks: Readonly<Record<FieldId, string>>;
  /** Fields with a default that the person emptied on purpose. */
  readonly cleared: readonly FieldId[];
  /** Field -> the numbers of the items of its list, and the next one. */
  readonly rows?: Readonly<Record<FieldId, { readonly next: number; readonly ids: readonly number[] }>>;
  /** Field -> the numbers of items added since the last press that validated: nothing is said against them yet. */
  readonly fresh?: Readonly<Record<FieldId, readonly number[]>>;
  /** Field -> files on their way, in the order in which they were chosen. Absent: none. */
  readonly uploads?: Readonly<Record<FieldId, readonly Upload[]>>;
  /** The action that was pressed while files were on their way: it is pressed once they have come. */
  readonly waits?: string;
  /** Places in the step's `appears` of what has not appeared yet. Absent: nothing is waited for. */
  readonly awaits?: readonly number[];
  /** Places of what was waited for and is there now, in the order in which it came. Absent: nothing. */
  readonly appeared?: readonly number[];
  /** The action that waits for the open dialog's answer. */
  readonly confirms?: string;
  /** Id of a `load` call under way (or of one that is polled) -> its index in `load`. */
  readonly pending: Readonly<Record<string, number>>;
  /** Indexes of `load` whose answer has come on this page. */
  readonly loaded: readonly number[];
}
export interface Busy {
  readonly source:
    | { readonly by: 'action'; readonly id: string }
    | { readonly by: 'widget'; readonly id: string; readonly event: string; readonly dialog?: string }
    | { readonly by: 'dialog'; readonly id: string; readonly dialog: string };
  readonly index: number;
  /** Id of the call under way; empty while the call waits for what the page loads. */
  readonly call: string;
  /** How the call before it ended. */
  readonly last?: OutcomeOf;
  /** Facts of the event that started it. */
  readonly item?: Json;
  readonly payload?: Json;
}

/** Facts that the engine does not derive; handed in by events. */
export type World = Omit<Facts, 'answers' | 'typed' | 'item' | 'payload' | 'problem'>;

export interface State {
  readonly flow: string;
  readonly answers: JsonObject;
  readonly journey: Journey;
  /** The entry at which the way begins; absent: the first step of the line. */
  readonly start?: StepId;
  readonly world: World;
  /** Result name -> how long it lives. */
  readonly keeps: Readonly<Record<string, 'screen' | 'session' | 'application'>>;
  /** The step the person looks at; undefined means the first unfinished one. */
  readonly visiting?: StepId;
  readonly typed: JsonObject;
  /** Calls made so far; makes their ids differ. */
  readonly calls: number;
  /** Result name -> the input it was asked with; a `session` result is asked again only when its input changed. */
  readonly inputs: Readonly<Record<string, JsonObject>>;
  readonly page: PageView;
  readonly saved: {
    readonly revision: number;
    readonly status: 'saved' | 'saving' | 'offline' | 'refused';
    /** While offline: whether all that waits could be read back after a reload of the page. */
    readonly onDevice?: boolean;
  };
}
