import { expect, test } from 'vitest';
import { resolveContent } from '../../compile/index.ts';
import { sentence } from '../../verifier/words/sentence.ts';
import { wordsOf } from '../../verifier/words/words.ts';
import { unfold } from '../../verifier/domain/atoms.ts';
import { namesOf } from '../../verifier/rules/placed.ts';
import { lending, options } from './lending.ts';

// Both parts are money, and what comes of them is none.
test.each([true, false])('a percent that is made of money reads as percent, by name: %s', (byName) => {
  const share = { percentOf: [{ var: 'answers.loan.amount' }, { var: 'answers.incomeInformation.amountGross' }] };
  const files = {
    ...lending,
    'flows/loan/values/share.json': JSON.stringify({ says: 'Share of the income', type: 'number', value: share }),
  };
  const { source, brands, problems } = resolveContent(files, options);
  expect(problems).toEqual([]);
  const flow = brands['elm']?.flows['loan'];
  if (!flow) throw new Error('There is no flow.');
  const words = wordsOf(source, flow);
  const rule = { '<=': [{ var: 'values.share' }, 25] };
  const logic = byName ? rule : unfold(rule, namesOf(flow));
  expect(sentence(logic, words)).toMatch(/at most 25%$/);
  expect(sentence(logic, words)).not.toContain('$');
});
