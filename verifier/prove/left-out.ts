/** What a verdict leaves out: counted, and what can be done so that it no longer does. */
import { listed } from '../../compile/english.ts';
import type { Sample, SampleOf } from '../explore/exploration.ts';

interface Kind {
  readonly one: string;
  readonly many: string;
  /** What to change, a sentence. */
  readonly remedy: string;
}

const KINDS: Readonly<Record<SampleOf, Kind>> = {
  comparison: {
    one: 'comparison',
    many: 'comparisons',
    remedy:
      'Compare what is asked with a number, a choice or a limit of a state row, not with another answer or a sum.',
  },
  date: {
    one: 'date',
    many: 'dates',
    remedy:
      'Compare each date with a day that stands in the rule, or its age with a number; two dates that are compared with each other need fields that say the earliest and latest day.',
  },
  fact: {
    one: 'fact',
    many: 'facts',
    remedy: 'Let the rule read what a question or a call brings, and declare what values it may have.',
  },
  limit: {
    one: 'limit',
    many: 'limits',
    remedy: 'Take the limit of the field from a state row or a number, not from another answer.',
  },
  list: {
    one: 'list',
    many: 'lists',
    remedy: 'Let no rule look into the items of the list, or ask for each of the few items by a question of its own.',
  },
  order: {
    one: 'order of things',
    many: 'orders of things',
    remedy: 'Make fewer calls at once on one page, and let a question hang on questions above it only.',
  },
  question: {
    one: 'question',
    many: 'questions',
    remedy: 'Give the schema of the field "examples" that it accepts, or fewer choices at once.',
  },
  result: {
    one: 'answer of a call',
    many: 'answers of calls',
    remedy: 'Let rules read fewer parts of what the call brings, or declare fewer values for each.',
  },
};

const countOf = ({ one, many }: Kind, count: number): string => (count === 1 ? `1 ${one}` : `${count} ${many}`);

/** How much of what was a sample: "2 dates and 1 list". */
export function counted(samples: readonly Sample[]): string {
  const kinds = Map.groupBy(samples, ({ of }) => of);
  return listed(
    [...kinds].map(([of, some]) => countOf(KINDS[of], some.length)),
    'and',
  );
}

/** What can be done, a sentence for each kind. */
export const remedies = (samples: readonly Sample[]): readonly string[] => [
  ...new Set(samples.map(({ of }) => KINDS[of].remedy)),
];
