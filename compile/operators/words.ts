/** Words that several operators say alike. */
import { be, isPlural, listed } from '../english.ts';
import type { Voice } from './operator.ts';

/** `"First name" is answered`, `one of the a and the b is not known`. */
export function areKnown(paths: readonly string[], holds: boolean, voice: Voice): string {
  const nouns = paths.map((path) => voice.fact(path).replace(/^the answer to "/, '"'));
  const verb = paths.every(voice.isAnswer) ? 'answered' : 'known';
  if (nouns.length > 1)
    return `${holds ? listed(nouns, 'and') : `one of ${listed(nouns, 'and')}`} ${holds ? 'are' : 'is not'} ${verb}`;
  const [noun = ''] = nouns;
  return `${noun} ${be(noun, !holds)} ${verb}`;
}

/** `the state's required fields include one whose id tag is "x"`. */
export function includes(list: string, what: string, some: boolean): string {
  const verb = isPlural(list) ? 'include' : 'includes';
  return `${list} ${verb} ${some ? 'one' : 'none'} ${what.startsWith('its ') && !/ (and|or) /.test(what) ? `whose ${what.slice('its '.length)}` : `for which ${what}`}`;
}

export const texts = (operands: readonly unknown[]): string[] =>
  operands.flat(2).filter((one): one is string => typeof one === 'string');
