/** What a widget gets and gives. Types only: a component is any function of these props. */
import type { Json, JsonObject } from './facts.ts';
import type { SayOwn } from './words.ts';

export interface WidgetProps {
  /** DOM id of its main control; the label's `for`. */
  readonly id: string;
  readonly value: Json | undefined;
  readonly options: JsonObject;
  readonly disabled: boolean;
  readonly invalid: boolean;
  /** Ids for `aria-describedby`, or undefined. */
  readonly describedBy: string | undefined;
  readonly labelledBy: string | undefined;
  /** Writes the field it stands in; absent for a widget without a field. */
  readonly onChange: ((value: Json | undefined) => void) | undefined;
  /** Tells the page; `event` is one that `widget.json` declares. */
  readonly emit: (event: string, payload?: Json) => void;
  /** Says the `words` of its `widget.json`, as the app or the brand has them. */
  readonly words: SayOwn;
  /** Reads a list the server owns by operation name; undefined while it loads. */
  readonly documents: (idTag: string) => WidgetDocument | undefined;
  /**
   * A document as a PDF of the server's, of the application of the page where no other is named; undefined where it
   * cannot be had now. Absent where there is no server.
   */
  readonly paper?: (idTag: string, application?: string) => Promise<ArrayBuffer | undefined>;
  /**
   * Hands over a secret that its provider gave it: it goes into calls whose operation supplies `widget.token`, and no
   * rule, text, save or log has it. undefined takes it back. Absent where there is no server.
   */
  readonly hand?: ((secret: Json | undefined) => void) | undefined;
  /** Where the providers of `origins` in `widget.json` are found from here; one that is not among them is not there. */
  readonly providers: Readonly<Record<string, WidgetProvider>>;
}
/** A provider that a widget loads from. */
export interface WidgetProvider {
  /** What stands before the provider's own paths: its origin, or the address of a stand-in. */
  readonly url: string;
  /** What the provider knows this site by. Absent: none was given. */
  readonly key?: string;
}
/** A disclosure or an agreement ready to draw: placeholders are filled in. */
export interface WidgetDocument {
  readonly idTag: string;
  readonly title: string;
  readonly version: string;
  readonly hash: string;
  readonly body: readonly WidgetDocNode[];
}
export type WidgetDocNode =
  | { readonly tag: 'text'; readonly text: string }
  | {
      readonly tag: 'p' | 'h2' | 'h3' | 'ul' | 'ol' | 'li' | 'strong' | 'em' | 'blockquote' | 'hr';
      readonly children: readonly WidgetDocNode[];
    }
  | { readonly tag: 'a'; readonly href: string; readonly children: readonly WidgetDocNode[] };
