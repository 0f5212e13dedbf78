/** Ways in words. */
import { plainWords, quoted } from '../../compile/english.ts';
import type { By } from './ways.ts';

/** What takes a way: as a label on an arrow, as a noun in a sentence, or as something that happened. */
export function byWords(by: By, as: 'label' | 'noun' | 'past'): string {
  const noun = nounOf(by);
  if (as === 'noun') return noun;
  switch (by.kind) {
    case 'press':
      return as === 'past' ? `${noun} was pressed` : noun;
    case 'link':
      return as === 'past' ? `${noun} was followed` : noun;
    case 'event':
    case 'widget':
      return as === 'past' ? `${noun} came` : noun;
    case 'giveUp':
      return as === 'past' ? 'nothing was heard in time' : noun;
    case 'timer':
      return as === 'past' ? `${noun} had passed` : noun;
    case 'load':
      return as === 'past' ? 'the page had loaded' : 'on entry';
    case 'enter':
      return as === 'past' ? 'the flow was entered' : noun;
  }
}

function nounOf(by: By): string {
  switch (by.kind) {
    case 'press':
      return quoted(by.label);
    case 'link':
      return `the link ${quoted(by.label)}`;
    case 'event':
      return `the event ${quoted(plainWords(by.event))}`;
    case 'widget':
      return `the event ${quoted(plainWords(by.event))} of ${by.widget}`;
    case 'giveUp':
      return 'no event in time';
    case 'timer':
      return `${by.afterMs / 1000} seconds`;
    case 'load':
      return 'what the page loads';
    case 'enter':
      return 'the start';
  }
}
