/** Facts that are true or false, as clauses. */
import { plainWords, quoted, withArticle } from '../../compile/english.ts';
import { factNoun } from './phrase.ts';
import type { Words } from './words.ts';

/**
 * `"I agree" is ticked`, `the brand is a bank partner`, `the feature "forgot email" is switched off`. A fact that may
 * be anything else `is there`.
 */
export function isTrue(
  path: string,
  holds: boolean,
  { words, isBoolean = words.unit(path) === 'boolean' }: { readonly words: Words; readonly isBoolean?: unknown },
): string {
  const not = holds ? '' : ' not';
  const label = words.checkbox(path);
  if (label !== undefined) return `${quoted(label)} is${not} ticked`;
  const parts = path.split('.');
  const last = parts.at(-1) ?? '';
  if (parts[0] === 'flags')
    return `the feature ${quoted(plainWords(parts.slice(1).join(' ')))} is switched ${holds ? 'on' : 'off'}`;
  if (!isBoolean) {
    const noun = factNoun(path, words);
    return `${noun} is${holds ? '' : ' not'} ${words.isAnswer(path) ? 'answered' : 'there'}`;
  }
  if (words.value(path, true) !== 'yes') return `${factNoun(path, words)} is ${words.value(path, holds)}`;
  return property(ownerOf(parts, words), last, holds);
}

/** What `name` says of its owner: `isX`, `hasX`, `offersX`, or a name that is true or false. */
export function property(owner: string, name: string, holds: boolean): string {
  const [first = '', ...rest] = plainWords(name).split(' ');
  const what = rest.join(' ');
  const not = holds ? '' : ' not';
  if (first === 'is' && what !== '')
    return `${owner} is${not} ${/(er|or|ist|admin)$/.test(what) ? withArticle(what) : what}`;
  if (first === 'has' && what !== '')
    return `${owner} has ${holds ? (what.endsWith('s') ? what : withArticle(what)) : `no ${what}`}`;
  if ((first === 'can' || first === 'may' || first === 'must') && what !== '') return `${owner} ${first}${not} ${what}`;
  if (/^(offers|allows|requires|uses|shows|wants|needs|accepts|serves|asks)$/.test(first))
    return `${owner} ${holds ? first : `does not ${first.slice(0, -1)}`}${what === '' ? '' : ` ${what}`}`;
  if (what === '' && first.endsWith('ed')) return `${owner} is${not} ${first}`;
  return `${quoted(plainWords(name))} is ${holds ? 'true' : 'not true'} of ${owner}`;
}

function ownerOf(parts: readonly string[], words: Words): string {
  const above = parts.slice(0, -1).join('.');
  if (above === '') return 'it';
  if (above === 'answers') return 'the application';
  return words.fact(above);
}
