/** Slips in what schemas/facts.json declares, and in what a fixture answers. */
import { expect, test } from 'vitest';
import type { JsonObject } from '../../runtime/core/facts.ts';
import { get, set } from '../../runtime/core/index.ts';
import { files, problemsOf } from './content.ts';

const FACTS = 'schemas/facts.json';
const facts = JSON.parse(files[FACTS] ?? '') as JsonObject;
const told = (path: string, value: JsonObject | string | readonly string[]) =>
  problemsOf([FACTS, JSON.stringify(set(facts, path, value))]).map(({ file, message, fix }) => [file, message, fix]);
const text = { type: 'string' };

test.each([
  ['customer.properties.x', { ...text, cliam: true }, /"cliam"/, 'Did you mean "claim"?'],
  ['route.params.properties.x', { ...text, sensitve: true }, /"sensitve"/, 'Did you mean "sensitive"?'],
  ['route.query.properties.x', { ...text, formt: 'date' }, /"formt"/, 'Did you mean "format"?'],
  ['route.flow', { tpye: 'string' }, /"tpye"/, 'Did you mean "type"?'],
  ['events', { signed: { type: 'object', proprties: {} } }, /"proprties"/, 'Did you mean "properties"?'],
  ['customer.required', ['custmerType'], /declares "custmerType"/, 'Did you mean "customerType"?'],
  [
    'jurisdiction',
    'answers.contactInformation.address.stateCod',
    /no fact "answers.contactInformation.address.stateCod"/,
    'Did you mean "stateCode"?',
  ],
  ['customerType', 'customer.custmerType', /no fact/, 'Did you mean "customerType"?'],
  ['product', 'answers.loan.productCod', /no fact/, 'Did you mean "productCode"?'],
] as const)('a slip in %s of facts.json is told once, with what was meant', (...[path, value, says, fix]) => {
  expect(get(facts, path)).not.toEqual(value);
  expect(told(path, value)).toEqual([[FACTS, expect.stringMatching(says), fix]]);
});

const answered = (answer: JsonObject) =>
  problemsOf([
    'flows/visit/fixtures/a.json',
    JSON.stringify({
      title: 'Books',
      brand: 'oak',
      flow: 'visit',
      clock: '2026-11-20T15:00:00Z',
      do: [{ at: 'visit/amount', answer }],
      expect: {},
    }),
  ]).map(({ message, fix }) => `${message} ${fix}`);

test('a fixture answers with what its question offers', () => {
  expect(answered({ reason: 'LOAN' })).toEqual([]);
  expect(answered({ reason: 'LONE' })).toEqual(['The question "reason" does not offer "LONE". Did you mean "LOAN"?']);
  expect(answered({ reason: null, agreed: true })).toEqual([]);
});
