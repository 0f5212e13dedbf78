import type { Field } from '../../core/definition.ts';
import type { JsonObject } from '../../core/facts.ts';
import type { Writing } from '../../core/figures.ts';
import { masked, maskTakes, plain } from '../../core/index.ts';

/** The digits of a text alone. */
export const digits = (text: string): string => text.replace(/\D/g, '');

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
