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
  test.each<readonly [what: string, { fields: Readonly<Record<string, JsonObject>>; when: Json; says: string }]>([
    [
      'part of a text',
      { fields: { st: state('OH', 'TX', 'CA') }, when: { '!': [{ in: [answer('st'), 'TX,CA'] }] }, says: 'broken' },
    ],
    [
      'part of a text that anybody may write',
      { fields: { a: text }, when: { '!': [{ in: ['zz', answer('a')] }] }, says: 'tried' },
    ],
    ['a pattern', { fields: { a: text }, when: { '!': [{ matches: [answer('a'), '^q'] }] }, says: 'tried' }],
    ['the order of words', { fields: { a: text }, when: { '<': [answer('a'), 'zzz'] }, says: 'tried' }],
    ['whether a number is none', { fields: { n: whole }, when: { '!!': [answer('n')] }, says: 'broken' }],
    [
      'a number that is none, denied',
      { fields: { n: whole }, when: { '!': [{ '!': [answer('n')] }] }, says: 'broken' },
    ],
    ['a number for a condition', { fields: { n: whole }, when: answer('n'), says: 'broken' }],
    [
      'two answers in a calculation',
      { fields: { n: whole, k: whole }, when: { '<': [{ '*': [answer('n'), answer('k')] }, 999_983] }, says: 'tried' },
    ],
    [
      'an operator over a list that people bring',
      { fields: {}, when: { some: [{ var: 'session.groups' }, { '==': [{ var: '' }, 'x'] }] }, says: 'tried' },
    ],
  ])('P9 not exact is the default: %s', async (_, { fields, when, says }) => {
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
    ['a fact of the customer', { '!=': [{ var: 'customer.source' }, 'OH'] }],
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
      // Of what the call brings nothing is known but its form.
      files: { 'schemas/api/answers.json': { operations: {} } },
    });
    expect(found['notice']).toBe(says);
  });

  // One item alone was tried: what stands behind "more than one" was walked by nobody.
  test.each([
    { minItems: 1, maxItems: 3, asked: 2, says: 'broken' },
    { minItems: 1, maxItems: 9, asked: 4, says: 'broken' },
    { minItems: 2, maxItems: 3, asked: 3, says: 'broken' },
    { minItems: 0, maxItems: 3, asked: 1, says: 'broken' },
    { minItems: 1, maxItems: 3, asked: 4, says: 'tried' },
  ])(
    'P14 of a list that the person makes, of $minItems to $maxItems items, those of $asked are followed: $says',
    async ({ minItems, maxItems, asked, says }) => {
      const parts = { name: { bind: 'name', type: 'string', label: 'Name', maxLength: 40 } };
      const list: JsonObject = {
        type: 'array',
        minItems,
        maxItems,
        required: minItems > 0,
        messages: { required: 'Made up.' },
        item: { name: 'person', title: '{{item.name}}', fields: parts },
      };
      const items = { type: 'object', properties: { name: { type: 'string' } } };
      const found = await said({
        steps: { ask: asking({ a: list }), warn: warning({ '<': [{ count: [answer('a')] }, asked] }) },
        answers: { a: { type: 'array', items } },
        duties: { notice },
      });
      expect(found.map(({ verdict }) => verdict)).toEqual([says]);
    },
  );

  test('P11 P15 a choice without a row is tried though every row is alike', async () => {
    const served = { '==': [{ lookup: ['states', answer('st'), 'served'] }, true] };
    expect([
      await shownWhen({ st: state('OH', 'TX', 'CA') }, served),
      await shownWhen({ st: state('OH', 'TX', 'ZZ') }, served),
    ]).toEqual(['proved', 'broken']);
  });

  test.each([
    ['a number', { fields: { n: whole }, off: { '<': [answer('n'), 1000] }, right: { '<=': [answer('n'), 1000] } }],
    [
      'a sum with a number',
      {
        fields: { n: whole },
        off: { '<': [{ '+': [answer('n'), 7] }, 1007] },
        right: { '<=': [{ '+': [answer('n'), 7] }, 1007] },
      },
    ],
    [
      'a number and a difference of what a row says',
      {
        fields: { n: { ...whole, maximum: 2 }, st: state('OH', 'TX', 'CA') },
        off: { '>': [{ '+': [answer('n'), 1] }, { '-': [{ lookup: ['states', answer('st'), 'cap'] }, 1] }] },
        right: { '>=': [{ '+': [answer('n'), 2] }, { '-': [{ lookup: ['states', answer('st'), 'cap'] }, 1] }] },
      },
    ],
    [
      'an age',
      {
        fields: { d: date },
        off: { '!=': [{ yearsBetween: [answer('d'), { var: 'today' }] }, 18] },
        right: {
          or: [
            { '>=': [{ yearsBetween: [answer('d'), { var: 'today' }] }, 18] },
            { '<': [{ yearsBetween: [answer('d'), { var: 'today' }] }, 18] },
          ],
        },
      },
    ],
    [
      'two dates of which one is the other or later',
      {
        fields: { d: date, e: date },
        off: { or: [{ '<': [answer('d'), answer('e')] }, { '>': [answer('d'), answer('e')] }] },
        right: { or: [{ '<=': [answer('d'), answer('e')] }, { '>': [answer('d'), answer('e')] }] },
      },
    ],
  ])('P12 both sides of every limit: %s', async (_, { fields, off, right }) => {
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

  // A fixture's answer is tried first: with one of Ohio nobody else was followed, and its state is in no hash.
  test('P57 P5 an answer for which a limit is not known stops who gives it alone, whatever fixtures answer', async () => {
    const row: JsonObject = { from: '2020-01-01', until: null, served: true, minimumAge: 18, citation: 'Made up' };
    const card: JsonObject = { ...row, idPattern: '^\\d{2}$', idValid: ['11', '22'], idInvalid: ['1', 'A'] };
    const rowOf = (abbr: string, of: JsonObject): JsonObject => ({ abbr, name: abbr, rows: [of] });
    const fixture = (st: string, a: string): JsonObject => ({
      title: 'Made up',
      brand: 'made',
      flow: 'x',
      executors: ['core'],
      clock: '2026-11-22T17:00:00Z',
      given: { person: 'stranger' },
      do: [{ at: 'x/ask', answer: { st, a } }],
      expect: {},
    });
    const of = async (fixtures: Readonly<Record<string, Json>>, duties: Readonly<Record<string, JsonObject>>) =>
      (
        await said({
          steps: {
            ask: asking({
              st: state('CA', 'OH', 'TX'),
              a: { ...text, pattern: { lookup: ['states', answer('st'), 'idPattern'] } },
            }),
            warn: warning(),
            more: page(),
          },
          answers: declared,
          duties,
          files: {
            ...Object.fromEntries(['CA', 'TX'].map((abbr) => [`compliance/states/${abbr}.json`, rowOf(abbr, card)])),
            'compliance/states/OH.json': rowOf('OH', row),
            ...fixtures,
          },
        })
      ).map(({ obligation, verdict, content }) => ({ obligation, verdict, content }));
    const there = (st: string): JsonObject => ({ ...notice, when: { '==': [answer('st'), st] } });
    for (const [duties, expected] of [
      [{ all: notice }, ['proved']],
      [{ stopped: there('OH'), there: there('TX') }, ['vacuous', 'proved']],
    ] as const) {
      const without = await of({}, duties);
      expect(without.map(({ verdict }) => verdict)).toEqual(expected);
      for (const [st, a] of [
        ['OH', 'anything'],
        ['OH', '11'],
        ['TX', 'anything'],
      ] as const) {
        const found = await of({ 'flows/x/fixtures/made.json': fixture(st, a) }, duties);
        expect([st, a, ...found.map(({ verdict }) => verdict)]).toEqual([st, a, ...expected]);
        expect(found[0]?.content).not.toBe(without[0]?.content);
      }
    }
  });
});
