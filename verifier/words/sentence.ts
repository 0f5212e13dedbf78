/** json-logic as plain English for analysts and compliance officers. No capital at the start, no full stop. */
import { isObject } from '../../compile/json-types.ts';
import { equal } from '../../compile/operators/equal/index.ts';
import { operation, operatorOf, variable, type Logic } from '../domain/atoms.ts';
import { among, comparison, memberOf, type Member } from './comparison.ts';
import { be, listed, lowered } from '../../compile/english.ts';
import { factNoun, phrase, speaking, type Saying } from './phrase.ts';
import { isTrue } from './truth.ts';
import type { Words } from './words.ts';

/**
 * A condition in words.
 * @param written json-logic, named rules as `{"rule": name}`; or the name of a rule, as it may stand in a `when`
 * @param holds false: says that it does not hold
 */
export function sentence(written: Logic, words: Words, holds = true): string {
  return clause(typeof written === 'string' ? { rule: written } : written, words, holds).text;
}

/** One fact: `the state is Texas`, `the date of birth is not answered` for undefined. */
export function factIs(path: string, value: unknown, words: Words): string {
  const noun = factNoun(path, words);
  if (value === undefined) return sentence({ answered: path }, words, false);
  if (typeof value === 'boolean') return isTrue(path, value, { words, isBoolean: true });
  if (isObject(value)) return `${noun} ${be(noun, false)} ${words.value(path, value)}`;
  return sentence(equal<Logic>({ var: path }, value), words);
}

/** Several facts in one sentence: an example applicant. `nothing is known` when there is none. */
export function givenWords(facts: Readonly<Record<string, unknown>>, words: Words): string {
  const said = Object.entries(facts).map(([path, value]) => factIs(path, value, words));
  return said.length === 0 ? 'nothing is known' : listed(said, 'and');
}

/**
 * A clause and how it binds: `and` or `or` when it is a list of clauses, `loose` when it holds an "or" between values.
 */
interface Clause {
  readonly text: string;
  readonly joined?: 'and' | 'or';
  readonly deep?: boolean;
  readonly loose?: boolean;
}

function clause(logic: Logic, words: Words, holds: boolean): Clause {
  const path = variable(logic);
  if (path !== undefined) return { text: isTrue(path, holds, { words }) };
  const node = operation(logic);
  if (!node)
    return {
      text:
        logic === true
          ? holds
            ? 'always'
            : 'never'
          : logic === false
            ? holds
              ? 'never'
              : 'always'
            : `${JSON.stringify(logic)} ${holds ? 'is' : 'is not'} true`,
    };
  const { operator, operands } = node;
  const own = operatorOf(operator);
  if (own?.sameTruth) return clause(operands[0], words, holds);
  switch (operator) {
    case '!':
      return clause(operands[0], words, !holds);
    case 'and':
    case 'or':
      return join(node.operator as 'and' | 'or', operands, { words, holds });
    case 'rule':
      return ruleClause(String(operands[0]), words, holds);
    case 'if':
      return choice(operands, words, holds);
    default: {
      const said = (rule: Logic, positive = true): string => clause(rule, words, positive).text;
      const saying: Saying = { holds, words, said };
      const text =
        comparison(own, operands, saying) ?? own?.clause?.(operands, holds, speaking(saying)) ?? plain(logic, saying);
      return { text, loose: / (or|nor|and) /.test(text) };
    }
  }
}

function plain(logic: Logic, saying: Saying): string {
  const named = operatorOf(operation(logic)?.operator)?.noun !== undefined;
  const noun = named ? phrase(logic, saying).words : JSON.stringify(logic);
  return `${noun} ${be(noun, !saying.holds)} true`;
}

/** A named rule by its own sentence; denied, by what it stands for when that needs no "not (...)". */
function ruleClause(name: string, words: Words, holds: boolean): Clause {
  const rule = words.rule(name);
  const says = rule?.says === undefined ? `the rule "${name}" holds` : lowered(rule.says);
  if (holds || !rule) return { text: holds ? says : `not (${says})`, loose: / or |, /.test(says) };
  const node = operation(rule.logic);
  const simple = node && !['and', 'or', 'if'].includes(node.operator);
  return simple ? clause(rule.logic, words, false) : { text: `not (${says})` };
}

/** `if a then b else false` and its like are "and" and "or"; others are said as they are. */
function choice(operands: readonly Logic[], words: Words, holds: boolean): Clause {
  const connective = connected(operands);
  if (connective) return clause(connective, words, holds);
  const [when, then, ...rest] = operands;
  const other: Logic = rest.length > 1 ? { if: rest } : (rest[0] ?? null);
  const said = (rule: Logic, positive: boolean): string => clause(rule, words, positive).text;
  return {
    text: `if ${said(when, true)}, ${said(then, holds)}, and otherwise ${said(other, holds)}`,
    joined: 'and',
    deep: true,
  };
}

function connected(operands: readonly Logic[]): Logic | undefined {
  const [when, then, other] = operands;
  if (operands.length > 3) return undefined;
  if (other === false) return { and: [when, then] };
  if (then === true) return { or: [when, other] };
  if (then === false) return { and: [{ '!': when }, other] };
  return other === true ? { or: [{ '!': when }, then] } : undefined;
}

function join(
  operator: 'and' | 'or',
  operands: readonly Logic[],
  { words, holds }: { readonly words: Words; readonly holds: boolean },
): Clause {
  const word = (operator === 'and') === holds ? 'and' : 'or';
  const parts = needed(word, flat(operator, operands, holds));
  const terms = merged(word, parts, words);
  if (terms.length === 1) return terms[0] ?? { text: '' };
  const comma = terms.some((term) => term.joined !== undefined || term.loose);
  const texts = terms.map((term) => {
    if (term.joined === undefined) return term.text;
    if (term.deep || !/^.* (and|or) [^,]*$/.test(term.text) || term.text.includes(', ')) return `(${term.text})`;
    return `${term.joined === 'or' ? 'either' : 'both'} ${term.text}`;
  });
  return { text: listed(texts, word, comma), joined: word, deep: terms.some((term) => term.joined !== undefined) };
}

interface Part {
  readonly logic: Logic;
  readonly holds: boolean;
}

/** The parts of nested "and"s (or "or"s) as one list, negations moved inwards. */
function flat(operator: 'and' | 'or', operands: readonly Logic[], holds: boolean): readonly Part[] {
  const other = operator === 'and' ? 'or' : 'and';
  return operands.flatMap((logic): readonly Part[] => {
    const given = operation(logic);
    const node = operation(given?.operator === 'if' ? (connected(given.operands) ?? logic) : logic);
    if (node?.operator === operator) return flat(operator, node.operands, holds);
    const denied = node?.operator === '!' ? operation(node.operands[0]) : undefined;
    if (denied?.operator === other) return flat(other, denied.operands, !holds);
    return [{ logic, holds }];
  });
}

/** "It is known" goes without saying beside "it is this". */
function needed(word: 'and' | 'or', parts: readonly Part[]): readonly Part[] {
  const told = new Set(
    word === 'or'
      ? []
      : parts.flatMap(({ logic, holds }) => {
          const member = memberOf(logic, holds);
          return member?.holds === true ? [variable(member.subject)] : [];
        }),
  );
  return parts.filter(({ logic, holds }) => {
    const node = operation(logic);
    return !(holds && node?.operator === 'answered' && told.has(String(node.operands[0])));
  });
}

/** Comparisons of one fact with several values become one: "the state is Texas or Ohio". */
function merged(word: 'and' | 'or', parts: readonly Part[], words: Words): readonly Clause[] {
  const terms: (Clause | Member)[] = [];
  for (const { logic, holds } of parts) {
    const found = memberOf(logic, holds);
    const mergeable = found && found.holds === (word === 'or') ? found : undefined;
    const same = mergeable && terms.findIndex((term) => 'values' in term && term.key === mergeable.key);
    if (mergeable && same !== undefined && same >= 0) {
      const before = terms[same] as Member;
      terms[same] = {
        ...before,
        values: [...before.values, ...mergeable.values.filter((value) => !before.values.includes(value))],
      };
    } else terms.push(mergeable ?? clause(logic, words, holds));
  }
  return terms.map((term) => {
    if (!('values' in term)) return term;
    const text = among([term.subject, term.values], { holds: term.holds, words, said: String });
    return { text, loose: term.values.length > 1 };
  });
}
