/** How numbers are typed: the same for the lines of the runtime and for the boxes of widgets. */
import type { Json, JsonObject } from './facts.ts';
import { amount, plain } from './plain.ts';

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

/**
 * The characters of a number alone: digits, a point where there may be one, a minus before them where the option
 * `negative` allows it. What would lead above the option `cap` is not taken.
 */
export function figures({ negative, cap }: JsonObject, point: boolean): NonNullable<Writing['takes']> {
  return (text) => {
    const minus = negative === true && /^\s*-/.test(text) ? '-' : '';
    let taken = minus + text.replace(point ? /[^\d.]/g : /\D/g, '');
    while (typeof cap === 'number' && Number(taken) > cap) taken = taken.slice(0, -1);
    return taken;
  };
}

/**
 * Dollars as people type them (`$1,500`, `1500.00`, `120.5`). The answer counts cents, as all money does; where the
 * option `unit` says that it counts dollars, there are whole ones only.
 */
export function dollars({ unit = 'cents', ...options }: JsonObject): Required<Writing> {
  const inCents = unit !== 'dollars';
  /** The digits before and behind the point. */
  const read = inCents ? /^(-?)(\d{1,12})(?:\.(\d{0,2}))?$/ : /^(-?)(\d{1,12})(?:\.0{0,2})?$/;
  return {
    read(text) {
      const bare = text.replace(/[$,\s]/g, '');
      if (bare === '') return undefined;
      const [, minus, whole, cents = ''] = read.exec(bare) ?? [];
      if (whole === undefined || (minus !== '' && options['negative'] !== true)) return text;
      return Number(`${minus}${whole}${inCents ? cents.padEnd(2, '0') : ''}`);
    },
    takes: figures(options, true),
    edit: (value) => (typeof value === 'number' ? amount(value, { unit }, false) : plain(value)),
    show: (value) => (typeof value === 'number' ? amount(value, { unit }, true) : plain(value)),
  };
}
