/** The operators of the language that ask something of a fact, as clauses. */
import { operation, variable, type Logic } from '../domain/atoms.ts';
import { be, isPlural, listed, plainWords, quoted } from './english.ts';
import { factNoun, phrase, type Saying } from './phrase.ts';
import type { Words } from './words.ts';

/** A question like `answered` or `matches` as a clause; undefined when `operator` is none. */
export function question(operator: string, operands: readonly Logic[], saying: Saying): string | undefined {
  const { holds, words, said } = saying;
  const [a, b] = operands;
  const noun = (logic: Logic): string => phrase(logic, saying).words;
  const subject = (): string => noun(a);
  switch (operator) {
    case 'answered':
      return known([String(a)], words, holds);
    case 'missing':
      return known(operands.flat().map(String), words, !holds);
    case 'missing_some': {
      const all = listed(
        paths([b]).map((path) => factNoun(path, words)),
        'and',
      );
      return holds ? `fewer than ${String(a)} of ${all} are known` : `at least ${String(a)} of ${all} are known`;
    }
    case 'agreedToAll':
      return agreed(operands, saying);
    case 'matches':
      return `${subject()} ${holds ? 'matches' : 'does not match'} ${typeof b === 'string' ? `the pattern ${b}` : noun(b)}`;
    case 'validRoutingNumber':
      return `${subject()} is ${holds ? 'a valid' : 'no valid'} routing number`;
    case 'validSsn':
      return `${subject()} is ${holds ? 'a valid' : 'no valid'} Social Security number`;
    case 'notPoBox':
      return `${subject()} is ${holds ? 'no' : 'a'} PO box`;
    case 'some':
      return included(subject(), said(b), holds);
    case 'none':
      return included(subject(), said(b), !holds);
    case 'all':
      return `${holds ? 'every one' : 'not every one'} of ${subject()} is one for which ${said(b)}`;
    default:
      return undefined;
  }
}

/** `the state's required fields include one whose id tag is "x"`. */
function included(list: string, what: string, some: boolean): string {
  const verb = isPlural(list) ? 'include' : 'includes';
  return `${list} ${verb} ${some ? 'one' : 'none'} ${what.startsWith('its ') && !/ (and|or) /.test(what) ? `whose ${what.slice('its '.length)}` : `for which ${what}`}`;
}

const paths = (operands: readonly Logic[]): string[] =>
  operands.flat(2).filter((one): one is string => typeof one === 'string');

function known(facts: readonly string[], words: Words, holds: boolean): string {
  const nouns = facts.map((path) => factNoun(path, words).replace(/^the answer to "/, '"'));
  const verb = facts.every((path) => words.isAnswer(path)) ? 'answered' : 'known';
  if (nouns.length > 1)
    return `${holds ? listed(nouns, 'and') : `one of ${listed(nouns, 'and')}`} ${holds ? 'are' : 'is not'} ${verb}`;
  const [noun = ''] = nouns;
  return `${noun} ${be(noun, !holds)} ${verb}`;
}

/** Documents are called by the last part of their path. */
function agreed(operands: readonly Logic[], saying: Saying): string {
  const { holds } = saying;
  const [list] = operands;
  const names = (logic: Logic): string =>
    listed(
      paths([logic]).map((path) => quoted(plainWords(path.split('.').at(-1) ?? path))),
      'and',
    );
  if (operands.length === 2 && typeof operands[1] !== 'string') {
    const documents = phrase(operands[1], saying).words;
    return `${holds ? 'every one' : 'not every one'} of ${documents} is agreed to in ${phrase(list, saying).words}`;
  }
  const node = operation(list);
  const all = node && variable(list) === undefined ? phrase(list, saying).words : names(operands);
  return holds
    ? `${all} ${/ and /.test(all) ? 'are' : 'is'} agreed to`
    : `${/ and /.test(all) ? `not all of ${all} are` : `${all} is not`} agreed to`;
}
