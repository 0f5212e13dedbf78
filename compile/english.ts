/** Small English: names to words, lists, articles and the verb's number. */

/** Two letters are a word, but for these; three are an abbreviation, but for these words. */
const ABBREVIATION =
  /^(ID|US|OK|[A-Z]|(?!NOT|NEW|AND|FOR|THE|OLD|PAY|DUE|HAS|ALL|ANY|ONE|TWO|NON|OUT|YES|TRY|SET|END|BAD)[A-Z]{3})$/;

/** `firstName`, `SUBMIT_APPROVED`, `texas-occc-notice` to words; abbreviations of three letters keep their capitals. */
export function plainWords(name: string): string {
  const parts = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[\s_./-]+/)
    .filter((part) => part !== '');
  return parts.map((part) => (ABBREVIATION.test(part) ? part : part.toLowerCase())).join(' ');
}

/** `a`, `a or b`, `a, b or c`. */
export function listed(items: readonly string[], word: 'and' | 'or' | 'nor', comma = false): string {
  if (items.length < 2) return items[0] ?? '';
  return `${items.slice(0, -1).join(', ')}${comma ? ',' : ''} ${word} ${items.at(-1)}`;
}

/** The text with a small first letter, unless it begins with a name or an abbreviation. */
export function lowered(text: string): string {
  const [first = '', second = ''] = text.split(' ');
  const isName =
    /[A-Z]/.test(first.slice(1)) ||
    (/^[A-Z]/.test(first) && /^[A-Z]/.test(second) && !/^(A|An|The|Your|My)$/.test(first)) ||
    first === 'I';
  return isName ? text : text.slice(0, 1).toLowerCase() + text.slice(1);
}

export const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
export const quoted = (text: string): string => `"${text}"`;

/** `the state` -> `the state's`. */
export function possessive(noun: string): string {
  return /[^s]s$/.test(noun) ? `${noun}'` : `${noun}'s`;
}

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];
/** `first` for 0; from the eleventh on `number 11`. */
export function ordinal(index: number): string {
  return ORDINALS[index] ?? `number ${index + 1}`;
}
export function singular(noun: string): string {
  return noun.endsWith('ies') ? `${noun.slice(0, -3)}y` : /[^s]s$/.test(noun) ? noun.slice(0, -1) : noun;
}

/** Whether a noun phrase is more than one thing: its head word ends like a plural. */
export function isPlural(noun: string): boolean {
  const [head = ''] = noun
    .replace(/^the answer to .*/, 'answer')
    .replace(/^".*?"/, 'quote')
    .split(/ (?:of|from|in|that|until|to|on|for|at|with|when|who|which) |, /);
  const last = head.split(' ').at(-1) ?? '';
  return last.endsWith('s') && !/(ss|us|is|'s|address)$/.test(last);
}
export const be = (noun: string, not: boolean): string => `${isPlural(noun) ? 'are' : 'is'}${not ? ' not' : ''}`;

/** Adds an article where a noun follows "is a" or "has a". */
export function withArticle(words: string): string {
  return `${/^[aeiou]/i.test(words) ? 'an' : 'a'} ${words}`;
}
