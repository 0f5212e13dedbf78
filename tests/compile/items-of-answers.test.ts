/** What a rule reads of an item of an answer: its question says what there is, of files and of lists. */
import { expect, test } from 'vitest';
import { problemsOf, type Change } from './content.ts';

const FLOW = 'flows/visit/flow.json';
const AMOUNT = 'flows/visit/steps/amount.json';

/** The questions whose answers have items, each with all that an item has. */
const QUESTIONS = {
  files: {
    has: ['id', 'name', 'bytes', 'type', 'hash'],
    field:
      '"bind": "visit.papers", "label": "Papers", "maxItems": 3, "file": { "accept": ["application/pdf"], "maxBytes": 9000 }',
  },
  list: {
    has: ['who', 'owed'],
    field:
      '"bind": "visit.papers", "type": "array", "label": "Papers", "item": { "name": "paper", "fields": { "who": { "bind": "who", "label": "Who", "maxLength": 9 }, "owed": { "bind": "owed", "type": "integer", "label": "How much" } } }',
  },
} as const;
/** The ways in which a rule comes to an item. */
const WAYS: Readonly<Record<string, (name: string) => unknown>> = {
  'by its number': (name) => ({ '!=': [{ var: `answers.visit.papers.0.${name}` }, 'x'] }),
  'answered by its number': (name) => ({ answered: `answers.visit.papers.1.${name}` }),
  'in some': (name) => ({ some: [{ var: 'answers.visit.papers' }, { '!=': [{ var: name }, 'x'] }] }),
  'in a filter that is counted': (name) => ({
    '>': [{ count: [{ filter: [{ var: 'answers.visit.papers' }, { '!=': [{ var: name }, 'x'] }] }] }, 1],
  }),
};

const edits = (field: string, rule: unknown): readonly Change[] => [
  [FLOW, '"day": {', '"papers": { "type": "array" }, "day": {'],
  [AMOUNT, '"reason": {', `"papers": { ${field} }, "reason": {`],
  [AMOUNT, '"layout": [', '"layout": ["papers", { "copy": "Seen.", "when": "seen" }, '],
  ['flows/visit/rules/seen.json', JSON.stringify({ says: 'some were seen', rule })],
];
const told = (field: string, rule: unknown) =>
  problemsOf(...edits(field, rule)).filter(({ file, code }) => file.endsWith('seen.json') && code === 'fact');

const cases = Object.entries(QUESTIONS).flatMap(([kind, { has, field }]) =>
  Object.entries(WAYS).map(([way, rule]) => ({ kind, way, has, field, rule })),
);

test.each(cases)('of $kind, $way: each member is known, and misspelt it is refused with what was meant', (one) => {
  const all = (names: readonly string[]) => told(one.field, { and: names.map((name) => one.rule(name)) });
  expect(all(one.has)).toEqual([]);
  expect(all(one.has.map((name) => `${name}s`)).map(({ fix }) => fix)).toEqual(
    one.has.map((name) => `Did you mean "${name}"?`),
  );
});
