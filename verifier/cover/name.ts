/** Names and titles of written fixtures, from what they reach. */
import type { Words } from '../words/words.ts';
import { sentence } from '../words/sentence.ts';
import type { Goal } from './goals.ts';

/** How the files of written fixtures begin; any other file is somebody's own and is never touched. */
const PREFIX = 'cover-';

/** Whether a fixture file was written by `cover --write`. */
export const isWritten = (file: string): boolean => (file.split('/').at(-1) ?? '').startsWith(PREFIX);

/** The first file name that is free, without folder and ending, e.g. `cover-personal-not-old-enough`. */
export function nameOf(goal: Goal, isFree: (name: string) => boolean): string {
  const name = PREFIX + slug(wordsOf(goal));
  for (let n = 1; ; n += 1) {
    const numbered = n === 1 ? name : `${name}-${n}`;
    if (isFree(numbered)) return numbered;
  }
}

/** What a fixture reaches, as one phrase for its title: `hold-esign ("Sign"), event ESIGN_ERROR, to shell/error`. */
export function phraseOf(goal: Goal, words: Words): string {
  const page = (step: string): string => `${step} ("${words.step(step)}")`;
  switch (goal.kind) {
    case 'step':
      return `the step ${page(goal.step)}`;
    case 'way':
      return `${goal.way.step === undefined ? `dialog ${goal.way.dialog ?? ''}` : page(goal.way.step)}, ${goal.way.by}, ${goal.way.leads}`;
    case 'clause':
    case 'limit': {
      const { rule, atom, value } = goal.clause;
      return `${rule.step === undefined ? (rule.dialog ?? rule.id) : page(rule.step)}: ${sentence(atom.logic, words, value)}${goal.kind === 'limit' ? ', with nothing to spare' : ''}`;
    }
  }
}

function wordsOf(goal: Goal): string {
  switch (goal.kind) {
    case 'step':
      return goal.step;
    case 'way': {
      const { step, dialog, by, leads } = goal.way;
      const told = by.includes(' gives ')
        ? by.slice(by.lastIndexOf(' gives ') + ' gives '.length)
        : by.startsWith('event ')
          ? by.slice('event '.length)
          : leads;
      return `${step ?? dialog ?? ''} ${told}`;
    }
    case 'clause':
    case 'limit': {
      const { rule, atom, value } = goal.clause;
      const what =
        typeof rule.written === 'string'
          ? rule.written
          : (atom.reads[0]?.split('.').slice(-2).join(' ') ?? rule.decides);
      return `${rule.step ?? rule.dialog ?? ''} ${rule.field ?? ''} ${value ? '' : 'not'} ${what} ${goal.kind === 'limit' ? 'limit' : ''}`;
    }
  }
}

const slug = (words: string): string =>
  words
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
