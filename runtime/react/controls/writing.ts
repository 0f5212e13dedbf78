import type { Field } from '../../core/definition.ts';
import type { Json, JsonObject } from '../../core/facts.ts';

/** How a value is read from text and written as text. */
export interface Writing {
  /** Text a person typed to the value of the answer; what cannot be read stays the text, so that validation names it. */
  readonly read: (text: string) => Json | undefined;
  /** The value while somebody edits it. */
  readonly edit: (value: Json | undefined) => string;
  /** The value once they have left the field. */
  readonly show: (value: Json | undefined) => string;
}

const plain = (value: Json | undefined): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
const orNothing = (text: string): string | undefined => (text === '' ? undefined : text);

/** Text into a mask in which `9` stands for a digit; text that does not fill the mask exactly is left as it is. */
function masked(mask: string, text: string): string {
  const digits = text.replace(/\D/g, '');
  if (digits.length !== mask.replace(/[^9]/g, '').length) return text;
  let next = 0;
  return mask.replace(/9/g, () => digits.charAt(next++));
}

function words(mask: string | undefined): Writing {
  return { read: orNothing, edit: plain, show: mask ? (value) => masked(mask, plain(value)) : plain };
}

/** Whole dollars as people type them (`$1,500`, `1500.00`) to an integer of dollars or cents. */
function money(unit: number): Writing {
  const dollars = (value: Json | undefined) => (typeof value === 'number' ? value / unit : undefined);
  return {
    read(text) {
      const bare = text.replace(/[$,\s]/g, '').replace(/\.0{0,2}$/, '');
      return bare === '' ? undefined : /^\d{1,12}$/.test(bare) ? Number(bare) * unit : text;
    },
    edit: (value) => plain(dollars(value) ?? value),
    show: (value) => dollars(value)?.toLocaleString('en-US') ?? plain(value),
  };
}

const number: Writing = {
  read(text) {
    const bare = text.replace(/[,\s]/g, '');
    return bare === '' ? undefined : /^-?\d+(\.\d+)?$/.test(bare) ? Number(bare) : text;
  },
  edit: plain,
  show: plain,
};

const code: Writing = { read: (text) => orNothing(text.replace(/[\s-]/g, '')), edit: plain, show: plain };

const ssn: Writing = {
  read: (text) => orNothing(text.replace(/[\s-]/g, '')),
  edit: (value) => masked('999-99-9999', plain(value)),
  show: (value) => plain(value).replace(/^\d{5}(\d{4})$/, '•••-••-$1'),
};

/** The writing of a field by its control; the option `unit` of a money field says whether its answer counts dollars or cents. */
export function writingOf(field: Field, options: JsonObject): Writing {
  switch (field.control) {
    case 'money':
      return money(options['unit'] === 'cents' ? 100 : 1);
    case 'number':
      return number;
    case 'code':
      return code;
    case 'ssn':
      return ssn;
    default:
      return words(field.mask);
  }
}

/** Three boxes of a date to one ISO day; half a date stays as typed, so that validation can say so; none is no answer. */
export function joinDate(month: string, day: string, year: string): string | undefined {
  const [m, d, y] = [month.trim(), day.trim(), year.trim()];
  if (!m && !d && !y) return undefined;
  const pad = (part: string) => (part.length === 1 ? `0${part}` : part);
  return `${y}-${pad(m)}-${pad(d)}`;
}

/** An ISO day, or what `joinDate` made of half a date, back into the three boxes. */
export function splitDate(value: Json | undefined): {
  readonly month: string;
  readonly day: string;
  readonly year: string;
} {
  const [year = '', month = '', day = ''] = typeof value === 'string' ? value.split('-') : [];
  return { month: month.replace(/^0/, ''), day: day.replace(/^0/, ''), year };
}
