/** What holds everywhere for one brand (`flows/app.json`), compiled; and the compliance bundle of one day. */
import type { Call, Choice, Compute, LayoutItem, Rule, Target, Text } from './definition.ts';
import type { JsonObject } from './facts.ts';

export interface CompiledApp {
  readonly brand: string;
  readonly hash: string;
  /**
   * Asked in order for each person before any guard is judged; what they bring is known on every page. Absent: nothing.
   */
  readonly sessionLoads?: readonly Call[];
  /** In order: maintenance, partner transfer, access. The first that holds wins. */
  readonly guards: readonly Choice[];
  /** Where `/` leads. */
  readonly home: readonly Choice[];
  readonly afterSignIn: readonly Choice[];
  /** Where an unauthenticated person is sent by a step that needs a customer. */
  readonly signIn: Target;
  /** Where a signed-in person is sent by a step that asks for more assurance than the session has. */
  readonly stepUp?: Target;
  readonly unknownPath: Target;
  readonly errors: readonly ErrorRoute[];
  /** Operations by which the runtime itself opens, creates and saves the application of a flow that saves. */
  readonly applications: {
    readonly open: string;
    readonly create: string;
    readonly read: string;
    readonly save: string;
  };
  readonly idle: {
    readonly afterSeconds: Compute<number>;
    readonly countdownSeconds: Compute<number>;
    readonly exits: readonly Choice[];
  };
  readonly header: Frame;
  readonly footer: Frame & { readonly disclosures: readonly string[] };
  /** What the runtime itself says, by `part.word`; with what it is said about as `here`. */
  readonly words: Words;
  /** Hash of the module that has the words of widgets, which no page draws without their own code. Absent: none. */
  readonly pieces?: readonly [string];
  /** Names of the addresses to which some page hands people over with a form. Absent: none. */
  readonly handOffs?: readonly string[];
  /** Names of the parameters of an address, after its `?`, that are true or false. Absent: none. */
  readonly booleanQuery?: readonly string[];
  /** Configured addresses that `leave` names. */
  readonly addresses: Readonly<Record<string, Compute<string>>>;
}
/** Texts by `part.word`. */
export type Words = Readonly<Record<string, Text>>;
/** What stands above or below every page. */
interface Frame {
  readonly links: readonly AppLink[];
  /** More of it, drawn by the blocks of pages. Absent: nothing. */
  readonly layout?: readonly LayoutItem[];
}
export interface AppLink {
  readonly text: Text;
  readonly target: Target;
  readonly when?: Rule;
}
interface ErrorRoute {
  /** Outcomes of calls (`unauthenticated`, `unavailable`, `failed`, ...) this route is for. */
  readonly on: readonly string[];
  readonly when?: Rule;
  readonly target: Target;
  /** Wait and retry this long, with a countdown, before going. */
  readonly afterSeconds?: number;
}

export interface CompiledCompliance {
  readonly hash: string;
  /**
   * Hash of the module that has the whole of it. Set where this has of the rows the columns that conditions read, and
   * of most documents no words. Absent: this is all.
   */
  readonly pieces?: readonly [string];
  /** State abbreviation -> the row in force on the day asked. */
  readonly states: Readonly<Record<string, JsonObject>>;
  /** By idTag; disclosures and agreements alike. */
  readonly documents: Readonly<Record<string, CompiledDocument>>;
}
export interface CompiledDocument {
  readonly idTag: string;
  readonly version: string;
  readonly hash: string;
  readonly title: Text;
  readonly body: readonly DocNode[];
  /** Its words come with the whole; until then it cannot be drawn. */
  readonly late?: true;
}
/** Markdown as a tree; no HTML anywhere (law 1). */
export type DocNode =
  | { readonly tag: 'text'; readonly text: Text }
  | {
      readonly tag: 'p' | 'h2' | 'h3' | 'ul' | 'ol' | 'li' | 'strong' | 'em' | 'blockquote' | 'hr';
      readonly children: readonly DocNode[];
    }
  | { readonly tag: 'a'; readonly href: string; readonly children: readonly DocNode[] };
