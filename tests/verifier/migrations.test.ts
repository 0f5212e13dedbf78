/** What check says of migrations.json, and to which words a definition says that a consent is given. */
import { describe, expect, test } from 'vitest';
import { loadContent, productNamed } from '../../cli/products.ts';
import type { Json } from '../../runtime/core/facts.ts';
import { checkedRules, lending, loadedOf, options, planted, type Plant } from './lending.ts';

const file = 'flows/loan/migrations.json';
const written = (...moves: readonly Json[]): Plant => [
  file,
  JSON.stringify({ migrations: [{ why: 'The loan was written anew.', moves }] }),
];
const told = (...plants: readonly Plant[]): readonly string[] =>
  checkedRules(planted(lending, plants)).flatMap((one) => (one.file === file ? [`${one.message} ${one.fix}`] : []));

describe('a migration', () => {
  test.each<[moves: readonly Json[], says: string]>([
    [[{ rename: 'name', to: 'personalInformation' }], 'Several answers stand below it: say "move".'],
    [[{ rename: 'name', to: 'personalInformation.firstNam' }], 'Did you mean "personalInformation.firstName"?'],
    [[{ move: 'money', to: 'lone' }], 'Nobody asks for "lone" in this version of "loan".'],
    [[{ askAgain: 'loan.amont' }], 'Did you mean "loan.amount"?'],
    [[{ drop: 'loan', why: 'It is over.' }], 'This version still asks for "loan".'],
    [[{ default: 'loan.amount', value: 1 }], 'The field of "loan.amount" refuses this value.'],
    [[{ default: 'loan.amount', value: '20000' }], 'The field of "loan.amount" refuses this value.'],
    [[{ default: 'additionalAttributes.esignConsent', value: true }], 'only the person may give it.'],
    [[{ rename: 'a', to: 'b' }], 'Nobody asks for "b"'],
    [[{ rename: 'a' }], 'This lacks "to".'],
    [[{ rename: 'a', drop: 'a', to: 'b', why: 'Both.' }], '"drop" is not known here.'],
    [[{ why: 'Nothing.' }], 'Say one of "rename", "move", "default", "drop", "askAgain".'],
    [[{ rename: 'a..b', to: 'loan.amount' }], 'has not the form'],
  ])('%j is told', (moves, says) => expect(told(written(...moves)).join('\n')).toContain(says));

  test.each<[moves: readonly Json[]]>([
    [[{ rename: 'name', to: 'personalInformation.firstName' }]],
    [[{ move: 'person', to: 'personalInformation' }]],
    [[{ default: 'loan.amount', value: 20_000 }, { askAgain: 'loan' }]],
    [[{ drop: 'pet', why: 'Nobody asks.' }]],
    // A path in between is one of a version that nobody sees any more.
    [
      [
        { rename: 'a', to: 'b' },
        { rename: 'b', to: 'personalInformation.firstName' },
      ],
    ],
    [
      [
        { rename: 'a', to: 'b' },
        { drop: 'b', why: 'Nobody asks.' },
      ],
    ],
    [
      [
        { drop: 'loan.amount', why: 'In dollars.' },
        { rename: 'cents', to: 'loan.amount' },
      ],
    ],
    [[]],
  ])('%j is well', (moves) => expect(told(written(...moves))).toEqual([]));

  test('is of no use where the server keeps nothing', () =>
    expect(told(written(), ['flows/loan/flow.json', '"saves": "application"', '"saves": "session"'])).toEqual([
      expect.stringContaining('The server keeps nothing of the journey "loan"'),
    ]));
});

describe('the words of a consent', () => {
  const of = async (...plants: readonly Plant[]): Promise<string | undefined> => {
    const { products } = loadedOf(await loadContent(planted(lending, plants), options));
    return productNamed(products, 'elm').flows['loan']?.consents?.['additionalAttributes.esignConsent']?.text;
  };
  const sign = 'flows/loan/steps/sign.json';

  test('are its own and those of its page, and nothing else', async () => {
    const before = await of();
    expect(before).toMatch(/^[0-9a-f]{16}$/);
    for (const other of [
      [sign, 'I agree to sign', 'I want to sign'],
      [sign, 'You ask for', 'You want'],
      [sign, '{ "disclosure": "loan-terms"', '{ "disclosure": "texas-notice"'],
    ] as const)
      expect([other, await of(other)]).not.toEqual([other, before]);
    for (const same of [
      [sign, '"label": "Sign"', '"label": "Sign now"'],
      ['flows/loan/steps/about.json', '"label": "State"', '"label": "Your state"'],
    ] as const)
      expect(await of(same)).toBe(before);
  });
});
