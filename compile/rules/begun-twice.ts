/** A type of application leads to one flow of a brand: what is begun by it is one draft. */
import { at, type CompileRule, type Finding } from '../checks/check.ts';
import { list, member, text } from '../json-types.ts';
import type { ResolvedBrand } from '../resolve.ts';

const flowTaking = (id: string, types: string): string =>
  `{ "id": "${id}", "title": "Help", "base": "/${id}", "access": "customer", "line": ["ask"], "outcomes": [],\n  "saves": { "draft": "${id}", "applicationTypes": ${types}, "statuses": { "OPEN": { "keptDays": 30 } } } }`;
const ask = '{ "id": "ask", "kind": "form", "path": "ask", "title": "Ask", "layout": [{ "copy": "Call us." }] }';
const BRAND = ['brands/elm/brand.json', '"flows": ["loan"]', '"flows": ["loan", "relief", "callback"]'] as const;
const PAGES = [
  ['flows/relief/steps/ask.json', ask],
  ['flows/callback/steps/ask.json', ask],
] as const;

export const RULE: CompileRule = {
  codes: ['begun-twice'],
  severity: 'refused',
  says: 'Two flows of a brand take one type of application. Whoever asks for it is led into the first of them, and nobody comes to the other by it.',
  remedy: 'Name each type in the `applicationTypes` of one flow.',
  bad: [
    BRAND,
    ['flows/callback/flow.json', flowTaking('callback', '["EPP"]')],
    ['flows/relief/flow.json', flowTaking('relief', '["LOAN_MODIFICATION", »"EPP"]')],
    ...PAGES,
  ],
  good: [
    BRAND,
    ['flows/callback/flow.json', flowTaking('callback', '["EPP"]')],
    ['flows/relief/flow.json', flowTaking('relief', '["LOAN_MODIFICATION"]')],
    ...PAGES,
  ],
  *find({ brands }) {
    for (const brand of Object.values(brands)) yield* twice(brand);
  },
};

function* twice({ flows }: ResolvedBrand): Generator<Finding> {
  const first = new Map<string, string>();
  for (const flow of Object.values(flows).sort((a, b) => (a.id < b.id ? -1 : 1))) {
    const types = member(flow.flow['saves'], 'applicationTypes');
    for (const [i, type] of list(types).entries()) {
      const before = first.get(text(type) ?? '');
      if (before === undefined) first.set(text(type) ?? '', flow.id);
      else
        yield at(types as object, i, {
          message: `"${flow.id}" takes applications of the type "${String(type)}", and so does "${before}".`,
          fix: 'Take it out of one of them.',
        });
    }
  }
}
