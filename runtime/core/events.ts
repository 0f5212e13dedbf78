/** What happens to the engine (Event) and what it asks for (Effect). Both are data (law 6). */
import type { Call, FieldId, StepId, Target } from './definition.ts';
import type { Json, JsonObject, Path } from './facts.ts';
import type {
  FileRefusal,
  Journey,
  Made,
  Notice,
  SessionResult,
  State,
  StoredFile,
  Transition,
  World,
} from './state.ts';

export type Event =
  /** The flow is entered: a restored or an empty document. */
  | {
      readonly type: 'entered';
      readonly answers: JsonObject;
      readonly journey: Journey;
      readonly revision: number;
      readonly world: World;
      readonly path?: string;
      /** The entry at which the way began that is remembered. */
      readonly start?: StepId;
      /** Results that live as long as the person's session, with what they were asked with. */
      readonly session?: Readonly<Record<string, SessionResult>>;
    }
  | { readonly type: 'answered'; readonly field: FieldId; readonly value: Json | undefined }
  /** A list that the person makes: `item` is the number of one of its items. */
  | { readonly type: 'itemAdded'; readonly field: FieldId }
  | { readonly type: 'itemRemoved'; readonly field: FieldId; readonly item: number }
  | {
      readonly type: 'itemAnswered';
      readonly field: FieldId;
      readonly item: number;
      readonly part: FieldId;
      readonly value: Json | undefined;
    }
  /**
   * A file was chosen for a field whose answer is files; `file.id` names its content to whoever performs the upload.
   */
  | {
      readonly type: 'fileChosen';
      readonly field: FieldId;
      readonly file: { readonly id: string; readonly name: string; readonly bytes: number };
    }
  /** Of an upload: bytes that have been sent, that the file is stored, or why it is not. */
  | { readonly type: 'fileSent'; readonly id: string; readonly sent: number }
  | { readonly type: 'fileStored'; readonly id: string; readonly file: StoredFile }
  | {
      readonly type: 'fileRefused';
      readonly id: string;
      readonly refusal: FileRefusal;
      /** Bytes that the server takes at most. */
      readonly most?: number;
    }
  /** The person takes a file away, stored or on its way, or has one sent again. */
  | { readonly type: 'fileRemoved'; readonly field: FieldId; readonly id: string }
  | { readonly type: 'fileAgain'; readonly field: FieldId; readonly id: string }
  | { readonly type: 'pressed'; readonly action: string }
  | { readonly type: 'dialogPressed'; readonly action: string }
  | { readonly type: 'dialogClosed' }
  /** `dialog`: the dialog of the page in which the link stands; `item`: the item, when it stands in a `repeat`. */
  | { readonly type: 'followed'; readonly link: number; readonly dialog?: string; readonly item?: Json }
  | {
      readonly type: 'widget';
      readonly widget: string;
      readonly event: string;
      /** The dialog of the page in which the widget stands. */
      readonly dialog?: string;
      readonly payload?: Json;
      /** The item it is told of, when `widget` is a `repeat`. */
      readonly item?: Json;
    }
  /**
   * The answer to a `call` effect. `outcome` is one the operation declares, or `unauthenticated`, `unavailable`,
   * `failed`; `detail` is what the back end said of an error, as it came, and `code` its name.
   */
  | {
      readonly type: 'called';
      readonly id: string;
      readonly outcome: string;
      readonly value?: Json;
      readonly detail?: string;
      readonly code?: string;
    }
  | { readonly type: 'heard'; readonly channel: string; readonly event: string; readonly payload?: JsonObject }
  | { readonly type: 'gaveUp'; readonly channel: string }
  /** The connection of a channel was lost, is there again, or has nothing more to tell. */
  | { readonly type: 'channel'; readonly channel: string; readonly is: 'lost' | 'found' | 'ended' }
  | { readonly type: 'elapsed'; readonly timer: number }
  /** Back, a deep link or Change: a step's id; beyond the first unfinished step it lands there. */
  | { readonly type: 'visited'; readonly step: string }
  | { readonly type: 'world'; readonly change: Partial<World> }
  | { readonly type: 'saved'; readonly revision: number }
  /**
   * The server's lock refused a save or a call. `path`: the answer or the step it is about; `at`: words for its field,
   * when they are not the field's own; `text`: words for the page where no field is to blame; `call`: ends this call.
   */
  | {
      readonly type: 'refused';
      readonly call?: string;
      readonly path?: Path;
      readonly at?: string;
      readonly text: string;
    }
  /** The page says something and nobody's place is changed; gone with the next act. */
  | { readonly type: 'told'; readonly notice: Notice }
  | {
      readonly type: 'saveFailed';
      /** Whether what waits could be read back after a reload. */
      readonly kept?: boolean;
      readonly code: 'offline' | 'conflict' | 'refused' | 'unauthenticated';
    };

export type Effect =
  /**
   * `replaces`: the id of an earlier call that this one makes pointless; it is dropped while it still waits for its
   * debounce.
   */
  | {
      readonly type: 'call';
      readonly id: string;
      readonly call: Call;
      readonly input: JsonObject;
      /** What made the call: sent along so that the server finds the place at once. */
      readonly made: Made;
      readonly debounceMs?: number;
      readonly replaces?: string;
    }
  /**
   * Saves may be merged (later keys win) and sent as one, except across `alone`: a save so marked hid an answer or
   * changed an earlier page, so it must not be merged into saves made before it (the merged answers would be ones no
   * honest path holds together).
   */
  | {
      readonly type: 'save';
      readonly alone?: boolean;
      readonly changes: Readonly<Record<Path, Json | null>>;
      readonly journey: Readonly<Record<string, (Transition & { shown?: Readonly<Record<string, string>> }) | null>>;
    }
  /** The content that `id` names goes to the server, as a file for this field of the page. */
  | {
      readonly type: 'upload';
      readonly id: string;
      readonly step: StepId;
      readonly field: FieldId;
      readonly name: string;
    }
  /** Nobody waits for this upload any more. */
  | { readonly type: 'dropUpload'; readonly id: string }
  /** `replace` when the person did not act: Back must not return to it. */
  | { readonly type: 'navigate'; readonly path: string; readonly replace: boolean }
  | {
      readonly type: 'enter';
      readonly flow: string;
      readonly step: string;
      readonly carry: JsonObject;
      /** Nobody went there: the page that led on is none to come back to. */
      readonly replace?: true;
    }
  | {
      readonly type: 'leave';
      readonly address: string;
      /** Where exactly, as a call brought it: followed at the origin of the address alone. */
      readonly url?: Json;
      readonly query: JsonObject;
      readonly hash: JsonObject;
    }
  | {
      readonly type: 'listen';
      readonly channel: string;
      readonly input: JsonObject;
      readonly pollId?: string;
      readonly giveUpAfterSeconds?: number;
    }
  | { readonly type: 'unlisten' }
  | { readonly type: 'timer'; readonly index: number; readonly afterMs: number }
  | { readonly type: 'clearTimers' }
  | { readonly type: 'focus'; readonly on: 'heading' | 'errors' | 'notice' }
  | { readonly type: 'signOut'; readonly then?: Target }
  /**
   * The person leaves with a form post, or with the fields after the # of the address; `supplies`: names of fields to
   * the secrets that are put into them outside.
   */
  | {
      readonly type: 'handOff';
      readonly address: string;
      readonly fields: JsonObject;
      readonly supplies: Readonly<Record<string, string>>;
      readonly in?: 'hash';
      /** Cookies that are written as the person leaves, as an effect `cookie` writes them. */
      readonly cookies?: readonly { readonly name: string; readonly value?: string; readonly maxAgeSeconds: number }[];
    }
  /** The page is loaded as a new document. */
  | { readonly type: 'reload' }
  /** To the page the person was led away from. */
  | { readonly type: 'return' }
  /** An outcome nobody handled: the app's error routing decides. */
  | { readonly type: 'unhandled'; readonly operation: string; readonly outcome: string }
  /** A cookie of the site; without a value it is taken away. */
  | { readonly type: 'cookie'; readonly name: string; readonly value?: string; readonly maxAgeSeconds: number }
  /** A call that is made on the way, and whose answer nobody waits for. */
  | { readonly type: 'tell'; readonly operation: string; readonly input: JsonObject }
  /** Analytics: ids and timings, never answers. `with`: a target told it; absent of what the engine itself tells. */
  | { readonly type: 'track'; readonly name: string; readonly step: string; readonly with?: JsonObject };

export type Reduced = readonly [State, readonly Effect[]];
