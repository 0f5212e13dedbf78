import { expect, test } from 'vitest';
import { checkedRules, lending } from '../verifier/lending.ts';
import { placeOf } from './content.ts';

const OVERLAY = 'brands/elm/flows/loan.json';
const faults: readonly (readonly [what: string, address: string, value: string, code: string])[] = [
  [
    'a state shut out',
    'steps/about/checks',
    '[{ "assert": { "and": ["is-adult", { "!=": [{ "var": "answers.contactInformation.address.stateCode" }, "OH"] }] }, "at": "birth", "message": "Not there" }]',
    'goal',
  ],
  ['a document shown to others', 'steps/texas/when', 'true', 'document'],
  ['a rule that nothing uses any more', 'steps/numbers/when', 'true', 'unused'],
];

test.each(faults)(
  '%s by an overlay is told at the change of the overlay that makes it',
  (...[, address, value, code]) => {
    const files = {
      ...lending,
      [OVERLAY]: `{\n  "set": {\n    "steps/signed/title": "Done",\n    "${address}": ${value}\n  }\n}\n`,
    };
    const told = checkedRules(files).filter((one) => one.code === code);
    expect(told).not.toEqual([]);
    const line = placeOf(files, OVERLAY, address).split(':')[1];
    expect(told.map((one) => `${one.file}:${one.line}`)).toEqual(told.map(() => `${OVERLAY}:${line}`));
  },
);
