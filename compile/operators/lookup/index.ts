import { code, join } from '../../emit/code.ts';
import { plainWords, possessive } from '../../english.ts';
import type { Logic, Operator, Voice } from '../operator.ts';
import { lookup } from './evaluate.ts';

/** A cell of a table: `the state's minimum age`, `the minimum age of the state on the ID`. */
function noun([table, key, column]: readonly Logic[], { alone }: Voice): string {
  const owner = alone(key ?? null);
  const name = String(column).split('.').reverse().map(plainWords).join(' ');
  const of = plainWords(String(table)).replace(/s$/, '');
  if (owner === `the ${of}`) return `${possessive(owner)} ${name}`;
  return owner.startsWith(`the ${of} `) || owner.startsWith(`the applicant's ${of}`)
    ? `the ${name} of ${owner}`
    : `the ${name} of the ${of} in ${owner}`;
}

export const OPERATOR: Operator = {
  id: 'lookup',
  says: 'A column of the state\'s row: ["states", { "var": the state\'s code }, "minimumAge"]',
  arity: [3, 3],
  strict: true,
  cell: ([table, key, column]) =>
    typeof table === 'string' && typeof column === 'string' ? { table, key, column } : undefined,
  emit: ([table = '', row = null, key = ''], scope, compile) => {
    const from = compile(row, scope);
    return join(
      [from, code('', [`compliance.${String(table)}`])],
      `k.lookup(f,${JSON.stringify(table)},${from.js},${JSON.stringify(key)})`,
    );
  },
  evaluate: ([table, row, key], { facts, of }) => lookup(facts, String(table), of(row ?? null), String(key)),
  *faults([table, , key]) {
    if (typeof table !== 'string' || typeof key !== 'string')
      yield {
        message: 'The table and the key of "lookup" must be written out.',
        fix: 'Write { "lookup": ["states", { "var": ... }, "minimumAge"] }.',
      };
    if (typeof table === 'string' && table !== 'states')
      yield { place: 0, message: `There is no table "${table}".`, fix: 'The table is "states".' };
  },
  noun,
  examples: [
    {
      rule: { lookup: ['states', { var: 'answers.code' }, 'minimumAge'] },
      facts: { 'answers.code': 'MO', compliance: { states: { MO: { minimumAge: 18 } } } },
      is: 18,
      words: 'the minimum age of the state in the code',
    },
    {
      rule: { lookup: ['states', 'MO', 'products.ONLINE'] },
      facts: { compliance: { states: { MO: { products: { ONLINE: ['PDL'] } } } } },
      is: ['PDL'],
    },
    { rule: { lookup: ['states', { var: 'answers.code' }, 'minimumAge'] } },
    { rule: { lookup: ['states', 'constructor', 'name'] } },
  ],
};
