import type { Field } from '../../core/definition.ts';
import type { Json, JsonObject } from '../../core/facts.ts';
import { masked, maskTakes, plain } from '../../core/index.ts';

/** How a value is read from text and written as text. */
export interface Writing {
  /**
   * Text a person typed to the value of the answer; what cannot be read stays the text, so that validation names it.
   */
  readonly read: (text: string) => Json | undefined;
  /** The value while somebody edits it. */
  readonly edit: (value: Json | undefined) => string;
  /** The value once they have left the field. */
  readonly show: (value: Json | undefined) => string;
  /** What the line takes of a text: the rest goes as it is typed. Without it, all. */
  readonly takes?: (text: string) => string;
}

/** The digits of a text alone. */
export const digits = (text: string): string => text.replace(/\D/g, '');

/**
 * Takes out of a line what it does not take, from where that stands: the caret stays behind what was before it.
 * @returns what stands in the line now
 */
export function strip(line: HTMLInputElement, takes: NonNullable<Writing['takes']>): string {
  const taken = takes(line.value);
  if (taken !== line.value) {
    const at = takes(line.value.slice(0, line.selectionStart ?? undefined)).length;
    line.value = taken;
    line.setSelectionRange(at, at);
  }
  return taken;
}

/** An empty text is no answer. */
const orNothing = (text: string): string | undefined => (text === '' ? undefined : text);

/**
 * Words as typed, shown in the field's mask once they are left. A digit its mask has no place for is not taken, with
 * the option `digits` nothing but digits, with `cap` no character beyond so many: of a pasted `78701-1234` five are a
 * ZIP code.
 */
export function words({ mask }: Pick<Field, 'mask'>, { digits: alone, cap }: JsonObject): Writing {
  return {
    read: orNothing,
    edit: plain,
    show: mask ? (value) => masked(mask, plain(value)) : plain,
    takes: (text) => {
      const kept = alone ? digits(text) : text;
      return (mask ? maskTakes(mask, kept) : kept).slice(0, typeof cap === 'number' ? cap : undefined);
    },
  };
}

/** Digits as people group them (`123 456`, `123-456`) without what groups them. */
export const ungrouped = (text: string): string | undefined => orNothing(text.replace(/[\s-]/g, ''));
