import type { Field } from '../../core/definition.ts';
import type { Json, JsonObject } from '../../core/facts.ts';
import { amount, masked, plain } from '../../core/index.ts';

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
}

/** An empty text is no answer. */
const orNothing = (text: string): string | undefined => (text === '' ? undefined : text);

/** Words as typed, shown in the field's mask once they are left. */
export function words({ mask }: Pick<Field, 'mask'>): Writing {
  return { read: orNothing, edit: plain, show: mask ? (value) => masked(mask, plain(value)) : plain };
}

/** Digits as people group them (`123 456`, `123-456`) without what groups them. */
export const ungrouped = (text: string): string | undefined => orNothing(text.replace(/[\s-]/g, ''));

/**
 * Dollars as people type them (`$1,500`, `1500.00`, `120.5`). The answer counts cents, as all money does; where the
 * option `unit` says that it counts dollars, there are whole ones only.
 */
export function dollars({ unit = 'cents' }: JsonObject): Writing {
  const inCents = unit !== 'dollars';
  /** The digits before and behind the point. */
  const takes = inCents ? /^(\d{1,12})(?:\.(\d{0,2}))?$/ : /^(\d{1,12})(?:\.0{0,2})?$/;
  return {
    read(text) {
      const bare = text.replace(/[$,\s]/g, '');
      if (bare === '') return undefined;
      const [, whole, cents = ''] = takes.exec(bare) ?? [];
      if (whole === undefined) return text;
      return inCents ? Number(`${whole}${cents.padEnd(2, '0')}`) : Number(whole);
    },
    edit: (value) => (typeof value === 'number' ? amount(value, { unit }, false) : plain(value)),
    show: (value) => (typeof value === 'number' ? amount(value, { unit }, true) : plain(value)),
  };
}
