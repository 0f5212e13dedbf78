import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../compile/index.ts';
import { answer, asking, page, said, verdicts, warning } from './content.ts';

const text: JsonObject = { type: 'string', minLength: 1, maxLength: 40 };
const whole: JsonObject = { type: 'integer', minimum: 0, maximum: 1000, control: 'money' };
const date: JsonObject = { type: 'string', format: 'date', control: 'date' };
const state = (...codes: readonly string[]): JsonObject => ({
  type: 'string',
  enum: [...codes],
  control: 'radio',
  choices: codes.map((value) => ({ value, label: value })),
});
const notice = { shown: 'notice' };
const declared: JsonObject = {
  a: { type: 'string' },
  n: { type: 'integer' },
  k: { type: 'integer' },
  d: { type: 'string', format: 'date' },
  e: { type: 'string', format: 'date' },
  st: { type: 'string' },
};
/** Calculations stand in values: the condition with a name for each, and their files. */
function named(when: Json): { readonly when: Json; readonly files: Readonly<Record<string, Json>> } {
  const files: Record<string, Json> = {};
  const visit = (one: Json): Json => {
    if (Array.isArray(one)) return one.map(visit);
    if (typeof one !== 'object' || one === null) return one;
    const [operator = ''] = Object.keys(one);
    if (!['+', '-', '*'].includes(operator))
      return Object.fromEntries(Object.entries(one).map(([key, value]) => [key, visit(value)]));
    const name = `made-${Object.keys(files).length}`;
    files[`flows/x/values/${name}.json`] = { says: 'Made up', type: 'integer', value: one };
    return { var: `values.${name}` };
  };
  return { when: visit(when), files };
}

/** The verdict of "everybody is shown the notice" where it stands under this condition behind a page that asks this. */
const shownWhen = async (
  fields: Readonly<Record<string, JsonObject>>,
  condition: Json,
): Promise<string | undefined> => {
  const { when, files } = named(condition);
  const steps = { ask: asking(fields), warn: warning(when) };
  return (await verdicts({ steps, answers: declared, duties: { notice }, files }))['notice'];
};

describe('what is exact', () => {
  test.each<readonly [what: string, fields: Readonly<Record<string, JsonObject>>, when: Json, says: string]>([
    ['part of a text', { st: state('OH', 'TX', 'CA') }, { '!': [{ in: [answer('st'), 'TX,CA'] }] }, 'broken'],
    ['part of a text that anybody may write', { a: text }, { '!': [{ in: ['zz', answer('a')] }] }, 'tried'],
    ['a pattern', { a: text }, { '!': [{ matches: [answer('a'), '^q'] }] }, 'tried'],
    ['the order of words', { a: text }, { '<': [answer('a'), 'zzz'] }, 'tried'],
    ['whether a number is none', { n: whole }, { '!!': [answer('n')] }, 'broken'],
    ['a number that is none, denied', { n: whole }, { '!': [{ '!': [answer('n')] }] }, 'broken'],
    ['a number for a condition', { n: whole }, answer('n'), 'broken'],
    [
      'two answers in a calculation',
      { n: whole, k: whole },
      { '<': [{ '*': [answer('n'), answer('k')] }, 999_983] },
      'tried',
    ],
    [
      'an operator over a list that people bring',
      {},
      { some: [{ var: 'session.groups' }, { '==': [{ var: '' }, 'x'] }] },
      'tried',
    ],
  ])('P9 not exact is the default: %s', async (_, fields, when, says) => {
    const found = await shownWhen({ a: text, ...fields }, when);
    expect(says === 'tried' ? ['tried', 'broken'] : [says]).toContain(found);
    expect(found).not.toBe('proved');
  });

  test.each([
    ['a cookie', { answered: 'cookies.storeNumber' }],
    ['a flag', { '!': [{ '==': [{ var: 'flags.maintenance' }, true] }] }],
    [
      'a flag, either way',
      { or: [{ '==': [{ var: 'flags.maintenance' }, true] }, { '==': [{ var: 'flags.maintenance' }, false] }] },
    ],
    ['a fact of the customer', { '!=': [{ var: 'customer.stateCode' }, 'OH'] }],
    ['a fact of the session', { answered: 'session.email' }],
    ['a fact of the device', { or: [{ '!': [{ var: 'device.isMobile' }] }, { var: 'device.isMobile' }] }],
    ['a fact of the application', { answered: 'application.channel' }],
  ])('P10 missing is a value: %s', async (_, when) => {
    expect(await shownWhen({ a: text }, when)).toBe('broken');
  });
  test('P10 what the world guarantees is never missing', async () => {
    const either = { or: [{ var: 'session.isAuthenticated' }, { '!': [{ var: 'session.isAuthenticated' }] }] };
    expect([
      await shownWhen({ a: text }, either),
      await shownWhen({ a: text }, { answered: 'customer.customerType' }),
    ]).toEqual(['proved', 'proved']);
  });
  test.each([
    ['a member that it may leave out', { answered: 'results.list.results.0.name' }, 'broken'],
    ['a second item', { '!': [{ answered: 'results.list.results.1.name' }] }, 'broken'],
    ['what an item says', { '!=': [{ var: 'results.list.results.0.channel' }, 'RETAIL'] }, 'broken'],
    ['a list that may be missing', { answered: 'results.list.results' }, 'broken'],
    [
      'a member that is always there',
      { or: [{ answered: 'results.list.results' }, { '!': [{ answered: 'results.list.results' }] }] },
      'proved',
    ],
  ])('P14 P10 of what a call brings: %s', async (_, when, says) => {
    const load = [{ call: 'products', with: { brand: { var: 'brand.key' } }, as: 'list', keeps: 'session' }];
    const found = await verdicts({
      steps: { ask: asking({ a: text }), load: page({ load }), warn: warning(when) },
      answers: declared,
      duties: { notice },
    });
    expect(found['notice']).toBe(says);
  });

  test('P11 P15 a choice without a row is tried though every row is alike', async () => {
    const served = { '==': [{ lookup: ['states', answer('st'), 'served'] }, true] };
    expect([
      await shownWhen({ st: state('OH', 'TX', 'CA') }, served),
      await shownWhen({ st: state('OH', 'TX', 'ZZ') }, served),
    ]).toEqual(['proved', 'broken']);
  });

  test.each([
    ['a number', { n: whole }, { '<': [answer('n'), 1000] }, { '<=': [answer('n'), 1000] }],
    [
      'a sum with a number',
      { n: whole },
      { '<': [{ '+': [answer('n'), 7] }, 1007] },
      { '<=': [{ '+': [answer('n'), 7] }, 1007] },
    ],
    [
      'a number and a difference of what a row says',
      { n: { ...whole, maximum: 2 }, st: state('OH', 'TX', 'CA') },
      { '>': [{ '+': [answer('n'), 1] }, { '-': [{ lookup: ['states', answer('st'), 'cap'] }, 1] }] },
      { '>=': [{ '+': [answer('n'), 2] }, { '-': [{ lookup: ['states', answer('st'), 'cap'] }, 1] }] },
    ],
    [
      'an age',
      { d: date },
      { '!=': [{ yearsBetween: [answer('d'), { var: 'today' }] }, 18] },
      {
        or: [
          { '>=': [{ yearsBetween: [answer('d'), { var: 'today' }] }, 18] },
          { '<': [{ yearsBetween: [answer('d'), { var: 'today' }] }, 18] },
        ],
      },
    ],
    [
      'two dates of which one is the other or later',
      { d: date, e: date },
      { or: [{ '<': [answer('d'), answer('e')] }, { '>': [answer('d'), answer('e')] }] },
      { or: [{ '<=': [answer('d'), answer('e')] }, { '>': [answer('d'), answer('e')] }] },
    ],
  ])('P12 both sides of every limit: %s', async (_, fields, off, right) => {
    expect([await shownWhen(fields, off), await shownWhen(fields, right)]).toEqual(['broken', 'proved']);
  });
  test('P12 days between two dates are no proof where they are a sample, and the reason names the comparison', async () => {
    const [finding] = await said({
      steps: {
        ask: asking({ d: date, e: date }),
        warn: warning({ '!=': [{ daysBetween: [answer('d'), answer('e')] }, 1234] }),
      },
      answers: declared,
      duties: { notice },
    });
    expect(finding?.verdict).not.toBe('proved');
  });

  test('P13 a text that its field takes and no rule names is walked, and where none is known the reason says so', async () => {
    const zip = { type: 'string', pattern: '^\\d{5}$' };
    const when = { '==': [answer('a'), '90210'] };
    expect(await shownWhen({ a: { ...zip, examples: ['10001'] } }, when)).toBe('broken');
    expect(await shownWhen({ a: zip }, when)).not.toBe('proved');
  });
});
