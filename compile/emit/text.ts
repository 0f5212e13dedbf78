/** Words with `{{path}}` or `{{path | format}}`: parsed once, compiled to a string or to code. */
import { join, type Code, type Scope } from './code.ts';
import { compileExpression } from './expression.ts';

export interface Placeholder {
  readonly path: string;
  readonly format?: string;
}
export type Piece = string | Placeholder;

/** Format names to what they are for; each is a function of the kit (`compile/kit/formats.ts`). */
export const FORMATS: Readonly<Record<string, string>> = {
  money: 'cents as $1,234.56',
  dollars: 'whole dollars as $1,234',
  percent: 'a percentage as 35.9%',
  date: 'a date as November 20, 2026',
  months: 'a number of months as 4 years 2 months',
  time: 'a time of day, HH:mm, as 9:00 a.m.',
  phone: 'a phone number as (816) 555-0142',
  lastFour: 'the last four characters',
  maskedEmail: 'an email address as j***e@example.com',
};

/** The pieces of a text; braces that are no placeholder stay words. */
export function pieces(text: string): Piece[] {
  const found: Piece[] = [];
  let from = 0;
  for (const match of text.matchAll(/\{\{\s*([^{}|]*?)\s*(?:\|\s*([^{}|]*?)\s*)?\}\}/g)) {
    if (match.index > from) found.push(text.slice(from, match.index));
    found.push({ path: match[1] ?? '', ...(match[2] === undefined ? {} : { format: match[2] }) });
    from = match.index + match[0].length;
  }
  if (from < text.length) found.push(text.slice(from));
  return found;
}

/** A plain string, or code that gives the text (unknown while a placeholder is). */
export function compileText(text: string, scope: Scope): string | Code {
  const parts = pieces(text);
  if (parts.every((part) => typeof part === 'string')) return text;
  const compiled = parts.map((part) => (typeof part === 'string' ? JSON.stringify(part) : placeholder(part, scope)));
  const codes = compiled.filter((part) => typeof part !== 'string');
  return join(codes, `k.text(${compiled.map((part) => (typeof part === 'string' ? part : part.js)).join(',')})`);
}

function placeholder({ path, format }: Placeholder, scope: Scope): Code {
  if (format !== 'lastFour' || path.startsWith('values.')) {
    const value = compileExpression({ var: path }, scope);
    return join([value], `k.${format ?? 'plain'}(${value.js})`);
  }
  // The one format that may look at a sealed answer: at the part of it that its owner may see.
  return {
    js: `k.lastFour(k.raw(${scope.data},${scope.hoist('p', JSON.stringify(path.split('.')))}))`,
    reads: new Set([path]),
    loops: false,
  };
}
