import { describe, expect, test } from 'vitest';
import { resolveContent } from '../../compile/index.ts';
import { isObject, list, member } from '../../compile/json-types.ts';
import type { Json, JsonObject } from '../../runtime/core/facts.ts';
import { lending, options, planted, type Plant } from '../verifier/lending.ts';

const OVERLAY = 'brands/elm/flows/loan.json';
const overlaid = (overlay: object, ...plants: readonly Plant[]) => {
  const files = planted(lending, [...plants, [OVERLAY, JSON.stringify(overlay)]]);
  const { brands, problems } = resolveContent(files, options);
  return {
    steps: brands['elm']?.flows['loan']?.steps ?? {},
    told: problems.map(({ file, message, fix }) => `${file}: ${message} ${fix}`),
  };
};
const grouped: Plant = [
  'flows/loan/steps/income.json',
  '["type", "employer", "gross"]',
  '["type", { "group": ["employer", { "copy": "As on your card.", "id": "card" }], "title": "Work" }, { "copy": "Before taxes." }, { "copy": "Each month." }, "gross"]',
];

describe('an overlay names things, never their places', () => {
  test('fields by their ids in whatever group, words by an id, documents and choices by what they name', () => {
    const { steps, told } = overlaid(
      {
        set: {
          'steps/income/layout/employer': { note: 'We ask for your employer later.' },
          'steps/income/layout/card/copy': 'As on your badge.',
          'steps/about/fields/state/choices/TX/label': 'Lone Star State',
          'steps/sign/layout/loan-terms/when': 'state-is-texas',
          'steps/income/actions/continue/label': 'Go on',
        },
        remove: ['income/employer'],
      },
      grouped,
    );
    expect(told).toEqual([
      `${OVERLAY}: There is no "steps/income/layout/employer" to change. At "steps/income/layout" there is type, card, gross.`,
    ]);
    expect(list(steps['sign']?.['layout'])[0]).toMatchObject({ disclosure: 'loan-terms', when: 'state-is-texas' });
    expect(steps['about']?.['fields']).toMatchObject({ state: { choices: [{ label: 'Lone Star State' }, {}, {}] } });
  });
  test('in a group, and the way around it stays', () => {
    const { steps, told } = overlaid(
      { set: { 'steps/income/layout/card/copy': 'As on your badge.' }, unset: ['steps/texas/layout/texas-notice'] },
      grouped,
    );
    expect(told).toEqual([]);
    expect(list(steps['income']?.['layout'])[1]).toEqual({
      group: ['employer', { copy: 'As on your badge.', id: 'card' }],
      title: 'Work',
    });
    expect(steps['texas']?.['layout']).toEqual([]);
  });
  test.each([
    ['a place by its number', 'steps/income/layout/0', /There is no "steps\/income\/layout\/0" to change/],
    ['words that have no name', 'steps/income/layout/copy', /There is no "steps\/income\/layout\/copy" to change/],
    ['a name that two have', 'steps/link/actions/continue/label', /There are 2 parts "continue"/],
  ])('%s is refused', (_, address, says) => {
    const { told } = overlaid({ set: { [address]: 'x' } }, grouped, [
      'flows/loan/steps/link.json',
      '"label": "Continue" }',
      '"label": "Continue" }, { "id": "continue", "label": "Again" }',
    ]);
    expect(told.some((one) => says.test(one))).toBe(true);
  });
  test.each(['steps/income', 'dialogs/made', 'rules/made', 'values/made'])(
    'the whole file %s is replaced by no less than a file',
    (address) => {
      for (const value of [null, 'x', 7, []])
        expect(overlaid({ set: { [address]: value } }).told).toEqual([
          expect.stringContaining(`${OVERLAY}: "${address}" is a whole file, and this is none.`),
        ]);
    },
  );
});

describe('what is removed is out of everything at once', () => {
  const fields = Object.entries(lending).flatMap(([file, text]) => {
    const step = /^flows\/loan\/steps\/(.+)\.json$/.exec(file)?.[1];
    const doc = step === undefined ? undefined : (JSON.parse(text) as JsonObject);
    return doc && isObject(doc['fields']) ? Object.keys(doc['fields']).map((field) => `${step}/${field}`) : [];
  });
  /** Names that stand anywhere in a step as a field's. */
  const namedIn = (value: Json | undefined): readonly string[] =>
    Array.isArray(value)
      ? (value as readonly Json[]).flatMap((one) => (typeof one === 'string' ? [one] : namedIn(one)))
      : isObject(value)
        ? Object.entries(value).flatMap(([key, inner]) =>
            ['consent', 'field', 'at'].includes(key) ? [String(inner)] : namedIn(inner),
          )
        : [];

  test.each(fields)('the field %s', (name) => {
    const [step = '', field = ''] = name.split('/');
    const { steps, told } = overlaid({ remove: [name] });
    expect(told).toEqual([]);
    expect(Object.keys((member(steps[step], 'fields') ?? {}) as object)).not.toContain(field);
    expect([steps[step]?.['layout'], steps[step]?.['checks']].flatMap((part) => namedIn(part ?? []))).not.toContain(
      field,
    );
  });
  test('a group of which nothing is left goes with it, and a field that is not there is told', () => {
    const { steps } = overlaid({ remove: ['income/employer'] }, [
      'flows/loan/steps/income.json',
      '["type", "employer", "gross"]',
      '["type", { "group": ["employer"], "title": "Work" }, "gross"]',
    ]);
    expect(steps['income']?.['layout']).toEqual(['type', 'gross']);
    expect(overlaid({ remove: ['income/employr'] }).told).toEqual([
      `${OVERLAY}: The step "income" has no field "employr" to remove. Did you mean "employer"?`,
    ]);
  });
  test('a step goes out of the summaries of others', () => {
    const { steps, told } = overlaid({ remove: ['texas'] }, [
      'flows/loan/steps/sign.json',
      '{ "copy": "You ask',
      '{ "summary": ["texas", "amount"] }, { "summary": ["texas"] }, { "copy": "You ask',
    ]);
    expect(told).toEqual([]);
    expect(list(steps['sign']?.['layout']).map((item) => member(item, 'summary'))).toEqual([
      undefined,
      ['amount'],
      undefined,
    ]);
  });
});
