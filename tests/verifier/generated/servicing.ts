/** A generated flow for customers: an entry that decides by who they are, questions in blocks, an end. */
import { blockCount, blocks } from './blocks.ts';
import type { Jurisdiction } from './compliance.ts';
import { servicingRules } from './rules.ts';
import { among, CUSTOMER, type Docs } from './words.ts';

const CORE = 4;

/** Files of one flow with `count` steps, and its line. */
export function servicingFiles(
  flow: string,
  { count, ruleCount, seed }: { readonly count: number; readonly ruleCount: number; readonly seed: number },
  states: readonly Jurisdiction[],
): { readonly files: Docs; readonly line: readonly string[] } {
  const bind = `${flow}Answers`;
  const rules = servicingRules(
    { prefix: flow, count: ruleCount, blocks: blockCount(count - CORE), bind },
    states,
    seed,
  );
  const asked = blocks({ count: count - CORE, bind, after: 'finish' }, rules, []);
  const [first = 'finish'] = asked.line;
  const line = ['entry', 'hello', ...asked.line, 'finish'];
  const steps: Docs = {
    ...asked.steps,
    entry: {
      id: 'entry',
      kind: 'route',
      path: '',
      title: 'Entry',
      next: [
        { when: among(CUSTOMER, ['NEW']), to: 'sign-up' },
        { when: among(CUSTOMER, ['RETAIL_RETURNING']), to: first },
        { to: 'hello' },
      ],
    },
    hello: {
      id: 'hello',
      kind: 'form',
      title: 'Welcome back',
      layout: [{ copy: 'Good to see you.' }],
      actions: [{ id: 'continue', label: 'Continue' }],
    },
    'sign-up': {
      id: 'sign-up',
      kind: 'form',
      title: 'You have no loan yet',
      layout: [{ link: 'Apply', to: 'apply/personal' }],
      outcome: 'left',
    },
    finish: { id: 'finish', kind: 'form', title: 'Done', layout: [{ copy: 'We have all we need.' }], outcome: 'done' },
  };
  const files: Docs = {
    [`flows/${flow}/flow.json`]: {
      id: flow,
      title: flow,
      base: `/${flow}`,
      access: 'customer',
      saves: { draft: flow, statuses: { OPEN: { keptDays: 30 } } },
      start: 'entry',
      line,
      outcomes: ['done', 'left'],
      answers: { type: 'object', properties: { [bind]: { type: 'object', properties: asked.answers } } },
    },
  };
  for (const [name, step] of Object.entries(steps)) files[`flows/${flow}/steps/${name}.json`] = step;
  for (const { name, rule } of rules) files[`flows/${flow}/rules/${name}.json`] = { says: `Rule ${name}`, rule };
  return { files, line };
}
