/** What stands on an arrow: what takes each of its ways, and under which rule. */
import { listed, plainWords, quoted } from '../../compile/english.ts';
import { sentence } from '../words/sentence.ts';
import type { Words } from '../words/words.ts';
import type { Ask, By, Way } from './ways.ts';

/**
 * One line for each thing that takes the arrow; the outcomes of one call, and the events of one channel, share a line.
 */
export function arrowLines(ways: readonly Way[], words: Words): readonly string[] {
  const lines = new Map<string, string[]>();
  for (const way of ways) {
    const head = headOf(way.by);
    const rule = ruleOf(way, words);
    const again = way.again ? ' (asked again)' : '';
    const name = way.outcome
      ? words.outcome(way.outcome.name)
      : way.by.kind === 'event'
        ? plainWords(way.by.event)
        : undefined;
    const call = way.outcome ? (head === '' ? way.outcome.operation : `${head}, ${way.outcome.operation}`) : head;
    const key = JSON.stringify([call, rule, again, name === undefined]);
    const names = lines.get(key) ?? [];
    if (name !== undefined && !names.includes(name)) names.push(name);
    lines.set(key, names);
  }
  return [...lines]
    .map(([key, names]) => {
      const [head, rule, again] = JSON.parse(key) as [string, string, string];
      const told = names.length === 0 ? head : `${head}: ${listed(names, 'or')}`;
      return (told === '' ? rule : rule === '' ? told : `${told}, ${rule}`) + again;
    })
    .filter((line) => line !== '');
}

function headOf(by: By): string {
  switch (by.kind) {
    case 'press':
      return quoted(by.label);
    case 'link':
      return `link ${quoted(by.label)}`;
    case 'event':
      return 'event';
    case 'widget':
      return `${plainWords(by.widget)}: ${plainWords(by.event)}`;
    case 'giveUp':
      return 'nothing heard in time';
    case 'timer':
      return `after ${by.afterMs / 1000} s`;
    case 'load':
    case 'enter':
      return '';
  }
}

/**
 * The choice's own condition, after "otherwise" where others are asked before it; then the conditions of the steps it
 * enters or passes by.
 */
function ruleOf({ choice, entry }: Way, words: Words): string {
  const told = [
    ...(choice.some(({ holds }) => !holds) ? ['otherwise'] : []),
    ...choice.filter(({ holds }) => holds).map((ask) => askWords(ask, words)),
  ];
  return [...new Set([...told, ...entry.map((ask) => askWords(ask, words))])].join(', ');
}

/** A denial is said as what then is so, unless that would be a "not (...)". */
function askWords({ rule, holds }: Ask, words: Words): string {
  const said = sentence(rule.written, words, holds);
  return said.startsWith('not (') ? `unless ${sentence(rule.written, words)}` : `if ${said}`;
}
