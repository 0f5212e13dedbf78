/** What the server keeps of a person is one of each name: no two flows share it. */
import { at, type CompileRule, type Finding } from '../checks/check.ts';
import { draftOf } from '../facts.ts';
import type { ResolvedBrand } from '../resolve.ts';

export const RULE: CompileRule = {
  codes: ['kept-twice'],
  severity: 'refused',
  says: 'Two flows of a brand keep the loan application, or a draft of one name. A person has one open of each, so whoever began one of the flows is led into it from the other and never comes through.',
  remedy:
    'Let one of them keep a draft with a name of its own, `"saves": { "draft": "callback", "statuses": { "OPEN": { "keptDays": 30 } } }`, or the session.',
  bad: [
    ['brands/elm/brand.json', '"flows": ["loan"]', '"flows": ["loan", "relief"]'],
    [
      'flows/relief/flow.json',
      '{ "id": "relief", "title": "Relief", "base": "/relief", "access": "customer", "saves": »"application", "line": ["ask"], "outcomes": [] }',
    ],
    [
      'flows/relief/steps/ask.json',
      '{ "id": "ask", "kind": "form", "path": "ask", "title": "Ask", "layout": [{ "copy": "Call us." }] }',
    ],
  ],
  good: [
    ['brands/elm/brand.json', '"flows": ["loan"]', '"flows": ["loan", "relief"]'],
    [
      'flows/relief/flow.json',
      '{ "id": "relief", "title": "Relief", "base": "/relief", "access": "customer", "saves": { "draft": "relief", "statuses": { "OPEN": { "keptDays": 30 } } }, "line": ["ask"], "outcomes": [] }',
    ],
    [
      'flows/relief/steps/ask.json',
      '{ "id": "ask", "kind": "form", "path": "ask", "title": "Ask", "layout": [{ "copy": "Call us." }] }',
    ],
  ],
  *find({ brands }) {
    for (const brand of Object.values(brands)) yield* twice(brand);
  },
};

function* twice({ flows }: ResolvedBrand): Generator<Finding> {
  const first = new Map<string, string>();
  for (const flow of Object.values(flows).sort((a, b) => (a.id < b.id ? -1 : 1))) {
    const draft = draftOf(flow);
    if (draft === undefined && flow.flow['saves'] !== 'application') continue;
    const what = draft === undefined ? 'the loan application' : `the draft "${draft.name}"`;
    const other = first.get(what);
    if (other === undefined) first.set(what, flow.id);
    else
      yield at(flow.flow, 'saves', {
        message: `"${flow.id}" keeps ${what}, and so does "${other}": a person has one open of it.`,
        fix: 'Give it a draft with a name of its own.',
      });
  }
}
