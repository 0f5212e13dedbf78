import { describe, expect, test } from 'vitest';
import { checkedRules, lending, planted, type Plant } from './lending.ts';

const session: Plant = ['flows/loan/flow.json', '"saves": "application",', '"saves": "session",'];
const entry = (step: string): Plant => [
  `flows/loan/steps/${step}.json`,
  '"kind": "form",',
  '"kind": "form", "entry": true,',
];
const leads = (target: string): Plant => [
  'flows/loan/steps/link.json',
  '"label": "Continue" }',
  `"label": "Continue", "next": [{ ${target}, "reenter": true }] }`,
];
const decides = (id: string, target: string): Plant => [
  `flows/loan/steps/${id}.json`,
  JSON.stringify({ id, kind: 'route', entry: true, title: id, next: [{ to: target, reenter: true }] }),
];
const told = (plants: readonly Plant[]): readonly string[] =>
  checkedRules(planted(lending, plants)).flatMap(({ code, file, message }) =>
    code === 'reenter' ? [`${file} ${message}`] : [],
  );

describe('a target that opens a step of its own flow anew', () => {
  test.each<[string, readonly Plant[]]>([
    ['an entry', [session, entry('declined'), leads('"to": "declined"')]],
    ['an entry, named with its flow', [session, entry('declined'), leads('"to": "loan/declined"')]],
    ['the first step', [session, leads('"to": "about"')]],
    ['a step that decides and ends at a page', [session, decides('where', 'about'), leads('"to": "where"')]],
    ['its own page, by an act of a person', [session, entry('link'), leads('"to": "link"')]],
  ])('may name %s', (_title, plants) => {
    expect(told(plants)).toEqual([]);
  });

  test.each<[string, readonly Plant[], readonly string[]]>([
    [
      'where no way begins',
      [session, leads('"to": "declined"')],
      [
        'flows/loan/steps/link.json No way begins at the address of "declined": whoever opens it is led to the first page that they have not left.',
      ],
    ],
    [
      'whose address begins a way for some alone',
      [
        session,
        ['flows/loan/steps/declined.json', '"kind": "form",', '"kind": "form", "entry": "state-is-texas",'],
        leads('"to": "declined"'),
      ],
      [expect.stringContaining('No way begins at the address of "declined"')],
    ],
    [
      'of a journey that the server stores',
      [leads('"to": "about"')],
      [
        'flows/loan/steps/link.json The server stores the journey "loan": whoever comes back to it is led to where they stopped, not to "about".',
      ],
    ],
    [
      'that opens itself again by what it decides',
      [session, decides('where', 'where')],
      ['flows/loan/steps/where.json From "where" this leads round and back to it without an act of a person.'],
    ],
    [
      'that opens another which opens it again',
      [session, decides('here', 'there'), decides('there', 'here')],
      [
        'flows/loan/steps/here.json From "here" this leads round and back to it without an act of a person.',
        'flows/loan/steps/there.json From "there" this leads round and back to it without an act of a person.',
      ],
    ],
    [
      'that opens itself again by what it loads',
      [
        session,
        entry('texas'),
        [
          'schemas/api/operations/askBank.json',
          '{ "name": "askBank", "kind": "standIn", "access": "public", "input": {}, "outcomes": { "SILENT": "The bank says nothing" }, "answers": [{ "outcome": "SILENT" }] }',
        ],
        [
          'flows/loan/steps/texas.json',
          '"layout"',
          '"load": [{ "call": "askBank", "on": { "SILENT": { "to": "texas", "reenter": true } } }], "layout"',
        ],
      ],
      ['flows/loan/steps/texas.json From "texas" this leads round and back to it without an act of a person.'],
    ],
  ])('names no step %s', (_title, plants, says) => {
    expect(told(plants)).toEqual(says);
  });
});
