/** Pages without a title: nobody hears where they have come to, and the tab of the browser has no name. */
import { at, type CompileRule } from '../checks/check.ts';

export const RULE: CompileRule = {
  codes: ['untitled'],
  severity: 'refused',
  says: 'A page has no title: it has no heading, who cannot see it does not hear where they have come to, and the tab of the browser, the history and the progress have no name for it (WCAG 2.2, 2.4.2).',
  remedy: 'Give the step a `title`, or each of its `pages` one.',
  bad: [
    [
      'flows/loan/steps/link.json',
      '"id": "link",\n  "kind": "form",\n  "title": "Link your bank",',
      '"id": »"link",\n  "kind": "form",',
    ],
  ],
  good: [['flows/loan/steps/link.json', '"title": "Link your bank"', '"title": "Your bank"']],
  *find({ brands }) {
    for (const { flows } of Object.values(brands))
      for (const { steps } of Object.values(flows))
        for (const [id, step] of Object.entries(steps))
          if (step['kind'] === 'form' && step['title'] === undefined)
            yield at(step, 'id', {
              message: `The page "${id}" has no title.`,
              fix: 'Add "title": what stands at the top of the page.',
            });
  },
};
